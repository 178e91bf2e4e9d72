import { isTag, type Element } from 'domhandler';
import { measureText } from '../../extract/articles/blocks.ts';
import { isObject, textOf, typesOf, type JsonObject } from '../../extract/articles/json-ld.ts';
import { readMetadata, type PageMetadata } from '../../extract/articles/metadata.ts';
import { parseDatetime } from '../../extract/datetime.ts';
import { selectorFor } from '../../extract/select.ts';
import { detach, shorten } from '../../extract/text.ts';
import type { Page } from '../../extract/page.ts';
import { PageContext } from '../../extract/page-context.ts';
import { analyzeJson, type JsonContent } from './json.ts';
import type { PageTree } from '../../extract/tree.ts';
import { elementsBelow, visibleText } from '../../extract/walk.ts';
import { cssString } from '../../extract/analyze/names.ts';
import { notesOfXml, writeNotes } from './notes.ts';
import { findAuthors, findContainers, findDates, findHeadings, type Surroundings } from './places.ts';
import { uniqueSelector } from '../selectors/unique.ts';
import { draftLists } from '../lists/draft-lists.ts';
import { measureList } from '../measure-list.ts';
import type { DescribedThing, LinkSummary, PageAnalysis, RepeatedBlock } from './types.ts';

export { findText } from './find-text.ts';
export type { PageAnalysis } from './types.ts';

function describe(node: JsonObject): DescribedThing {
  const fields: [string, string][] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('@') || fields.length >= 15) continue;
    const text =
      textOf(value) ??
      (isObject(value) ? textOf(value['price'] ?? value['ratingValue'] ?? value['url']) : null);
    if (text !== null) fields.push([key, shorten(text, 200)]);
  }
  return { types: typesOf(node), fields: Object.fromEntries(fields) };
}

function summarizeLinks(elements: readonly Element[], url: string | null): LinkSummary {
  const base = url !== null && URL.canParse(url) ? new URL(url) : null;
  const links = elements.filter(({ name, attribs }) => name === 'a' && attribs['href'] !== undefined);
  const targets =
    base === null ? [] : links.map(({ attribs }) => URL.parse(attribs['href'] ?? '', base.href));
  const web = targets.filter((target) => target !== null && /^https?:$/.test(target.protocol));
  const internal = web.filter((target) => target?.host === base?.host).length;
  return {
    total: links.length,
    internal: base === null ? null : internal,
    external: base === null ? null : web.length - internal,
    nofollow: links.filter(({ attribs }) => /\bnofollow\b/i.test(attribs['rel'] ?? '')).length,
  };
}

/** Number of matches of a selector, and the first value; zero matches if it cannot be evaluated. */
function check(page: PageTree, selector: string): { count: number; first: string | null; node: unknown } {
  const read = selectorFor('css', selector);
  if (!read.ok) return { count: 0, first: null, node: null };
  try {
    const matches = read.selector.select(page.document);
    const [match] = matches;
    const first = match === undefined ? null : match.kind === 'element' ? match.text : match.value;
    return { count: matches.length, first, node: match?.node ?? null };
  } catch {
    return { count: 0, first: null, node: null };
  }
}

/** A selector for the content of the first meta element with one of the names. */
function metaSelector(
  page: PageTree,
  names: readonly string[],
  accepts: (value: string) => boolean,
): string | null {
  for (const name of names) {
    for (const attribute of ['property', 'name', 'itemprop']) {
      const selector = `meta[${attribute}=${cssString(name)}]::attr(content)`;
      const { first } = check(page, selector);
      if (first !== null && accepts(first)) return selector;
    }
  }
  return null;
}

/** The lists of a page, with the values of the first records as they stand on it. */
function findRepeated(page: PageTree, url: string | null): RepeatedBlock[] {
  const context = new PageContext(page, { url, fetchedAt: 0 });
  return draftLists(page, context)
    .flatMap((draft) => measureList(page, draft, { context, numberOf: () => null }) ?? [])
    .map(({ selector, count, fields }) => ({
      selector,
      count,
      fields: fields.map(({ name, selector: own, raw, filled }) => ({
        name,
        selector: own,
        sample: detach(shorten(raw, 120)),
        count: filled,
      })),
      callback: {
        iterate: { selector },
        extract: Object.fromEntries(fields.map(({ name, definition }) => [name, definition])),
      },
    }));
}

