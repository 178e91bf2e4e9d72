/**
 * How values that are texts in one row and numbers in the next one are read, compared and ordered in SQL. Here is what the databases
 * have no common words for. Arguments and results are expressions of SQL.
 */
export interface ValueSql {
  /** The text of a column as a JSON object; one without any fields where it is damaged. */
  object(json: string): string;
  /**
   * The value of a field: text, number, or JSON text for lists and objects; true and false are 1 and 0.
   * @param key a parameter that holds its name
   * @param isPlain whether the name is of letters, digits and the like
   */
  field(object: string, key: string, isPlain: boolean): string;
  /** The value of a field as JSON text, which tells true from 1; null where there is none. */
  fieldJson(object: string, key: string, isPlain: boolean): string;
  text(value: string): string;
  /** null for anything but a number, or a text that is nothing but one. */
  number(value: string): string;
  /** Whether a value has the text of a parameter, regardless of the case of ASCII letters. */
  isText(value: string, parameter: string): string;
  /** Whether a value is a text, and how it compares with that of a parameter, regardless of the case of ASCII letters. */
  compared(value: string, comparison: '>' | '>=' | '<' | '<=', parameter: string): string;
  /** Terms of an order: numbers before texts, and the other way round when descending; what is empty comes last. */
  order(value: string, mayBeJson: boolean, direction: 'ASC' | 'DESC'): string;
}

export const sqliteValues: ValueSql = {
  object: (json) => `iif(json_valid(${json}), ${json}, '{}')`,
  // `->` reads some names as paths or cannot quote them; comparing names one by one is right for all of them.
  field: (object, key, isPlain) =>
    isPlain ? `(${object} ->> ${key})` : `(SELECT value FROM json_each(${object}) WHERE key = ${key})`,
  fieldJson: (object, key, isPlain) =>
    isPlain
      ? `(${object} -> ${key})`
      : `(SELECT CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'array' THEN value WHEN 'object' THEN value
        ELSE json_quote(value) END FROM json_each(${object}) WHERE key = ${key})`,
  text: (value) => `CAST(${value} AS TEXT)`,
  number: (value) => `CASE typeof(${value}) WHEN 'integer' THEN ${value} WHEN 'real' THEN ${value}
    WHEN 'text' THEN iif(${value} NOT GLOB '*[^0-9.+-]*' AND ${value} GLOB '*[0-9]*', CAST(${value} AS REAL), NULL) END`,
  isText: (value, parameter) => `CAST(${value} AS TEXT) = ${parameter} COLLATE NOCASE`,
  compared: (value, comparison, parameter) =>
    `(typeof(${value}) = 'text' AND ${value} COLLATE NOCASE ${comparison} ${parameter})`,
  order(value, mayBeJson, direction) {
    // Told with one look at the value: a million of them are looked at.
    const filled = mayBeJson ? `nullif(nullif(nullif(${value}, ''), '[]'), '{}')` : `nullif(${value}, '')`;
    return `${filled} COLLATE NOCASE ${direction} NULLS LAST`;
  },
};

/** Escapes of JSON for NUL and for halves of characters, which PostgreSQL writes down but does not read. */
const unreadable = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u)[dD][c-fC-F][0-9a-fA-F]{2})`;

/** JSON that PostgreSQL reads, with U+FFFD in the place of what it does not. @param json an expression of SQL */
export const readableJson = (json: string): string =>
  String.raw`CASE WHEN strpos(${json}, '\u') > 0 THEN regexp_replace(${json}, '${unreadable}', '\1\\ufffd', 'g') ELSE ${json} END`;

/** With the functions of `postgres/schema/values.ts`, which take JSON, texts and numbers. */
export const postgresValues: ValueSql = {
  object: readableJson,
  field: (object, key) => `json_field(${object}, ${key})`,
  fieldJson: (object, key) => `CAST(json_field(${object}, ${key}) AS TEXT)`,
  text: (value) => `value_text(${value})`,
  number: (value) => `value_number(${value})`,
  isText: (value, parameter) => `lower(value_text(${value})) = lower(${parameter})`,
  compared: (value, comparison, parameter) =>
    `(value_is_text(${value}) AND lower(value_text(${value})) ${comparison} lower(${parameter}))`,
  order: (value, _, direction) =>
    ['value_rank', 'value_place', 'value_folded']
      .map((part) => `${part}(${value}) ${direction} NULLS LAST`)
      .join(', '),
};
