import type { DatasetColumnName } from '../../../shared/columns-of-dataset.ts';
import type { ItemColumnName } from '../../../shared/item-columns.ts';
import { entryFilledSql, scalarFilledSql, withoutFileSql } from './filled-sql.ts';
import type { ItemColumn, ItemFilter } from './item-queries.ts';
import { containsSql } from '../database/text-match.ts';

/** The columns of every item in SQL, within a query over `items`. */
const expressions: Readonly<Record<ItemColumnName, string>> = {
  id: 'items.id',
  run: 'items.run_id',
  spider: '(SELECT name FROM spiders JOIN runs ON runs.spider_id = spiders.id WHERE runs.id = items.run_id)',
  version:
    '(SELECT number FROM spider_versions AS v JOIN runs ON runs.version_id = v.id WHERE runs.id = items.run_id)',
  url: 'items.url',
  callback: 'items.callback',
  title: 'items.title',
  content: 'items.content',
  author: 'items.author',
  published_date: 'items.published_date',
  scraped_at: 'items.scraped_at',
};

/** The columns of items of a dataset, within a query over its entries as `seen`. */
const datasetExpressions: Readonly<Record<DatasetColumnName, string>> = {
  first_seen: 'seen.first_seen',
  last_seen: 'seen.last_seen',
  changed_at: 'seen.changed_at',
  seen_in: 'seen.seen_in',
  copies: 'seen.copies',
  gone: `(seen.last_place < coalesce((SELECT max(place) FROM dataset_runs AS told WHERE told.spider_id = seen.spider_id AND tells), 0))`,
};

/** Columns whose values are milliseconds since 1970, and are compared with a time as text. */
const times = new Set<string>(['scraped_at', 'first_seen', 'last_seen', 'changed_at']);

/** A damaged text counts as none. */
const metadataSql = "iif(json_valid(items.metadata_json), items.metadata_json, '{}')";

/**
 * The value of a column in SQL: text, number, or JSON text for lists and objects; true and false are 1 and 0.
 * @param name a prefix for parameters, which are added to `values`
 */
function valueSql(column: ItemColumn, name: string, values: Record<string, unknown>): string {
  if (column.kind === 'column') return expressions[column.name];
  if (column.kind === 'dataset') return datasetExpressions[column.name];
  values[`${name}_key`] = column.key;
  return isPlainKey(column.key)
    ? `(${metadataSql} ->> @${name}_key)`
    : `(SELECT value FROM json_each(${metadataSql}) WHERE key = @${name}_key)`;
}

/** The value of a column as JSON text, which tells true from 1; null where there is none. */
export function jsonSql(column: ItemColumn, name: string, values: Record<string, unknown>): string {
  if (column.kind === 'dataset' && column.name === 'gone')
    return `iif(${datasetExpressions.gone}, 'true', 'false')`;
  if (column.kind === 'dataset') return `json_quote(${datasetExpressions[column.name]})`;
  if (column.kind === 'column') return `json_quote(${expressions[column.name]})`;
  values[`${name}_key`] = column.key;
  return isPlainKey(column.key)
    ? `(${metadataSql} -> @${name}_key)`
    : `(SELECT CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'array' THEN value WHEN 'object' THEN value
        ELSE json_quote(value) END FROM json_each(${metadataSql}) WHERE key = @${name}_key)`;
}

/** `->` reads some keys as paths or cannot quote them; comparing keys one by one is right for all of them. */
function isPlainKey(key: string): boolean {
  return /^[\p{L}\p{N}_ .:/-]+$/u.test(key);
}

/** Whether a column is filled. @param name as of `valueSql` */
function filledSql(column: ItemColumn, name: string, values: Record<string, unknown>): string {
  const value = valueSql(column, name, values);
  if (column.kind !== 'metadata') return scalarFilledSql(value);
  if (!isPlainKey(column.key))
    return `coalesce((SELECT ${entryFilledSql('field')} FROM json_each(${metadataSql}) AS field WHERE key = @${name}_key), 0)`;
  // As JSON, which tells an empty list from a text that looks like one.
  const json = jsonSql(column, name, values);
  return `(coalesce(${json}, 'null') NOT IN ('null', '[]', '{}') AND ${scalarFilledSql(value)} AND NOT ${withoutFileSql(json)})`;
}

/** Items without a value come last in both directions. */
export function orderSql(
  column: ItemColumn,
  descending: boolean,
  name: string,
  values: Record<string, unknown>,
): string {
  const direction = descending ? 'DESC' : 'ASC';
  if (column.kind === 'column' && column.name === 'id') return `items.id ${direction}`;
  const value = valueSql(column, name, values);
  // Told with one look at the value: a million of them are looked at.
  const filled =
    column.kind !== 'metadata' ? `nullif(${value}, '')` : `nullif(nullif(nullif(${value}, ''), '[]'), '{}')`;
  return `${filled} COLLATE NOCASE ${direction} NULLS LAST`;
}

const comparisons = {
  greater: '>',
  'greater-or-equal': '>=',
  less: '<',
  'less-or-equal': '<=',
} as const;

export function filterSql(
  { column, operator, value: wanted }: ItemFilter,
  name: string,
  values: Record<string, unknown>,
): string {
  const value = valueSql(column, name, values);
  const isTime = column.kind !== 'metadata' && times.has(column.name);
  const operand = isTime ? Date.parse(String(wanted)) : typeof wanted === 'boolean' ? Number(wanted) : wanted;
  switch (operator) {
    case 'empty':
      return `NOT ${filledSql(column, name, values)}`;
    case 'not-empty':
      return filledSql(column, name, values);
    case 'contains':
      return containsSql(textSql(value), String(wanted ?? ''), name, values);
    case 'not-contains':
      return `NOT ${containsSql(textSql(value), String(wanted ?? ''), name, values)}`;
    case 'equals':
    case 'not-equals': {
      values[name] = operand ?? '';
      const same = `(${value} IS NOT NULL AND ${equalSql(value, name, operand)})`;
      return operator === 'equals' ? same : `NOT ${same}`;
    }
    case 'starts-with':
      values[name] = String(wanted ?? '').toLowerCase();
      return `substr(lower(${textSql(value)}), 1, length(@${name})) = @${name}`;
    case 'ends-with':
      values[name] = String(wanted ?? '').toLowerCase();
      return `(length(@${name}) = 0 OR substr(lower(${textSql(value)}), -length(@${name})) = @${name})`;
    case 'greater':
    case 'greater-or-equal':
    case 'less':
    case 'less-or-equal':
      values[name] = operand ?? '';
      return typeof operand === 'number'
        ? `(${numberSql(value)} ${comparisons[operator]} @${name})`
        : `(typeof(${value}) = 'text' AND ${value} COLLATE NOCASE ${comparisons[operator]} @${name})`;
    default:
      return operator satisfies never;
  }
}

const textSql = (value: string): string => `coalesce(CAST(${value} AS TEXT), '')`;

function equalSql(value: string, name: string, operand: unknown): string {
  return typeof operand === 'number'
    ? `${numberSql(value)} = @${name}`
    : `CAST(${value} AS TEXT) = @${name} COLLATE NOCASE`;
}

/** A value as a number; null for anything but a number, or a text that is nothing but one. */
function numberSql(value: string): string {
  return `CASE typeof(${value}) WHEN 'integer' THEN ${value} WHEN 'real' THEN ${value}
    WHEN 'text' THEN iif(${value} NOT GLOB '*[^0-9.+-]*' AND ${value} GLOB '*[0-9]*', CAST(${value} AS REAL), NULL) END`;
}
