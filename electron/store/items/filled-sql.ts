import type { ValueSql } from '../database/value-sql.ts';

/** The characters that `trim` of JavaScript removes: white space and line terminators (ECMAScript, section 12). */
const blank =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

// What `isFilled` of shared/filled.ts says, in SQL. A test holds the two against one another.

/** Whether a text, number or null is filled. @param value an expression of SQL */
export const scalarFilledSql = (value: string): string => `(trim(coalesce(${value}, ''), '${blank}') <> '')`;

/** Whether a JSON object is that of a file that could not be downloaded. @param json an expression of SQL */
const lackingFileSql = (json: string): string =>
  `(json_type(${json}, '$.file') = 'null' AND json_type(${json}, '$.error') = 'text' AND json_type(${json}, '$.url') = 'text'
    AND (SELECT count(*) FROM json_each(${json})) = 3)`;

/**
 * Whether JSON is that of a file that could not be downloaded, or a list of nothing else. @param json an expression of SQL, for JSON
 * text or null
 */
export const withoutFileSql = (json: string): string =>
  // Most values are told by one look.
  `(instr(coalesce(${json}, ''), '"error"') > 0 AND CASE json_type(${json}) WHEN 'object' THEN ${lackingFileSql(json)}
    WHEN 'array' THEN NOT EXISTS (SELECT 1 FROM json_each(${json}) AS one
      WHERE CASE one.type WHEN 'object' THEN NOT ${lackingFileSql('one.value')} ELSE true END) ELSE false END)`;

/** Whether an entry is filled, in a query over `json_each`. @param entry the name that the table has in the query */
export const entryFilledSql = (entry: string): string =>
  `(CASE ${entry}.type WHEN 'null' THEN false WHEN 'text' THEN ${scalarFilledSql(`${entry}.value`)}
    WHEN 'array' THEN ${entry}.value <> '[]' AND NOT ${withoutFileSql(`${entry}.value`)}
    WHEN 'object' THEN ${entry}.value <> '{}' AND NOT ${withoutFileSql(`${entry}.value`)} ELSE true END)`;

/** Whether any field of an item is filled, in a query over `items`. */
export const itemFilledSql = (values: ValueSql): string => `(
  ${['title', 'content', 'author', 'published_date'].map((name) => scalarFilledSql(`items.${name}`)).join(' OR ')}
  OR EXISTS (SELECT 1 FROM json_each(${values.object('items.metadata_json')}) AS field
    WHERE ${entryFilledSql('field')}))`;
