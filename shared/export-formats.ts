/** The formats of exports. */
export const exportFormats = ['csv', 'json', 'jsonl', 'xlsx', 'parquet', 'sqlite'] as const;
/** A format of exports; `jsonl` is one JSON object per line, `sqlite` a database. */
export type ExportFormat = (typeof exportFormats)[number];

/** What rows are written as: a format of files, or `table`, which is a table of a database. */
export const rowForms = [...exportFormats, 'table'] as const;
/** A form of rows. */
export type RowForm = (typeof rowForms)[number];

/** What people call the formats. */
export const formatNames: Readonly<Record<RowForm, string>> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON Lines',
  xlsx: 'Excel',
  parquet: 'Parquet',
  sqlite: 'SQLite',
  table: 'a table of a database',
};

/** The formats whose files can get more items later. */
export const appendableFormats: readonly RowForm[] = ['csv', 'jsonl', 'sqlite'];

/**
 * Dialects of CSV. `standard` is RFC 4180: commas, UTF-8 without a byte order mark. `excel` opens as a table on a double
 * click: with a byte order mark and the list separator of the computer. `bom` is `standard` with a byte order mark.
 */
export const csvDialects = ['standard', 'excel', 'bom'] as const;
/** A dialect of CSV. */
export type CsvDialectName = (typeof csvDialects)[number];

/**
 * Ways to write a nested value. `columns`: a column for each member, with dotted names. `join`: a list as one text. `json`: JSON
 * text. `table`: the entries of a list as rows of a table of their own.
 */
export const flattenWays = ['columns', 'join', 'json', 'table'] as const;
/** A way to write a nested value. */
export type FlattenWay = (typeof flattenWays)[number];

/** Kinds of nested values: an object, a list of plain values, a list with objects or lists. */
export const nestedKinds = ['object', 'values', 'objects'] as const;
/** A kind of nested values. */
export type NestedKind = (typeof nestedKinds)[number];

/** How the values of one path are written. */
export interface PathChoice {
  /** The name of a field, dotted inside of objects. */
  path: string;
  as: FlattenWay;
  /** For `join`: what stands between the entries; ", " if left out. */
  separator?: string;
}
