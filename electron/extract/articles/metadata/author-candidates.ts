import { isTag, type Element } from 'domhandler';
import { fold } from '../../datetime/names.ts';
import { isObject, resolve, textOf, typesOf, type JsonObject } from '../json-ld.ts';
import { allMeta, type MetadataSources } from '../sources.ts';
import type { JsonValue } from '../../types.ts';
import { allInside, firstInside, startOfText } from './short-walk.ts';
import { bylineLabel, surePrefix } from './byline-words.ts';
import { cleanNames } from './person.ts';
import type { Line, Spot } from './scan.ts';
import { isSiteName } from './site-name.ts';

/** A text with one or more names that may be the author. */
export interface AuthorCandidate {
  name: string;
  /** Score, 0 to 100. */
  score: number;
  /** Candidates with the same group are authors together. */
  group: string;
  /** Its place in the visible text; null for metadata. */
  offset: number | null;
}

const metaNames: readonly (readonly [string, number])[] = [
  ['citation_author', 97],
  ['article:author', 88],
  ['article:author_name', 90],
  ['author', 90],
  ['authors', 88],
  ['parsely-author', 92],
  ['sailthru.author', 92],
  ['cxenseparse:author', 90],
  ['byl', 92],
  ['byline', 90],
  ['article.author', 88],
  ['og:article:author', 86],
  ['og:author', 86],
  ['dc.creator', 88],
  ['dc:creator', 88],
  ['dcterms.creator', 88],
  ['dc.contributor', 60],
  ['vr:author', 88],
  ['rbauthors', 88],
  ['creator', 80],
  ['citation_authors', 96],
];

/** Reverses the name of a bibliographic field: "Kaufman, Jeff T." is Jeff T. Kaufman. */
function inReadingOrder(name: string): string {
  const parts = name.split(/\s*,\s*/);
  const [last = '', first = ''] = parts;
  return parts.length === 2 && first !== '' ? `${first} ${last}` : name;
}

/** Names of the persons and organizations in a property of a JSON-LD object. */
function namesOf(
  value: JsonValue | undefined,
  sources: MetadataSources,
): { name: string; isPerson: boolean }[] {
  const resolved = resolve(value, sources.jsonLd);
  const all = Array.isArray(resolved) ? resolved.slice(0, 30) : [resolved];
  return all.flatMap((one) => {
    const inner = isObject(one) && Array.isArray(one['name']) ? one['name'] : [one];
    const isPerson =
      !isObject(one) || !typesOf(one).some((type) => /Organization|Corporation|Brand/.test(type));
    return inner.flatMap((part) => {
      const text = Array.isArray(part) ? null : textOf(part);
      return text === null ? [] : [{ name: text, isPerson }];
    });
  });
}

function fromJsonLd(sources: MetadataSources): AuthorCandidate[] {
  return sources.described.flatMap((node: JsonObject, index) =>
    ['author', 'creator'].flatMap((key) =>
      namesOf(node[key], sources).map(({ name, isPerson }) => ({
        name,
        score: (isPerson ? 96 : 80) - Math.min(index, 5) - (key === 'creator' ? 5 : 0),
        group: `json-ld ${index} ${key}`,
        offset: null,
      })),
    ),
  );
}

function fromMeta({ scan, meta }: MetadataSources): AuthorCandidate[] {
  const found = metaNames.flatMap(([name, score]) =>
    allMeta(scan, name).map((text) => ({
      name: name.startsWith('citation_author') && !text.includes(';') ? inReadingOrder(text) : text,
      score,
      group: `meta ${name}`,
      offset: null,
    })),
  );
  for (const label of ['1', '2']) {
    const text = meta.get(`twitter:data${label}`);
    if (
      text !== undefined &&
      /^(?:written by|author|verfasst von|geschrieben von|ecrit par|escrito por|par|von|by|autor|scritto da|geschreven door)/.test(
        fold(meta.get(`twitter:label${label}`) ?? ''),
      )
    )
      found.push({ name: text, score: 91, group: 'meta twitter', offset: null });
  }
  return found;
}

