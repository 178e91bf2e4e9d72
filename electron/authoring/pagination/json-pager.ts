import { writeStep, type JsonKey } from '../../../shared/selectors/json-path-text.ts';
import { isObject } from '../../extract/json-path/node.ts';
import type { JsonValue } from '../../extract/types.ts';
import { addresses, groups, nextUrls, plainName, type NameSet } from './json-names.ts';

/** A value of an answer that may speak of the pages of a list. */
export interface PagerValue {
  /** As it is written. */
  name: string;
  plain: string;
  /** JSONPath. */
  path: string;
  value: string | number | boolean;
  /** Whether it lies in an object such as "pagination". */
  grouped: boolean;
}

/** Objects that are looked into; an answer with more is known by its beginning. */
const maxObjects = 3000;
const maxDepth = 6;
/** The most links in a list of links. */
const maxLinks = 20;

/**
 * The values of an answer that speak of the pages of a list: those beside it, or beside what holds it, nearest to the top first.
 * What lies in other lists, or beside them, says nothing of this one.
 * @param list the path of its entries
 */
export function pagerValues(answer: JsonValue, list: string): PagerValue[] {
  const values: PagerValue[] = [];
  const open: { object: Record<string, JsonValue>; keys: JsonKey[] }[] = [];
  if (isObject(answer)) open.push({ object: answer, keys: [] });
  for (let at = 0; at < open.length && at < maxObjects; at += 1) {
    const { object, keys } = open[at] ?? { object: {}, keys: [] };
    const isBeside = holds(holderOf(keys), list);
    for (const [name, value] of Object.entries(object)) {
      const own = [...keys, name];
      if (isObject(value)) {
        if (own.length < maxDepth) open.push({ object: value, keys: own });
      } else if (!isBeside) continue;
      else if (Array.isArray(value)) values.push(...linkIn(value, own));
      else if (value !== null) values.push(valueAt(own, value));
    }
  }
  return values;
}

function valueAt(keys: readonly JsonKey[], value: PagerValue['value']): PagerValue {
  const [own = '', around = ''] = [keys.at(-1), keys.at(-2)].map((key) => String(key ?? ''));
  // The address of an object "next" is that of the next page, the value of an object "total" the total.
  const isOfNext = addresses.has(plainName(own)) && nextUrls.has(plainName(around));
  const name = isOfNext || (own === 'value' && around === 'total') ? around : own;
  const grouped = keys.length > 1 && groups.has(plainName(around));
  return { name, plain: plainName(name), path: pathOf(keys), value, grouped };
}

/** The link to the next page in a list of links with relations. */
function linkIn(entries: readonly JsonValue[], keys: readonly JsonKey[]): PagerValue[] {
  if (!/^_?links?$/i.test(String(keys.at(-1)))) return [];
  return entries.slice(0, maxLinks).flatMap((entry) => {
    if (!isObject(entry)) return [];
    const [relation, address] = [
      ['rel', 'relation'],
      ['href', 'url', 'uri'],
    ].map((names) => names.find((name) => typeof entry[name] === 'string'));
    if (relation === undefined || address === undefined || entry[relation] !== 'next') return [];
    const value = entry[address];
    if (typeof value !== 'string') return [];
    const path = `${pathOf(keys)}[?@.${relation} == 'next'].${address}`;
    return [{ name: 'next', plain: 'next', path, value, grouped: true }];
  });
}

const pathOf = (keys: readonly JsonKey[]): string => `$${keys.map(writeStep).join('')}`;

/** What an object speaks of: the object around it where it only groups what is said about pages. */
function holderOf(keys: readonly JsonKey[]): string {
  const end = keys.findLastIndex((key) => typeof key === 'string' && !groups.has(plainName(key)));
  return pathOf(keys.slice(0, end + 1));
}

/** Whether a list lies in an object. */
const holds = (path: string, list: string): boolean =>
  path === '$' || (list.startsWith(path) && /^[.[]/.test(list.slice(path.length)));

/** The first value of one of these names; those in a group of their own first. */
function find<T extends PagerValue['value']>(
  values: readonly PagerValue[],
  known: NameSet,
  isFit: (value: PagerValue['value']) => value is T,
): (PagerValue & { value: T }) | null {
  const fits = (each: PagerValue): each is PagerValue & { value: T } =>
    known.has(each.plain) && isFit(each.value);
  const found = values.filter(fits);
  return found.find(({ grouped }) => grouped) ?? found[0] ?? null;
}

/** The first whole number of one of these names, also one that is written as a text. */
export function numberOf(
  values: readonly PagerValue[],
  known: NameSet,
): (PagerValue & { number: number }) | null {
  const isNumber = (value: PagerValue['value']): value is number | string =>
    typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : isDigits(value);
  const found = find(values, known, isNumber);
  return found === null ? null : { ...found, number: Number(found.value) };
}

/** Whether a value is a whole number as text. */
export const isDigits = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,15}$/.test(value);

/** The first text of one of these names that fits. */
export const textOf = (
  values: readonly PagerValue[],
  known: NameSet,
  isFit: (text: string) => boolean,
): (PagerValue & { value: string }) | null =>
  find(values, known, (value): value is string => typeof value === 'string' && isFit(value));

/** The first boolean of one of these names. */
export const flagOf = (values: readonly PagerValue[], known: NameSet): boolean | null =>
  find(values, known, (value): value is boolean => typeof value === 'boolean')?.value ?? null;
