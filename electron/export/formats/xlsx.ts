import { cellText, isCell, type Cell, type Column } from '../cells.ts';
import { ExportError } from '../errors.ts';
import { distinctNames } from '../names.ts';
import type { Notes } from '../notes.ts';
import { zipStream, type ZipEntry } from '../zip-stream.ts';
import type { BinaryFormat, Table } from './format.ts';
import { bookParts, escaped, sheetHead, sheetTail } from './xlsx-parts.ts';

/** Limits of Excel: "Excel specifications and limits", Microsoft Support. */
const limits = { rows: 1_048_576, columns: 16_384, text: 32_767, sheetName: 31 } as const;
/** Bytes of XML after which a sheet ends, because a file in an archive has fewer than 4 GiB. */
const maxSheetLength = 1_000_000_000;
/** Characters of XML that are collected before they are packed. */
const chunkLength = 64 * 1024;

/** An Excel workbook (ECMA-376): a sheet for the items, and one for each list that was given its own. */
export const xlsx: BinaryFormat = {
  name: 'xlsx',
  output: 'bytes',
  values: 'cells',
  typed: false,
  splitsObjects: true,
  joinsLists: true,
  hidesBlanks: true,
  holdsTables: true,
  async *encode(tables, { notes }) {
    for await (const bytes of zipStream(entriesOf(tables, notes))) yield [bytes];
  },
};

/** How large sheets may get; tests make it smaller. */
export interface SheetLimits {
  rows: number;
}

/** The files of a workbook, in the order in which they are written. The list of sheets comes last, because rows decide their number. */
export async function* entriesOf(
  tables: readonly Table[],
  notes: Notes,
  { rows: maxRows }: SheetLimits = limits,
): AsyncGenerator<ZipEntry> {
  const titles: string[] = [];
  const named = distinctNames(
    tables.map(({ name }) => sheetName(name)),
    limits.sheetName - 4,
  );
  for (const [at, { name, columns, rows }] of tables.entries()) {
    const all = columns ?? [];
    if (all.length > limits.columns) throw tooManyColumns(all.length);
    const title = named[at] ?? name;
    const batches = rows()[Symbol.asyncIterator]();
    const source = createSource(batches, all, notes);
    for (let part = 1; part === 1 || !(await source.isOver()); part += 1) {
      titles.push(part === 1 ? title : `${title} ${part}`);
      if (part === 2) notes.change('next-sheet', name);
      if (part === 1)
        for (const column of all)
          if (legal(column.name) !== column.name) notes.change('named', legal(column.name));
      yield { name: `xl/worksheets/sheet${titles.length}.xml`, content: () => sheetOf(all, source, maxRows) };
    }
  }
  for (const { name, text } of bookParts(distinctNames(titles, limits.sheetName)))
    yield { name, content: () => [text] };
}

/** The rows of a table, which several sheets take from. */
interface Source {
  isOver(): Promise<boolean>;
  /** The next row as XML; null: there is none. @param number of the row in its sheet, from 1 */
  next(number: number): Promise<string | null> | string | null;
}

function createSource(
  batches: AsyncIterator<Iterable<ReadonlyMap<string, unknown>>>,
  columns: readonly Column[],
  notes: Notes,
): Source {
  const letters = columns.map((_, at) => columnLetters(at));
  let rows: Iterator<ReadonlyMap<string, unknown>> | null = null;
  let waiting: ReadonlyMap<string, unknown> | null = null;
  async function pull(): Promise<ReadonlyMap<string, unknown> | null> {
    for (;;) {
      const found = rows?.next();
      if (found !== undefined && found.done !== true) return found.value;
      const batch = await batches.next();
      if (batch.done === true) return null;
      rows = batch.value[Symbol.iterator]();
    }
  }
  function xmlOf(row: ReadonlyMap<string, unknown>, number: number): string {
    let xml = `<row r="${number}">`;
    for (const [at, column] of columns.entries()) {
      const cell = row.get(column.name);
      if (isCell(cell) && cell !== null) xml += cellXml(cell, column, `${letters[at]}${number}`, notes);
    }
    return `${xml}</row>`;
  }
  return {
    async isOver() {
      waiting ??= await pull();
      return waiting === null;
    },
    next(number) {
      if (waiting !== null) {
        const row = waiting;
        waiting = null;
        return xmlOf(row, number);
      }
      // Most rows are at hand, and waiting for a promise would cost more than the row.
      const found = rows?.next();
      if (found !== undefined && found.done !== true) return xmlOf(found.value, number);
      return pull().then((row) => (row === null ? null : xmlOf(row, number)));
    },
  };
}

async function* sheetOf(columns: readonly Column[], source: Source, maxRows: number): AsyncGenerator<string> {
  let chunk = sheetHead(
    columns.map(({ name }, at) => ({ name: legal(name), place: `${columnLetters(at)}1` })),
  );
  let length = 0;
  for (let number = 2; number <= maxRows && length < maxSheetLength; number += 1) {
    const made = source.next(number);
    const xml = typeof made === 'string' || made === null ? made : await made;
    if (xml === null) break;
    chunk += xml;
    if (chunk.length < chunkLength) continue;
    length += chunk.length;
    yield chunk;
    chunk = '';
  }
  yield chunk + sheetTail;
}

function cellXml(cell: Cell, { name, type }: Column, place: string, notes: Notes): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const text = cellText(cell);
  if (type === 'time') {
    const day = dayOf(text);
    if (day !== null) return `<c r="${place}" s="1"><v>${day}</v></c>`;
  }
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${fitting(text, name, notes)}</t></is></c>`;
}

/** Returns a text as XML that Excel takes, and notes what it loses. */
function fitting(text: string, column: string, notes: Notes): string {
  let kept = text;
  if (kept.length > limits.text) {
    notes.change('cut', column);
    // Half of a character outside the basic plane would not be valid.
    kept = kept.slice(0, limits.text).replace(/[\ud800-\udbff]$/, '');
  }
  const clean = legal(kept);
  if (clean !== kept) notes.change('control', column);
  return escaped(clean);
}

/** What XML 1.0 has no place for: control characters, halves of characters, and two code points that are none. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const illegal =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const legal = (text: string): string => text.replaceAll(illegal, '');

/** Milliseconds of a day, and the days from 1899-12-30, which is 0 in Excel, to 1970-01-01. */
const [day, epoch] = [86_400_000, 25_569];

/** Returns a moment as days since 1899-12-30, in UTC; null: the text is no moment. */
function dayOf(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time / day + epoch;
}

/** Returns the letters of a column: A to Z, AA, and so on. @param at from 0 */
export function columnLetters(at: number): string {
  let letters = '';
  for (let rest = at + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Returns a name that a sheet can have. */
const sheetName = (name: string): string =>
  legal(name)
    .replaceAll(/[[\]:*?/\\]/g, '_')
    .replaceAll(/^'|'$/g, '_') || 'items';

const tooManyColumns = (count: number): ExportError =>
  new ExportError(
    'too-many-columns',
    `A sheet has ${limits.columns} columns at most, and these items have ${count}.`,
    'Choose columns, or write nested values as JSON.',
  );
