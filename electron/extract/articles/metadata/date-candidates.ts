import { isTag, type Element } from 'domhandler';
import type { Instant } from '../../datetime/instant.ts';
import { fold } from '../../datetime/names.ts';
import { textOf } from '../json-ld.ts';
import { allMeta, type MetadataSources } from '../sources.ts';
import {
  datesIn,
  mayHoldDate,
  meaningOf,
  readDate,
  type DateMeaning,
  type DateReading,
} from './date-text.ts';
import { startOfText } from './short-walk.ts';
import type { Spot } from './scan.ts';
import { keyOf } from './site-name.ts';
import { dayInUrl } from './url-date.ts';

/** A date on which the page may have been published or modified. */
export interface DateCandidate {
  instant: Instant;
  meaning: 'published' | 'modified';
  /** Score, 0 to 100. */
  score: number;
  /** Whether it is visible near the title, separate from other text. */
  isShown: boolean;
  /** Where it was found. */
  source: 'url' | 'json-ld' | 'citation' | 'meta' | 'element' | 'text' | 'script';
}

const publishedMeta: readonly (readonly [string, number])[] = [
  ['article:published_time', 95],
  ['article:published', 94],
  ['og:article:published_time', 94],
  ['og:published_time', 94],
  ['og:pubdate', 94],
  ['datepublished', 93],
  ['article_date_original', 94],
  ['article.published', 94],
  ['publish-date', 92],
  ['publish_date', 92],
  ['publishdate', 92],
  ['publication_date', 92],
  ['publicationdate', 92],
  ['published-date', 92],
  ['published_at', 92],
  ['published', 90],
  ['published_time', 92],
  ['pubdate', 92],
  ['parsely-pub-date', 93],
  ['sailthru.date', 92],
  ['cxenseparse:recs:publishtime', 92],
  ['shareaholic:article_published_time', 92],
  ['rnews:datepublished', 92],
  ['dc.date.issued', 91],
  ['dc.date.published', 91],
  ['dcterms.issued', 91],
  ['dc.issued', 91],
  ['dcterms.available', 85],
  ['prism.publicationdate', 90],
  ['bt:pubdate', 91],
  ['dcsext.articlefirstpublished', 92],
  ['article.created', 88],
  ['article:created', 88],
  ['og:article:created', 88],
  ['datecreated', 84],
  ['dc.date.created', 84],
  ['dc.created', 84],
  ['dcterms.created', 84],
  ['date_created', 84],
  ['created', 80],
  ['uploaddate', 80],
  ['dc.date', 82],
  ['dc:date', 82],
  ['dcterms.date', 82],
  ['dc.date.x-metadatadate', 60],
  ['date', 82],
  ['article-date', 84],
  ['analytics:date', 84],
  ['pub_date', 90],
  ['timestamp', 60],
  ['video:release_date', 70],
  ['og:video:release_date', 70],
];
/** Meta elements of scientific papers, whose text also contains submission and acceptance dates. */
const citationMeta: readonly (readonly [string, number])[] = [
  ['citation_online_date', 98],
  ['citation_publication_date', 97.5],
  ['citation_date', 97.2],
];
const modifiedMeta: readonly (readonly [string, number])[] = [
  ['article:modified_time', 70],
  ['article:modified', 70],
  ['og:article:modified_time', 70],
  ['og:modified_time', 70],
  ['article_date_updated', 70],
  ['datemodified', 69],
  ['dcterms.modified', 66],
  ['dc.date.modified', 66],
  ['dc.modified', 66],
  ['dateupdated', 66],
  ['og:updated_time', 64],
  ['article:updated_time', 64],
  ['modified', 60],
  ['last-modified', 58],
  ['lastmod', 58],
  ['lastupdated', 58],
  ['revision_date', 58],
  ['revised', 55],
  ['last_updated_date', 58],
];

const publishedKeys = ['datePublished', 'dateCreated', 'uploadDate'] as const;

function fromJsonLd({ described }: MetadataSources, reading: DateReading): DateCandidate[] {
  return described
    .flatMap((node, index) => [
      ...publishedKeys.map((key, place) => {
        const instant = readDate(textOf(node[key]), reading);
        return instant === null
          ? null
          : ({
              instant,
              meaning: 'published',
              score: 97 - place * 6 - Math.min(index, 4),
              source: 'json-ld',
              isShown: false,
            } as const);
      }),
      ...['dateModified'].map((key) => {
        const instant = readDate(textOf(node[key]), reading);
        return instant === null
          ? null
          : ({
              instant,
              meaning: 'modified',
              score: 72 - Math.min(index, 4),
              source: 'json-ld',
              isShown: false,
            } as const);
      }),
    ])
    .filter((candidate) => candidate !== null);
}

