import { claims, addressMarks, type PageSignals } from './page-signals.ts';
import { far, landmarks, type TextBlock } from './segment.ts';
import type { Measures } from './measures.ts';
import { phrases, roles } from './vocabulary.ts';

/** Rules for blocks that are never main text, whatever their probability. docs/articles.md has the gain of each rule. */

const distanceTo = (tag: (typeof landmarks)[number]): ((block: TextBlock) => number) => {
  const index = roles.length + landmarks.indexOf(tag);
  return ({ container }) => container.distances[index] ?? far;
};
const toFigure = distanceTo('figure');
const toTable = distanceTo('table');
const toPre = distanceTo('pre');
const toFooter = distanceTo('footer');
const toNavigation = distanceTo('nav');

const distanceToRole = (role: string): ((block: TextBlock) => number) => {
  const index = roles.indexOf(role);
  return ({ container, inlineRoles }) =>
    inlineRoles.includes(index) ? 0 : (container.distances[index] ?? far);
};
const toComment = distanceToRole('comment');
const toReview = distanceToRole('review');

/** Whether the block is a caption or credit of a figure. Tables and code inside figures are main text. */
function isCaption(block: TextBlock): boolean {
  const figure = toFigure(block);
  return figure < 4 && toTable(block) >= figure && toPre(block) >= figure && block.text.length < 1000;
}

const openers = ['share', 'more', 'advert', 'related'].map((name) => phrases.indexOf(name));
const maxOpener = 80;

/** Whether the block is a short line that points to other pages ("Read more: …"). */
function isPointer({ length, headingLevel, marks }: Measures): boolean {
  return length < maxOpener && headingLevel === 0 && openers.some((phrase) => marks[phrase] === 2);
}

const credit = phrases.indexOf('credit');
const maxCredit = 120;
/** Maximum length of a title. */
const maxTitle = 500;

/** Returns a predicate for the blocks of a page: true excludes the block from the main text. */
export function blockFilter(signals: PageSignals): (block: TextBlock, measured: Measures) => boolean {
  const claimsOne = (...names: string[]): boolean =>
    names.some((name) => signals.claimed[claims.indexOf(name)] === 1);
  const isProduct = claimsOne('product', 'og-product');
  const isForum = claimsOne('forum') || signals.address[addressMarks.indexOf('forum')] === 1;
  const titles = new Set(signals.titles.map((title) => title.toLowerCase()));
  return (block, measured) => {
    const { length, marks } = measured;
    return (
      isCaption(block) ||
      isPointer(measured) ||
      (marks[credit] === 2 && length < maxCredit) ||
      toFooter(block) <= 6 ||
      toNavigation(block) <= 8 ||
      // The title is a separate field.
      (length <= maxTitle && titles.has(block.text.toLowerCase())) ||
      (isProduct && toReview(block) <= 12) ||
      (!isProduct && !isForum && toComment(block) <= 5)
    );
  };
}