interface BestPlaces {
  title: Element | null;
  content: Element | null;
  author: Element | null;
  date: Element | null;
}

/** Proposes CUSTOM_SELECTORS. Each selector is checked to return the expected value. */
function suggest({ page }: Surroundings, best: BestPlaces): Record<string, string> {
  const confirmed = (element: Element | null, ending = ''): string | null => {
    if (element === null) return null;
    const unique = uniqueSelector(page.document, element);
    if (unique === null) return null;
    const selector = unique + ending;
    return check(page, selector).node === element ? selector : null;
  };
  const dateEnding = (element: Element): string =>
    ['datetime', 'content'].find((name) => parseDatetime(element.attribs[name] ?? '') !== null) ?? '';
  const ending = best.date === null ? '' : dateEnding(best.date);
  const suggestions: [string, string | null][] = [
    [
      'title',
      confirmed(best.title) ??
        metaSelector(page, ['og:title', 'twitter:title'], (value) => value !== '') ??
        (check(page, 'title').count > 0 ? 'title' : null),
    ],
    ['content', confirmed(best.content)],
    [
      'author',
      confirmed(best.author) ??
        metaSelector(page, ['author', 'article:author'], (value) => !/^https?:/.test(value)),
    ],
    [
      'date',
      metaSelector(
        page,
        ['article:published_time', 'datePublished', 'date'],
        (value) => parseDatetime(value) !== null,
      ) ?? confirmed(best.date, ending === '' ? '' : `::attr(${ending})`),
    ],
  ];
  return Object.fromEntries(suggestions.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The heading with the title; if no heading repeats the title, the only h1. */
function titleHeading(elements: readonly Element[], metadata: PageMetadata): Element | null {
  const headings = elements.filter(({ name }) => name === 'h1');
  const exact = headings.find((element) => visibleText(element, 1000) === metadata.title);
  return exact ?? (headings.length === 1 ? (headings[0] ?? null) : null);
}

const emptyAnalysis = (notes: string[], data: JsonContent | null = null): PageAnalysis => ({
  title: null,
  language: null,
  headings: [],
  containers: [],
  dates: [],
  authors: [],
  jsonLd: [],
  meta: {},
  repeated: [],
  links: { total: 0, internal: null, external: null, nofollow: 0 },
  suggested: {},
  data,
  notes,
});

/**
 * Analyzes a page: its metadata, its parts, and selectors to extract them. Never throws; for a page that cannot be
 * analyzed, a note says so.
 */
export function analyzePage(
  page: Page,
  { url, rendered = false }: { url: string | null; rendered?: boolean },
): PageAnalysis {
  try {
    if (page.kind === 'json') return emptyAnalysis([], analyzeJson(page.value));
    return analyze(page, url, rendered);
  } catch (error) {
    const why =
      error instanceof RangeError
        ? 'it is nested too deeply'
        : error instanceof Error
          ? error.message
          : String(error);
    return emptyAnalysis([`The page could not be analyzed: ${why}.`]);
  }
}

function analyze(page: PageTree, url: string | null, rendered: boolean): PageAnalysis {
  const elements = elementsBelow(page.document).filter((element) => isTag(element));
  const masses = measureText(page.document);
  const surroundings: Surroundings = { page, elements, masses };
  const metadata = readMetadata(page, url);
  const { containers, best: content } = findContainers(surroundings);
  const { places: dates, best: date } = findDates(surroundings, metadata.publishedDate);
  const { places: authors, best: author } = findAuthors(surroundings, metadata.author);
  return {
    title: metadata.title,
    language: page.kind === 'xml' ? new PageContext(page, { url, fetchedAt: 0 }).language : metadata.language,
    headings: findHeadings(surroundings),
    containers,
    dates,
    authors,
    jsonLd: metadata.jsonLd.nodes.slice(0, 30).map(describe),
    meta: Object.fromEntries(
      [...metadata.meta].slice(0, 100).map(([name, value]) => [name, detach(shorten(value, 300))]),
    ),
    repeated: findRepeated(page, url),
    links: summarizeLinks(elements, url),
    // The built-in callback, which they are for, reads HTML only.
    suggested:
      page.kind === 'xml'
        ? {}
        : suggest(surroundings, { title: titleHeading(elements, metadata), content, author, date }),
    data: null,
    notes: page.kind === 'xml' ? notesOfXml(elements) : writeNotes(elements, metadata, rendered),
  };
}