function fromMeta({ scan }: MetadataSources, reading: DateReading): DateCandidate[] {
  const read = (meaning: 'published' | 'modified', names: typeof publishedMeta): DateCandidate[] =>
    names.flatMap(([name, score]) =>
      allMeta(scan, name).flatMap((text) => {
        const instant = readDate(text, reading);
        return instant === null ? [] : [{ instant, meaning, score, source: 'meta' as const, isShown: false }];
      }),
    );
  const cited = read('published', citationMeta).map((one) => ({ ...one, source: 'citation' as const }));
  return [...cited, ...read('published', publishedMeta), ...read('modified', modifiedMeta)];
}

/** Change of the score by the place: higher near the title, lower far from it and in parts about other pages. */
function nearness(spot: Spot, { places, scan }: MetadataSources): number {
  const distance = places.distance(spot);
  if (places.isForeign(spot)) return places.hasHeading && distance < 600 ? -20 : -45;
  if (distance < 300) return spot.offset >= places.titleOffset ? 6 : 3;
  if (distance < 1000) return 2;
  if (distance < 3000) return -6;
  return distance > scan.length * 0.7 ? -20 : -14;
}

/** Whether a place is so near the title that a date there belongs to the page. */
function isNear(spot: Spot, { places }: MetadataSources, reach = 1000): boolean {
  if (!places.hasHeading || places.isForeign(spot)) return false;
  return spot.offset >= places.titleOffset - 200 && places.distance(spot) < reach;
}

const attributes = [
  'datetime',
  'content',
  'data-utime',
  'data-timestamp',
  'data-datetime',
  'data-date',
  'title',
];

/** Reads the date of an element from an attribute, or else from its text. */
function dateOf(
  element: Element,
  reading: DateReading,
): { instant: Instant; text: string; exact: boolean } | null {
  const text = startOfText(element, 250);
  for (const name of attributes) {
    const instant = readDate(element.attribs[name], reading);
    if (instant !== null) return { instant, text, exact: true };
  }
  if (text.length > 200) return null;
  const instant = readDate(text, reading);
  return instant === null ? null : { instant, text, exact: false };
}

/** Returns the words before an element in its block, which label a date. */
function labelBefore(element: Element): string {
  let text = '';
  let node = element.prev;
  for (let steps = 0; node !== null && steps < 3 && text.length < 60; steps += 1) {
    text = `${startOfText(node, 60)} ${text}`;
    node = node.prev;
  }
  if (text.trim() === '' && element.parent !== null && isTag(element.parent)) {
    const before = element.parent.prev;
    if (before !== null) text = startOfText(before, 60);
  }
  return text.slice(-60);
}

function namesOf(element: Element): string {
  const {
    class: classes = '',
    id = '',
    itemprop = '',
    property = '',
    'data-testid': test = '',
  } = element.attribs;
  return `${classes} ${id} ${itemprop} ${property} ${test}`.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
}

const publishedName =
  /publi|pubdate|posted|entry-?date|post-?date|article-?date|created|dateline|date-created/i;
const modifiedName = /updat|modif|edited|lastmod|last-?edit|revis/i;
const otherName =
  /event|comment|birth|expire|deadline|start|end-?date|calendar|copyright|archive|tribe|termin|today|current/i;

function meaningOfElement(element: Element, text: string): DateMeaning {
  const names = namesOf(element);
  if (otherName.test(names)) return 'other';
  if (modifiedName.test(names)) return 'modified';
  const said = meaningOf(text);
  if (said !== 'none') return said;
  if (publishedName.test(names)) return 'published';
  return meaningOf(labelBefore(element));
}

function fromElements(sources: MetadataSources, reading: DateReading): DateCandidate[] {
  const { scan } = sources;
  const found: DateCandidate[] = [];
  const add = (spot: Spot, base: number): void => {
    const date = dateOf(spot.element, reading);
    if (date === null) return;
    const meaning = meaningOfElement(spot.element, date.text);
    if (meaning === 'other') return;
    const score = base + nearness(spot, sources) + (meaning === 'published' ? 4 : 0);
    found.push({
      instant: date.instant,
      meaning: meaning === 'modified' ? 'modified' : 'published',
      score: meaning === 'modified' ? score - 22 : score,
      source: 'element',
      isShown: meaning !== 'modified' && date.text.length > 5 && isNear(spot, sources),
    });
  };
  for (const spot of scan.properties) {
    const names = namesOf(spot.element);
    if (/date ?Published|dateCreated|dc:date|dc:issued|dc:created|pubdate/i.test(names)) add(spot, 86);
    else if (/date ?Modified|dc:modified/i.test(names)) add(spot, 84);
  }
  for (const spot of scan.times) add(spot, spot.element.name === 'time' ? 80 : 74);
  for (const spot of scan.dates) {
    if (spot.element.name === 'time') continue;
    const text = startOfText(spot.element, 250);
    if (text.length < 6 || text.length > 120) continue;
    const dates = datesIn(text, reading);
    for (const { instant, meaning } of dates) {
      const own =
        meaning === 'none' ? meaningOfElement(spot.element, dates.length === 1 ? text : '') : meaning;
      if (own === 'other') continue;
      const named = publishedName.test(namesOf(spot.element)) ? 78 : 74;
      const score = named + nearness(spot, sources) - (text.length > 60 ? 4 : 0);
      found.push({
        instant,
        meaning: own === 'modified' ? 'modified' : 'published',
        score: own === 'modified' ? score - 22 : score,
        source: 'element',
        isShown: own !== 'modified' && isNear(spot, sources, own === 'published' ? 3000 : 1000),
      });
    }
  }
  return found;
}

