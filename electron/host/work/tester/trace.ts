import type { SelectorMatch } from '../../../../shared/contract/types.ts';
import type { SelectorLanguage } from '../../../../shared/selectors/language.ts';
import type { FieldExtract, Spider } from '../../../../shared/spider/schema.ts';
import type { FieldStep, JsonValue, NewItem } from '../../../extract/types.ts';
import type { ItemColumn, ItemRow } from '../../../store/items/item-queries.ts';
import { isJson } from '../../data/rows.ts';

/** Names of members and places in lists, from the value of a field inwards. */
export type Inside = readonly (string | number)[];

/** A row or an entry of a nested list that a value was taken from. */
export interface TraceScope {
  kind: 'row' | 'entry';
  language: SelectorLanguage;
  selector: string;
  /** Its place among all of them, from 0. */
  index: number;
  total: number;
  /** Number of its element or JSON value; null: it has none. */
  element: number | null;
}

/** How a value is taken from a page. */
export interface Trace {
  source: 'field' | 'url' | 'article';
  /** The article strategy, and why those before it gave nothing; null: no article. */
  strategy: { name: string; earlier: string[] } | null;
  /** The rows and entries around it, from the outside. */
  scopes: TraceScope[];
  /** The definition of the field in the spider; null: it has none. */
  definition: FieldExtract | null;
  language: SelectorLanguage | null;
  selector: string | null;
  /** All matches of the selector, and how many. */
  matches: number;
  /** The first match that the value was taken from. */
  taken: SelectorMatch | null;
  /** Numbers of the elements that the value was taken from. */
  elements: number[];
  steps: FieldStep[];
  value: JsonValue;
}

/** What a page gives again, or why it does not. */
export type Retaken = { ok: true; trace: Trace } | { ok: false; reason: string };

/** What is sought on a page. */
export interface Sought {
  spider: Spider;
  callback: string;
  column: ItemColumn;
  inside: Inside;
}

/** Name of the field behind a column. */
export const fieldOf = (column: ItemColumn): string =>
  column.kind === 'metadata' ? column.key : column.name;

/** The value of a column of an item, or what is inside of it. */
export function valueAt(
  item: Pick<ItemRow | NewItem, 'metadata'>,
  column: ItemColumn,
  inside: Inside,
): JsonValue {
  const whole: unknown =
    column.kind === 'metadata' ? ownMember(item.metadata, column.key) : Reflect.get(item, column.name);
  return within(asJson(whole), inside);
}

/** A value as JSON; null for what is none. */
export const asJson = (value: unknown): JsonValue => (isJson(value) ? value : null);

const ownMember = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : null;

/** What is inside of a value; null: there is nothing. */
export function within(value: JsonValue, inside: Inside): JsonValue {
  let current: JsonValue = value;
  for (const key of inside) {
    if (Array.isArray(current) && typeof key === 'number') current = current[key] ?? null;
    else if (typeof current === 'object' && current !== null && !Array.isArray(current))
      current = Object.hasOwn(current, key) ? (current[key] ?? null) : null;
    else return null;
  }
  return current;
}

/** What is left out of a trace. */
export const emptyTrace = {
  strategy: null,
  scopes: [],
  definition: null,
  language: null,
  selector: null,
  matches: 0,
  taken: null,
  elements: [],
} satisfies Partial<Trace>;