const strongClass =
  /(?:^|[^a-z])(?:author|byline|autor|writer|auteur)(?:s?[_-]*(?:name|link|fullname|title-link|info-name))?(?:$|[^a-z])/i;
const nameClass =
  /author[_-]*(?:full)?name|byline[_-]*(?:author|name)|name[_-]*author|p-author|author-?link|authorname|autor-?name/i;
const notNameClass =
  /bio|avatar|image|img|photo|pic(?:ture)?(?:$|[^a-z])|social|follow|count|desc|job(?!b)|role|position|date|time|comment|about|email|share|excerpt|tooltip|icon|authoriz|authorit|quote|box|card|topic|categor|read-?time|wrapper-date|disclosure|more|all/i;

/** Whether an element contains only a name: a link to the page of the author, or an element with a matching name. */
function holdsName({ name, attribs }: Element): boolean {
  const { class: classes = '', itemprop = '', rel = '', href = '' } = attribs;
  return (
    /\bname\b/.test(itemprop) ||
    /\bauthor\b/.test(rel) ||
    nameClass.test(classes) ||
    (name === 'a' && /author|autor|profil|people|staff|team|contributor/i.test(href)) ||
    /(?:^|[\s_-])(?:name|fn|n)(?:$|[\s_-])/.test(classes)
  );
}

/** Returns the text of the only element in a byline that contains just a name, or else the text of the byline. */
function textAt({ element }: Spot): string {
  const content = element.attribs['content'];
  if (content !== undefined && content !== '') return content;
  const text = startOfText(element, 400);
  const inner = allInside(element, holdsName)
    .map((one) => startOfText(one, 400))
    .filter((name) => cleanNames(name) !== null);
  const [first] = inner;
  if (first === undefined || (new Set(inner).size > 1 && text.length <= 60)) return text;
  return first;
}

/** Change of the score by the place: higher near the title, lower far from it and in parts about other pages. */
function nearness(spot: Spot, { places, scan }: MetadataSources): number {
  const distance = places.distance(spot);
  if (places.isForeign(spot))
    return distance < 400 && spot.offset >= places.titleOffset && places.hasHeading ? -15 : -60;
  if (distance < 600) return 8;
  if (distance < 2500) return 0;
  return distance > 0.8 * scan.length ? -18 : -10;
}

function fromElements(sources: MetadataSources): AuthorCandidate[] {
  const { scan } = sources;
  const found: AuthorCandidate[] = [];
  const add = (spot: Spot, base: number, kind: string): void => {
    const text = textAt(spot);
    if (text.length === 0 || text.length > 250) return;
    const { class: classes = '' } = spot.element.attribs;
    found.push({
      name: text,
      score: base + nearness(spot, sources),
      group: `${kind} ${classes.slice(0, 60)}`,
      offset: spot.offset,
    });
  };
  for (const spot of scan.properties) {
    const names = `${spot.element.attribs['itemprop'] ?? ''} ${spot.element.attribs['property'] ?? ''}`;
    if (/\b(?:author|creator)\b/.test(names) && !isInReview(spot.element))
      add({ ...spot, element: propertyName(spot.element) }, 78, 'itemprop');
  }
  for (const spot of scan.authorLinks) {
    if (!isOwnLink(spot.element, sources.url)) continue;
    const isRel = /\bauthor\b/i.test(spot.element.attribs['rel'] ?? '');
    add(spot, isRel ? 74 : 58, isRel ? 'rel' : 'link');
  }
  for (const spot of scan.authors) {
    const {
      class: classes = '',
      id = '',
      'data-testid': test = '',
      'data-component': component = '',
    } = spot.element.attribs;
    const hints = `${classes} ${id} ${test} ${component}`;
    if (notNameClass.test(hints)) continue;
    const base = nameClass.test(hints) ? 72 : strongClass.test(hints) ? 68 : 46;
    add(spot, base, 'class');
  }
  return found;
}

