import { isTag, type Element } from 'domhandler';
import type { ValueType } from '../../../shared/contract/types.ts';
import { nameWords } from '../../extract/articles/blocks.ts';
import { findBelow, visibleText } from '../../extract/walk.ts';
import { localPart, XmlElement } from '../../extract/xml/xml-element.ts';
import { stableClasses } from '../stable-classes.ts';

/** What a name is made of. */
export interface NameSource {
  readonly element: Element;
  readonly head: Element;
  readonly attribute: string | null;
  readonly type: ValueType;
  /** What the page calls the column: a label or a header cell. */
  readonly label: string | null;
  readonly itemprop: string | null;
  /** Whether the values are sentences. */
  readonly isProse: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Words of class names for the place or the look of an element. */
const idle: ReadonlySet<string> = new Set([
  ...words(
    'item items card cards list row col column cell wrapper wrap container content inner outer box block body main left right top bottom header footer group section text small large big bold first last the of js css no link links a value val label field data info meta detail details elem element component widget module view entry post product result article btn button icon style type clearfix lazy loaded img responsive',
  ),
  ...words(
    'para paragraph copy richtext listing entries flex grid inline hidden visible absolute relative float pull push align center centered middle justified justify nowrap wrapped truncate clamp ellipsis font italic uppercase lowercase capitalize primary secondary tertiary dark light muted transparent rounded shadow cool active show hide sm md lg xl mobile desktop',
  ),
]);
/** Names of who wrote a record. */
const people = words('author byline username user creator poster by nickname nick vcard commenter');
/** Names that items have columns for, and what they mean there. */
const meanings: readonly (readonly [ReadonlySet<string>, string])[] = [
  [words('title headline heading subject'), 'title'],
  [words('price amount cost'), 'price'],
  [people, 'author'],
  [words('date time published posted datetime timestamp'), 'date'],
  [words('summary excerpt description desc abstract teaser snippet'), 'summary'],
  [words('rating stars star score'), 'rating'],
  [words('category categories cat'), 'category'],
];

/** What plain numbers are not: how long it takes to read, and points, are called by their own words. */
const notOfNumbers = words('date rating');

/** Names a column in snake_case; names of several columns may be equal. */
export function nameColumn(source: NameSource): string {
  const { label, itemprop, attribute, element, type } = source;
  const called = snake(label ?? '') || snake(itemprop ?? '');
  if (called !== '' && attribute === null) return called;
  if (element instanceof XmlElement && attribute === null) return localPart(element.name);
  if (type === 'image') return 'image';
  if (attribute === 'href' || type === 'url')
    return isTitle(element, source.head) || called === '' ? linkName(source) : `${called}_link`;
  if (type === 'price' || type === 'rating') return type;
  if (type === 'date') return 'date';
  if (attribute === 'alt' || attribute === 'title') return `${attribute}_text`;
  if (attribute !== null && attribute.startsWith('data-')) return snake(attribute.slice(5)) || 'data';
  if (attribute !== null) return snake(attribute) || 'value';
  if (isPerson(element)) return 'author';
  if (isTitle(element, source.head)) return 'title';
  return byClass(source) ?? 'text';
}

/** Names a heading of records that have another title. */
export const nameBesideTitle = (source: NameSource): string => byClass(source, 'title') ?? 'text';

function linkName({ element, head, type }: NameSource): string {
  const word = isPerson(element) ? 'author' : byClassOf(element, head, type);
  return word === null || word === 'title' || isTitle(element, head) ? 'link' : `${word}_link`;
}

/** Whether an element is the link to who wrote a record, or is in one. */
function isPerson(element: Element): boolean {
  const link = element.name === 'a' ? element : parentOf(element);
  if (element.attribs['rel'] === 'author') return true;
  return (
    link?.name === 'a' && (link.attribs['rel'] === 'author' || toPerson.test(link.attribs['href'] ?? ''))
  );
}

const toPerson = /\/(?:users?|members?|authors?|profiles?)\/[^/?#]|\/u\/[^/?#]+\/?$|[?&]user(?:name|id)?=/i;

/** Whether an element is or holds a heading of its record, or is in one. */
export function isTitle(element: Element, head: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== head; at = parentOf(at)) {
    if (heading.test(at.name)) return true;
  }
  if (element === head) return false;
  const inner = findBelow(element, ({ name }) => heading.test(name));
  if (inner === null) return false;
  const most = mostAround * visibleText(inner, maxTitle).length;
  return visibleText(element, most + 1).length <= most;
}

/** Text around a heading, as a multiple of its own, up to which all of it is a title; and the length of a heading that is read. */
const mostAround = 2;
const maxTitle = 200;

const heading = /^h[1-6]$/;
const parentOf = ({ parent }: Element): Element | null => (parent !== null && isTag(parent) ? parent : null);

/** @param taken a name that another column has */
function byClass({ element, head, type, isProse }: NameSource, taken: string | null = null): string | null {
  let at: Element | null = element;
  for (let climb = 0; climb < 3 && at !== null && at !== head; climb += 1) {
    const word = byClassOf(at, head, type, taken);
    if (word !== null) return isProse && !isMeant(word) ? null : word;
    at = parentOf(at);
  }
  return null;
}

function byClassOf(
  element: Element,
  head: Element,
  type: ValueType,
  taken: string | null = null,
): string | null {
  const known = new Set(nameWords(head));
  const all = stableClasses(element)
    .flatMap((name) =>
      name
        .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    )
    .filter((word) => word.length > 1);
  for (const [meant, name] of meanings) {
    if (name === taken || (type === 'number' && notOfNumbers.has(name))) continue;
    if (all.some((word) => meant.has(word))) return name;
  }
  const telling = all.filter(
    (word) => word !== taken && !idle.has(word) && !known.has(word) && word.length > 2,
  );
  return telling.at(-1) ?? null;
}

const isMeant = (word: string): boolean => meanings.some(([, name]) => name === word);

function snake(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, 40);
}

/** Makes names unique by numbers: "text", "text_2". */
export function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let times = 2; used.has(own); times += 1) own = `${name}_${times}`;
    used.add(own);
    return own;
  });
}
