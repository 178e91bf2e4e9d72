import { entriesOf, isObject, isSet, memberOf, membersOf, type PlainObject } from './plain.ts';
import type { Path } from './problems.ts';
import { readsAsDate, readsAsNumber } from './written-values.ts';

/** Something that may be better another way. Nothing is wrong: offers are no problems, and are never counted as such. */
export interface Offer {
  /** The callback or field that it is about. */
  readonly path: Path;
  /** The label of its button. */
  readonly title: string;
  /** What changes, and for what. */
  readonly why: string;
  /** The one value that is written when it is accepted. */
  readonly change: { readonly path: Path; readonly value: unknown };
}

/** The offers for a spider document of any shape, in its order. */
export function offersOf(document: unknown): Offer[] {
  return membersOf(memberOf(document, 'callbacks')).flatMap(([name, callback]) => {
    const path = ['callbacks', name];
    return [...rowsOffer(callback, path), ...linkOffers(memberOf(callback, 'extract'), [...path, 'extract'])];
  });
}

/** Offers rows where the only field of a callback is a list of objects. */
function rowsOffer(callback: unknown, path: Path): Offer[] {
  const rows = rowsOfOnlyList(callback);
  if (rows === null) return [];
  const why = `Each entry of "${rows.list}" becomes an item, and its fields become columns. Today a page is one item, with all entries in one column.`;
  return [{ path, title: 'Make each entry an item', why, change: { path, value: rows.callback } }];
}

/**
 * The callback that makes an item of each entry, for one whose only field is a list of objects; null for any other.
 * A list with processors, or of fragments of HTML, cannot be said as rows.
 */
export function rowsOfOnlyList(callback: unknown): { list: string; callback: PlainObject } | null {
  const [only, ...others] = membersOf(memberOf(callback, 'extract'));
  if (!isObject(callback) || isSet(callback.iterate) || only === undefined || others.length > 0) return null;
  const [list, field] = only;
  if (!isObject(field) || field.type !== 'nested_list') return null;
  const { selector, extract } = field;
  if (typeof selector !== 'string' || selector === '' || membersOf(extract).length === 0) return null;
  if (isSet(field.as) || entriesOf(field.processors).length > 0) return null;
  return { list, callback: { iterate: { selector }, extract } };
}

function linkOffers(fields: unknown, path: Path): Offer[] {
  return membersOf(fields).flatMap(([name, field]) => {
    const place = [...path, name];
    if (!isObject(field)) return [];
    const offer = takesLink(field) ? [linkOffer(field, place)] : [];
    return [...offer, ...linkOffers(field.extract, [...place, 'extract'])];
  });
}

function linkOffer(field: PlainObject, path: Path): Offer {
  return {
    path,
    title: 'Make the link absolute',
    why: 'The attribute has the address as the page writes it, for example "/item/5". The processor urljoin completes it by the address of the page.',
    change: withProcessor(field, path, { type: 'urljoin' }),
  };
}

/** Processors that leave a link what it is. */
const harmless = ['strip', 'collapse', 'default'];

/** Whether a field selects a link as the page has it, and keeps it so. */
function takesLink(field: PlainObject): boolean {
  const { css, xpath } = field;
  const selects =
    (typeof css === 'string' && /::attr\(\s*(?:href|src)\s*\)\s*$/.test(css)) ||
    (typeof xpath === 'string' && /@(?:href|src)\s*$/.test(xpath));
  return selects && !isSet(field.json_path) && typesOf(field).every((type) => harmless.includes(type));
}

/**
 * What to make of a field whose values are texts, by what they read as: numbers, or dates; null: neither, or the field
 * makes something of its values already.
 *
 * @param values values of the field on a page; what is not text or is empty says nothing
 */
export function offerForValues(field: unknown, path: Path, values: readonly unknown[]): Offer | null {
  if (!isObject(field) || typesOf(field).some((type) => !neutral.includes(type))) return null;
  const given = values.filter((value) => isSet(value) && value !== '');
  const texts = given.filter((value) => typeof value === 'string').map((text) => text.trim());
  if (texts.length === 0 || texts.length < given.length) return null;
  if (texts.every(readsAsNumber)) {
    return {
      path,
      title: 'Make it a number',
      why: 'The values are texts that read as numbers. The processor number makes numbers of them, which can be sorted and computed.',
      change: withProcessor(field, path, { type: 'number' }),
    };
  }
  if (!texts.every(readsAsDate)) return null;
  return {
    path,
    title: 'Make it a date',
    why: 'The values are texts that read as dates. The processor parse_datetime makes dates of them that are all written the same way.',
    change: withProcessor(field, path, { type: 'parse_datetime' }),
  };
}

/** Processors behind which a text is still the text that the page has. */
const neutral = ['strip', 'collapse', 'default'];

const typesOf = (field: PlainObject): string[] =>
  entriesOf(field.processors).map((processor) => String(memberOf(processor, 'type')));

/** Processors that stand in for a missing value, or make a text of a list: what a value is read as goes before them. */
const last = ['default', 'join'];

function withProcessor(field: PlainObject, path: Path, processor: PlainObject): Offer['change'] {
  const present = entriesOf(field.processors);
  const at = typesOf(field).findIndex((type) => last.includes(type));
  const index = at === -1 ? present.length : at;
  return { path: [...path, 'processors'], value: present.toSpliced(index, 0, processor) };
}
