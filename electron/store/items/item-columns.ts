import type { DatasetColumnName } from '../../../shared/columns-of-dataset.ts';
import type { ItemColumnName } from '../../../shared/item-columns.ts';
import { entryFilledSql, scalarFilledSql, withoutFileSql } from './filled-sql.ts';
import type { ItemColumn, ItemFilter } from './item-queries.ts';
import { containsSql } from '../database/text-match.ts';
import type { ValueSql } from '../database/value-sql.ts';

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
  gone: `iif(seen.last_place < coalesce((SELECT max(place) FROM dataset_runs AS told WHERE told.spider_id = seen.spider_id AND tells = 1), 0), 1, 0)`,
};

/** Columns whose values are milliseconds since 1970, and are compared with a time as text. */
const times = new Set<string>(['scraped_at', 'first_seen', 'last_seen', 'changed_at']);

/** A query over items to which a column or a condition is added. */
export interface ItemSql {
  /** How values are written in the SQL of the database. */
  sql: ValueSql;
  /** The parameters of the query, which receive more. */
  values: Record<string, unknown>;
}

/**
 * The value of a column in SQL: text, number, or JSON text for lists and objects; true and false are 1 and 0.
 * @param name a prefix for parameters, which are added to `values`
 */
function valueSql(column: ItemColumn, name: string, { sql, values }: ItemSql): string {
  if (column.kind === 'column') return expressions[column.name];
  if (column.kind === 'dataset') return datasetExpressions[column.name];
  values[`${name}_key`] = column.key;
  return sql.field(sql.object('items.metadata_json'), `@${name}_key`, isPlainKey(column.key));
}

/** The value of a column as JSON text, which tells true from 1; null where there is none. */
export function jsonSql(column: ItemColumn, name: string, { sql, values }: ItemSql): string {
  if (column.kind === 'dataset' && column.name === 'gone')
    return `iif(${datasetExpressions.gone} = 1, 'true', 'false')`;
  if (column.kind === 'dataset') return `json_quote(${datasetExpressions[column.name]})`;
  if (column.kind === 'column') return `json_quote(${expressions[column.name]})`;
  values[`${name}_key`] = column.key;
  return sql.fieldJson(sql.object('items.metadata_json'), `@${name}_key`, isPlainKey(column.key));
}

const isPlainKey = (key: string): boolean => /^[\p{L}\p{N}_ .:/-]+$/u.test(key);

/** Whether a column is filled. @param name as of `valueSql` */
function filledSql(column: ItemColumn, name: string, query: ItemSql): string {
  const { sql } = query;
  const value = sql.text(valueSql(column, name, query));
  if (column.kind !== 'metadata') return scalarFilledSql(value);
  if (!isPlainKey(column.key)) {
    const entry = `json_each(${sql.object('items.metadata_json')}) AS field`;
    return `coalesce((SELECT ${entryFilledSql('field')} FROM ${entry} WHERE key = @${name}_key), FALSE)`;
  }
  // As JSON, which tells an empty list from a text that looks like one.
  const json = jsonSql(column, name, query);
  return `(coalesce(${json}, 'null') NOT IN ('null', '[]', '{}') AND ${scalarFilledSql(value)} AND NOT ${withoutFileSql(json)})`;
}

/** Items without a value come last in both directions. */
export function orderSql(column: ItemColumn, descending: boolean, name: string, query: ItemSql): string {
  const direction = descending ? 'DESC' : 'ASC';
  if (column.kind === 'column' && column.name === 'id') return `items.id ${direction}`;
  return query.sql.order(valueSql(column, name, query), column.kind === 'metadata', direction);
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
  query: ItemSql,
): string {
  const { sql, values } = query;
  const value = valueSql(column, name, query);
  const text = `coalesce(${sql.text(value)}, '')`;
  const isTime = column.kind !== 'metadata' && times.has(column.name);
  const operand = isTime ? Date.parse(String(wanted)) : typeof wanted === 'boolean' ? Number(wanted) : wanted;
  switch (operator) {
    case 'empty':
      return `NOT ${filledSql(column, name, query)}`;
    case 'not-empty':
      return filledSql(column, name, query);
    case 'contains':
      return containsSql(text, String(wanted ?? ''), name, values);
    case 'not-contains':
      return `NOT ${containsSql(text, String(wanted ?? ''), name, values)}`;
    case 'equals':
    case 'not-equals': {
      values[name] = operand ?? '';
      const equal =
        typeof operand === 'number'
          ? `${sql.number(value)} = ${numberOf(name)}`
          : sql.isText(value, `@${name}`);
      const same = `(${value} IS NOT NULL AND ${equal})`;
      return operator === 'equals' ? same : `NOT ${same}`;
    }
    case 'starts-with':
      values[name] = String(wanted ?? '').toLowerCase();
      return `substr(lower(${text}), 1, length(@${name})) = @${name}`;
    case 'ends-with':
      values[name] = String(wanted ?? '').toLowerCase();
      return `(length(@${name}) = 0 OR substr(lower(${text}), -length(@${name})) = @${name})`;
    case 'greater':
    case 'greater-or-equal':
    case 'less':
    case 'less-or-equal':
      values[name] = operand ?? '';
      return typeof operand === 'number'
        ? `(${sql.number(value)} ${comparisons[operator]} ${numberOf(name)})`
        : sql.compared(value, comparisons[operator], `@${name}`);
    default:
      return operator satisfies never;
  }
}

const numberOf = (name: string): string => `CAST(@${name} AS REAL)`;
