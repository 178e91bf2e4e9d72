import { isTag, type Element } from 'domhandler';
import type { ValueType } from '../../../shared/contract/types.ts';
import { nameWords } from '../../extract/articles/blocks.ts';
import { elementsBelow } from '../../extract/walk.ts';
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
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Words of class names for the place or the look of an element. */
const idle = words(
  'item items card cards list row col column cell wrapper wrap container content inner outer box block body main left right top bottom header footer group section text small large big bold first last the of js css no link links a value val label field data info meta detail details elem element component widget module view entry post product result article btn button icon style type clearfix lazy loaded img responsive',
);
/** Names that items have columns for, and what they mean there. */
const meanings: readonly (readonly [ReadonlySet<string>, string])[] = [
  [words('title headline heading subject'), 'title'],
  [words('price amount cost'), 'price'],
  [words('author byline username user creator poster by'), 'author'],
  [words('date time published posted datetime timestamp'), 'date'],
  [words('summary excerpt description desc abstract teaser snippet'), 'summary'],
  [words('rating stars star score'), 'rating'],
];

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
  if (isTitle(element, source.head)) return 'title';
  return byClass(source) ?? 'text';
}

function linkName({ element, head }: NameSource): string {
  const word = byClassOf(element, head);
  return word === null || word === 'title' || isTitle(element, head) ? 'link' : `${word}_link`;
}

/** Whether an element is or holds a heading of its record, or is in one. */
export function isTitle(element: Element, head: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== head; at = parentOf(at)) {
    if (heading.test(at.name)) return true;
  }
  return element !== head && elementsBelow(element).some(({ name }) => heading.test(name));
}

const heading = /^h[1-6]$/;
const parentOf = ({ parent }: Element): Element | null => (parent !== null && isTag(parent) ? parent : null);

function byClass({ element, head }: NameSource): string | null {
  let at: Element | null = element;
  for (let climb = 0; climb < 3 && at !== null && at !== head; climb += 1) {
    const word = byClassOf(at, head);
    if (word !== null) return word;
    at = parentOf(at);
  }
  return null;
}

function byClassOf(element: Element, head: Element): string | null {
  const known = new Set(nameWords(head));
  const all = stableClasses(element)
    .flatMap((name) =>
      name
        .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    )
    .filter((word) => word.length > 1);
  for (const [meant, name] of meanings) if (all.some((word) => meant.has(word))) return name;
  const telling = all.filter((word) => !idle.has(word) && !known.has(word) && word.length > 2);
  return telling.at(-1) ?? null;
}

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
