import type { Element } from 'domhandler';
import { cleanAuthor } from '../../extract/articles/author.ts';
import { isForeign, nameWords, readBlocks, type TextMass } from '../../extract/articles/blocks.ts';
import { densestElement } from '../../extract/articles/densest-text.ts';
import { parseDatetime } from '../../extract/datetime.ts';
import { detach, shorten } from '../../extract/text.ts';
import type { PageTree } from '../../extract/tree.ts';
import { visibleText } from '../../extract/walk.ts';
import { uniqueSelector } from '../selectors/unique.ts';
import type { ContentContainer, DatePlace, HeadingPlace, Place } from './types.ts';

/** Input of all functions here. */
export interface Surroundings {
  page: PageTree;
  /** All elements in document order. */
  elements: readonly Element[];
  masses: ReadonlyMap<unknown, TextMass>;
}

const maxPlaces = 8;
const minContainerText = 200;

const hasWord = (element: Element, words: ReadonlySet<string>): boolean =>
  nameWords(element).some((word) => words.has(word));

/** Returns the headings of a page, in document order. */
export function findHeadings({ page, elements }: Surroundings): HeadingPlace[] {
  return elements
    .filter(({ name }) => /^h[1-6]$/.test(name))
    .slice(0, 100)
    .flatMap((element): HeadingPlace[] => {
      const text = detach(shorten(visibleText(element, 500), 200));
      const selector = text === '' ? null : uniqueSelector(page.document, element);
      return selector === null ? [] : [{ level: Number(element.name.slice(1)), text, selector }];
    });
}

const contentWords = new Set([
  'article',
  'content',
  'body',
  'post',
  'entry',
  'text',
  'story',
  'main',
  'description',
  'product',
]);

/** Finds likely content elements: first the one with the most paragraphs, then those with matching names, by length. */
export function findContainers({ page, elements, masses }: Surroundings): {
  containers: ContentContainer[];
  best: Element | null;
} {
  const best = densestElement(readBlocks(page).blocks);
  const named = elements
    .filter(
      (element) =>
        /^(?:article|main)$/.test(element.name) ||
        element.attribs['itemprop'] === 'articleBody' ||
        (/^(?:div|section|td)$/.test(element.name) && hasWord(element, contentWords)),
    )
    .filter((element) => (masses.get(element)?.text ?? 0) > minContainerText && element !== best)
    .sort((a, b) => (masses.get(b)?.text ?? 0) - (masses.get(a)?.text ?? 0));
  const containers = [...(best === null ? [] : [best]), ...named]
    .slice(0, 6)
    .flatMap((element): ContentContainer[] => {
      const text = visibleText(element);
      const selector = text === '' ? null : uniqueSelector(page.document, element);
      return selector === null
        ? []
        : [{ selector, textLength: text.length, preview: detach(shorten(text, 120)) }];
    });
  return { containers, best };
}

const dateWords = new Set([
  'date',
  'time',
  'published',
  'publish',
  'pubdate',
  'posted',
  'updated',
  'timestamp',
  'dateline',
]);

/**
 * Finds elements with a date: time elements, and elements with matching names. The best is the first with the date on which
 * the page was published according to its metadata.
 */
export function findDates(
  { page, elements }: Surroundings,
  published: string | null,
): { places: DatePlace[]; best: Element | null } {
  const found: { element: Element; place: DatePlace }[] = [];
  for (const element of elements) {
    if (found.length >= maxPlaces) break;
    const { datetime, itemprop = '', content } = element.attribs;
    if (
      element.name !== 'time' &&
      !/^date(?:Published|Modified|Created)$/.test(itemprop) &&
      !hasWord(element, dateWords)
    )
      continue;
    if (element.name === 'meta' || element.name === 'html' || element.name === 'body') continue;
    const shown = visibleText(element, 200);
    if (shown.length > 100) continue;
    const text = shown === '' ? (content ?? datetime ?? '') : shown;
    const date = parseDatetime(datetime ?? content ?? '') ?? parseDatetime(shown);
    if (text === '' || (date === null && element.name !== 'time')) continue;
    const selector = uniqueSelector(page.document, element);
    if (selector === null) continue;
    // For the same date, the inner element is better.
    const last = found.at(-1);
    if (last !== undefined && last.element.children.some((child) => child === element)) found.pop();
    found.push({
      element,
      place: { text: detach(shorten(text, 100)), selector, date },
    });
  }
  const dated = found.filter(({ place }) => place.date !== null);
  const same = dated.find(
    ({ place }) => published !== null && place.date?.slice(0, 10) === published.slice(0, 10),
  );
  const best = (same ?? dated.find(({ element }) => !isForeign(element)))?.element ?? null;
  return { places: found.map(({ place }) => place), best };
}

const authorWords = new Set(['author', 'authors', 'byline', 'writer']);

/** Finds elements with an author. The best is one with the author in the metadata of the page. */
export function findAuthors(
  { page, elements }: Surroundings,
  author: string | null,
): { places: Place[]; best: Element | null } {
  const found: { element: Element; sure: boolean; place: Place }[] = [];
  for (const element of elements) {
    if (found.length >= maxPlaces) break;
    const { rel = '', itemprop = '' } = element.attribs;
    const sure = rel.split(/\s+/).includes('author') || itemprop === 'author';
    if (!sure && !hasWord(element, authorWords)) continue;
    if (['meta', 'link', 'html', 'body', 'img'].includes(element.name)) continue;
    const text = visibleText(element, 300);
    if (text.length > 100 || cleanAuthor(text, null) === null) continue;
    const selector = uniqueSelector(page.document, element);
    if (selector === null) continue;
    const last = found.at(-1);
    if (
      last !== undefined &&
      last.element.children.some((child) => child === element) &&
      last.place.text.length >= text.length
    )
      found.pop();
    found.push({
      element,
      sure,
      place: { text: detach(shorten(text, 100)), selector },
    });
  }
  const own = found.filter(({ element }) => !isForeign(element));
  const same = found.find(({ place }) => author !== null && cleanAuthor(place.text, null) === author);
  const best = (same ?? own.find(({ sure }) => sure) ?? own[0])?.element ?? null;
  return { places: found.map(({ place }) => place), best };
}