/** Maximum number of lines with a possible date that are read; archives contain thousands. */
const maxLines = 400;

const thisPage =
  /\b(?:this|dieser|diesen|cet|ce|est[ea]|questo|dit|deze|denna|dette) (?:article|artikel|articulo|articolo|beitrag|bericht|eintrag|post|entry|story|billet|entrada)\b/u;
/** Minimum length of a title that a line repeats, in letters and digits. */
const minTitle = 12;
/** A line about this page counts as if it stood this far from the title at most, and were not longer. */
const ownLine = { near: -14, short: 52 };

/** Whether a line speaks of this page, by its title or as "this article": it does so in sidebars and footers, too. */
function speaksOfPage(text: string, title: string | null): boolean {
  if (thisPage.test(fold(text))) return true;
  const key = keyOf(title ?? '');
  return key.length >= minTitle && keyOf(text).startsWith(key);
}

/** Finds dates in lines of text in any element. */
function fromLines(sources: MetadataSources, reading: DateReading): DateCandidate[] {
  const { scan } = sources;
  const found: DateCandidate[] = [];
  let tried = 0;
  for (const line of scan.lines) {
    if (!mayHoldDate(line.text)) continue;
    const said = meaningOf(line.text);
    const isOwn = said === 'published' && speaksOfPage(line.text, sources.title);
    const near = isOwn ? Math.max(ownLine.near, nearness(line, sources)) : nearness(line, sources);
    if (near < -40 && said === 'none') continue;
    tried += 1;
    if (tried > maxLines) break;
    for (const { instant, meaning, length } of datesIn(line.text, reading)) {
      if (meaning === 'other' || (near < -40 && meaning === 'none')) continue;
      const short = length <= 35 ? 72 : length <= 70 ? 64 : length <= 130 || isOwn ? ownLine.short : 34;
      const labelled = meaning === 'none' ? 0 : 5;
      const score = short + (near < -40 ? -25 : near) + labelled;
      found.push({
        instant,
        meaning: meaning === 'modified' ? 'modified' : 'published',
        score: meaning === 'modified' ? score - 20 : score,
        source: 'text',
        isShown:
          meaning !== 'modified' &&
          length <= 70 &&
          isNear(line, sources, meaning === 'published' ? 3000 : 1000),
      });
    }
  }
  return found;
}

const inScript =
  /"(?:date_?published|published_?(?:date|at|time|on)?|publish_?(?:date|time)?|publication_?date|pub_?date|first_?published(?:_?(?:at|date|time))?|created_?(?:at|date|time)|date_?created)"\s*:\s*"?(?<date>[^",}]{8,40})/gi;

const inScriptScore = 58;
/** Number of characters of script data that are searched. */
const maxScripts = 3_000_000;

/** Returns the first publication date in the script data of the page. */
function fromScripts({ scan }: MetadataSources, reading: DateReading): DateCandidate[] {
  let left = maxScripts;
  for (const source of scan.json) {
    let count = 0;
    for (const match of source.slice(0, Math.max(0, left)).matchAll(inScript)) {
      count += 1;
      if (count > 20) break;
      const instant = readDate(match.groups?.['date'], reading);
      if (instant !== null)
        return [{ instant, meaning: 'published', score: inScriptScore, source: 'script', isShown: false }];
    }
    left -= source.length;
  }
  return [];
}

/** Returns all candidates, highest score first, and in document order for equal scores. */
export function dateCandidates(sources: MetadataSources, reading: DateReading): DateCandidate[] {
  const inUrl = dayInUrl(sources.url);
  const fromUrl: DateCandidate[] =
    inUrl === null || readDate(`${inUrl.year}-${inUrl.month}-${inUrl.day}`, reading) === null
      ? []
      : [{ instant: inUrl, meaning: 'published', score: 99, source: 'url', isShown: false }];
  const found = [
    ...fromUrl,
    ...fromJsonLd(sources, reading),
    ...fromMeta(sources, reading),
    ...fromElements(sources, reading),
    ...fromLines(sources, reading),
  ];
  const isTold = found.some(({ score }) => score > inScriptScore);
  return (isTold ? found : [...found, ...fromScripts(sources, reading)]).sort((a, b) => b.score - a.score);
}
