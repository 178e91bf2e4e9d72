import { hash } from 'node:crypto';
import { comparedValue, isFileField } from '../../shared/file-value.ts';
import { isFilled, type ItemFields } from '../../shared/filled.ts';
import { metadataName } from '../../shared/item-columns.ts';
import type { ItemRow } from '../store/items/item-queries.ts';

/** What tells an item from the others of its side. */
export interface ItemIdentity {
  /** Items with equal keys are the same thing. Several of one side, such as rows of one page, are paired by their values. */
  key: string;
  /** Whether fields were to tell it apart, and one of them is empty. */
  keyless: boolean;
  /** Whether the key is shared on purpose: a row that has only its place on a page. Otherwise, equal keys are duplicates. */
  shared: boolean;
}

/** An item as a comparison reads it. */
export interface ComparedItem extends ItemIdentity {
  /** Its row id as text. */
  id: string;
  url: string;
  /** Filled values by field, in the order of the item. What every run changes (id, run, version, time) is none of them. */
  values: ReadonlyMap<string, unknown>;
}

/** One side of a comparison. */
export interface ComparedSide {
  /** How many items `batches` reads. */
  readonly total: number;
  /** Reads all items, in the order of their ids. */
  readonly batches: () => AsyncIterable<readonly ComparedItem[]>;
  /** Reads some items again, by id. Those that have been deleted meanwhile are left out. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, ComparedItem>>;
}

const ownFields = ['title', 'content', 'author', 'published_date'] as const;

/** An item of the store as a comparison reads it. */
export const comparedItem = (row: ItemRow, identity: ItemIdentity): ComparedItem => ({
  ...identity,
  id: row.id,
  url: row.url,
  values: valuesOf(row),
});

/** The filled values of an item, extracted or stored, by field. */
export function valuesOf(item: ItemFields & { url: string }): Map<string, unknown> {
  const values = new Map<string, unknown>([['url', item.url]]);
  for (const name of ownFields) if (isFilled(item[name])) values.set(name, item[name]);
  for (const [name, value] of Object.entries(item.metadata))
    if (isFilled(value)) values.set(metadataName(name), value);
  return values;
}

/** JSON with the keys of objects in one order, so that equal values have equal texts. Downloaded files are equal by their content. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (isFileField(value)) return JSON.stringify(comparedValue(value));
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonicalJson(entry)}`).join(',')}}`;
}

/** Whether two values are equal as canonical JSON. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b));

/** The first 64 bits of the SHA-1 of a text, as two numbers of 32 bits. */
export function hash64(text: string): readonly [high: number, low: number] {
  // As a text of one character for each byte: millions of buffers would be slow to collect.
  const digest = hash('sha1', text, 'binary');
  return [numberAt(digest, 0), numberAt(digest, 4)];
}

const numberAt = (bytes: string, from: number): number =>
  ((bytes.charCodeAt(from) << 24) |
    (bytes.charCodeAt(from + 1) << 16) |
    (bytes.charCodeAt(from + 2) << 8) |
    bytes.charCodeAt(from + 3)) >>>
  0;

/** A text that two items share if they have the same values, in whatever order. */
export const contentsOf = ({ values }: Pick<ComparedItem, 'values'>): string =>
  [...values.keys()]
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(values.get(name))}`)
    .join(',');