/** Whether a link stays on the site: links to accounts elsewhere contain icons and names of services. */
function isOwnLink({ attribs }: Element, url: string | null): boolean {
  const base = url === null ? null : URL.parse(url);
  const target = URL.parse(attribs['href'] ?? '', base?.href);
  if (target === null || base === null) return true;
  const site = (host: string): string => host.split('.').slice(-2).join('.');
  return (
    site(target.hostname) === site(base.hostname) &&
    !/log-?in|sign-?(?:in|up)|register|account|edit/i.test(target.pathname)
  );
}

/** For microdata, returns the `name` property inside the author item, if there is one. */
function propertyName(element: Element): Element {
  const isName = ({ attribs }: Element): boolean =>
    /\bname\b/.test(`${attribs['itemprop'] ?? ''} ${attribs['property'] ?? ''}`);
  return firstInside(element, isName) ?? element;
}

/** Whether an element is in a comment or a customer review, whose author is not the author of the page. */
function isInReview(element: Element): boolean {
  let node = element.parent;
  for (let steps = 0; node !== null && steps < 30; steps += 1) {
    if (isTag(node)) {
      const { itemtype = '', itemprop = '' } = node.attribs;
      if (
        /(?:Comment|Answer|UserComments)$/.test(itemtype) ||
        /\b(?:comment|review|suggestedAnswer)\b/.test(itemprop)
      )
        return true;
    }
    node = node.parent;
  }
  return false;
}

/** Maximum number of lines that start like a byline; lists of articles have many. */
const maxLines = 100;

/** Maximum length of a label line. */
const maxLabel = 25;
const maxName = 60;

/** Returns the name in the line after a label such as "Written by", or null. */
function nameBelow(label: Line, below: Line | undefined): string | null {
  if (below === undefined || below.text.length > maxName || !bylineLabel.test(fold(label.text))) return null;
  return fullName.test(below.text) ? below.text : null;
}

/** Matches two to four capitalized words. */
const fullName = /^\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*){1,3}$/u;

/** Finds bylines in text lines: "By Ada Bell", "Text: Ada Bell". */
function fromLines(sources: MetadataSources): AuthorCandidate[] {
  const { scan, places } = sources;
  const found: AuthorCandidate[] = [];
  for (const [index, line] of scan.lines.entries()) {
    if (found.length >= maxLines) break;
    if (line.text.length > 160 || line.text.length < 2 || places.isForeign(line)) continue;
    const name = line.text.length <= maxLabel ? nameBelow(line, scan.lines[index + 1]) : null;
    if (name !== null) {
      const base = places.distance(line) < 3000 ? 66 : 40;
      found.push({ name, score: base, group: `line ${line.offset}`, offset: line.offset });
      continue;
    }
    if (line.text.length < 5) continue;
    const match = surePrefix.exec(fold(line.text));
    if (match === null) continue;
    const words = line.text.slice(match[0].length).trim().split(/\s+/);
    if (!/^\p{Lu}|^\p{Lo}/u.test(words[0] ?? '')) continue;
    const distance = places.distance(line);
    const base = distance < 800 ? 70 : distance < 3000 ? 48 : 36;
    found.push({ name: line.text, score: base, group: `line ${line.offset}`, offset: line.offset });
  }
  return found;
}

/** Returns all candidates with cleaned names, highest score first, and those with only the name of the site last. */
export function authorCandidates(sources: MetadataSources): AuthorCandidate[] {
  const raw = [...fromJsonLd(sources), ...fromMeta(sources), ...fromElements(sources), ...fromLines(sources)];
  return raw
    .flatMap((candidate) => {
      const name = cleanNames(candidate.name);
      if (name === null) return [];
      const isSite = isSiteName(name, sources.site);
      return [{ ...candidate, name, score: isSite ? candidate.score - 60 : candidate.score }];
    })
    .sort((a, b) => b.score - a.score);
}
