import { claims, addressMarks, type Evidence } from './evidence.ts';
import { far, landmarks, type TextBlock } from './cut.ts';
import type { Measures } from './measures.ts';
import { phrases, roles } from './vocabulary.ts';

/** What never belongs to the main text, whatever the model thinks. What each rule is worth stands in docs/articles.md. */

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

/** Captions and credits of figures; tables and code that are set as figures are text. */
function isCaption(block: TextBlock): boolean {
  const figure = toFigure(block);
  return figure < 4 && toTable(block) >= figure && toPre(block) >= figure && block.text.length < 1000;
}

const openers = ['share', 'more', 'advert', 'related'].map((name) => phrases.indexOf(name));
const maxOpener = 80;

/** A short line of its own that begins as the pointers to other pages do. */
function isPointer({ length, headingLevel, marks }: Measures): boolean {
  return length < maxOpener && headingLevel === 0 && openers.some((phrase) => marks[phrase] === 2);
}

const credit = phrases.indexOf('credit');
const maxCredit = 120;
/** No title is longer. */
const maxTitle = 500;

/** Makes the test for the blocks of a page. */
export function pruning(evidence: Evidence): (block: TextBlock, measured: Measures) => boolean {
  const claimsOne = (...names: string[]): boolean =>
    names.some((name) => evidence.claimed[claims.indexOf(name)] === 1);
  const isProduct = claimsOne('product', 'og-product');
  const isForum = claimsOne('forum') || evidence.address[addressMarks.indexOf('forum')] === 1;
  const titles = new Set(evidence.titles.map((title) => title.toLowerCase()));
  return (block, measured) => {
    const { length, marks } = measured;
    return (
      isCaption(block) ||
      isPointer(measured) ||
      (marks[credit] === 2 && length < maxCredit) ||
      toFooter(block) <= 6 ||
      toNavigation(block) <= 8 ||
      // The title is a field of its own.
      (length <= maxTitle && titles.has(block.text.toLowerCase())) ||
      (isProduct && toReview(block) <= 12) ||
      (!isProduct && !isForum && toComment(block) <= 5)
    );
  };
}
