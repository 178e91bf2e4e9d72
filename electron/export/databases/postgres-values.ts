import { createHash } from 'node:crypto';
import { cellText, isCell, JsonText, type Cell, type Column, type ColumnType } from '../cells.ts';

/** Types of columns that are created. */
export const declared: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  time: 'timestamp with time zone',
  json: 'jsonb',
};

/** The most bytes of a name. The server would cut longer ones, and might make two the same. */
const nameBytes = 63;

/** Returns a name as the server keeps it. */
export function fittingName(name: string): string {
  let short = name;
  while (Buffer.byteLength(short) > nameBytes) short = short.slice(0, -1);
  return short.toWellFormed();
}

/** Digits of a hash in a shortened name: enough to tell a thousand lists apart. */
const hashDigits = 8;

/**
 * Returns a name of a table as the server keeps it. A longer one ends in a hash of the whole name, so that two that begin alike stay
 * two, and every export finds the same.
 */
export function fittingTableName(name: string): string {
  if (Buffer.byteLength(name) <= nameBytes) return name;
  const ending = `_${createHash('sha256').update(name).digest('hex').slice(0, hashDigits)}`;
  let short = name;
  while (Buffer.byteLength(short) > nameBytes - ending.length) short = short.slice(0, -1);
  return short.toWellFormed() + ending;
}

/**
 * A cell as text that the server reads into a column of a type, without what it cannot hold; null: no value.
 * @param changed called where something was left out
 */
export function serverText(cell: Cell, type: string, changed: () => void): string | null {
  if (cell === null) return null;
  const isJson = isJsonType(type);
  const text =
    isJson && !(cell instanceof JsonText)
      ? JSON.stringify(cell)
      : type.endsWith('[]') && cell instanceof JsonText
        ? arrayText(cell.json)
        : cellText(cell);
  if (text === '' && !isTextType(type)) return null;
  const cleaned = isJson ? cleanJson(text) : cleanText(text);
  if (cleaned !== text) changed();
  return cleaned;
}

/** A list of plain values as the server writes arrays; other JSON stays as it is, and is refused there. */
function arrayText(json: string): string {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list) || !list.every(isCell)) return json;
  const entries = list.map((entry) =>
    entry === null ? 'NULL' : `"${cellText(entry).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  );
  return `{${entries.join(',')}}`;
}

const cleanText = (text: string): string =>
  // A NUL ends a text in the server.
  text.includes('\0') ? text.replaceAll('\0', '').toWellFormed() : text.toWellFormed();

/** Escaped NUL characters and halves of characters; whole ones are never escaped by JSON.stringify. */
const cleanJson = (text: string): string =>
  /\\u(?:0000|d[89a-f])/i.test(text)
    ? text.replaceAll(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/gis, (escape) =>
        /^\\u0000$/.test(escape) ? '' : /^\\ud/i.test(escape) ? '\ufffd' : escape,
      )
    : text;

/** A column of a table that is there. */
export interface ServerColumn {
  name: string;
  /** As `format_type` gives it, such as `numeric(10,2)`. */
  type: string;
  /** Whether the server makes its values. */
  isGenerated: boolean;
}

/** A column of the rows, and the type that the server has for it. */
export interface PlacedColumn extends Column {
  /** The column of the rows. */
  from: string;
  serverType: string;
}

const isTextType = (type: string): boolean => /^(?:text|character|"?char|name|citext)/.test(type);

/** Whether values of a type are written as JSON. */
const isJsonType = (type: string): boolean => type === 'jsonb' || type === 'json';

/**
 * The expression that makes a value of a text. A type with a length is assigned, which refuses longer texts; a cast would cut them.
 */
export const converted = (name: string, type: string): string =>
  isTextType(type) && !type.endsWith('[]') ? name : `${name}::${type.replace(/\(.*?\)/, '')}`;

/** A name as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
