import { byNearness, nearest } from '../../shared/spider/nearest.ts';
import { appendableFormats, formatNames, type ExportFormat } from '../../shared/export-formats.ts';
import { listed } from '../../shared/spider/wording.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { metadataColumn } from '../../shared/item-columns.ts';
import { existingColumns, requireUnused } from './append.ts';
import type { Column } from './cells.ts';
import { standardCsv } from './csv.ts';
import { ExportError } from './errors.ts';
import { itemFormats } from './formats/index.ts';
import { guessSurvey, LateColumns, watchRows, type RowWatch } from './guess.ts';
import type { Row, Table, TextFormat, WriteOptions } from './formats/format.ts';
import { createNotes, type Notes } from './notes.ts';
import {
  chosenColumns,
  createMainRows,
  createSurveyor,
  entryTable,
  needsSurvey,
  noteMixed,
  tablePaths,
  writtenColumns,
  type ExportShape,
  type Survey,
} from './tables.ts';
import { openTarget, type ExportTarget, type Piece, type TargetSystem } from './target.ts';

/** What to export. Columns are written in the given order; a nested column stands for all columns inside it. */
export interface ExportRequest extends ExportShape {
  format: ExportFormat;
  /** Reads all items batch by batch; called again for another reading, which has to return the same ones. */
  batches: () => AsyncIterable<readonly ItemRow[]>;
  target: ExportTarget;
  /**
   * What to do with a chosen column, list or path that no item has. Left out: an error, because it is most likely a typo. `empty`: an
   * empty column, or no row.
   */
  unknown?: 'empty';
  /** File operations; those of this computer if left out. */
  system?: TargetSystem;
}

/** Result of an export. */
export interface ExportResult {
  /** Path of the file that was written; null for a stream. */
  file: string | null;
  /** The files beside it, one for each table of its own. */
  others: string[];
  /** Number of rows written; that of the items unless the entries of a list have a row each. */
  rows: number;
  format: ExportFormat;
  /** What the format changed or left out, in sentences; empty if nothing. */
  notes: string[];
}

/** Writes items out, a batch at a time: memory does not grow with them. @throws ExportError */
export async function exportItems({
  batches,
  target,
  unknown,
  system,
  ...shape
}: ExportRequest): Promise<ExportResult> {
  const format = itemFormats[shape.format];
  requirePossible(shape, target);
  const dialect = shape.dialect ?? standardCsv;
  const guardFormulas = shape.guardFormulas ?? false;
  const paths = tablePaths(shape);
  const place = await openTarget(target, format.holdsTables ? [] : paths, system);
  if (shape.format === 'sqlite' && place.file !== null) requireUnused(place.file);
  const there =
    place.appendsTo === null
      ? null
      : await existingColumns(format, { dialect, guardFormulas }, place.appendsTo);

  /** Writes all tables with the columns of a survey. @param watch sees the rows of the items */
  async function write(survey: Survey, watch?: RowWatch): Promise<ExportResult> {
    const notes = createNotes();
    const counted = { rows: 0 };
    const columns = writtenColumns(shape, survey).map((own, at) => fitted(own, there?.[at] ?? null));
    for (const [at, table] of survey.tables.entries()) noteMixed(format, table, columns[at] ?? null, notes);
    const main = itemTable(shape, columns[0] ?? null, { batches, notes, counted, watch });
    const tables = [
      main,
      ...paths.map((path, at) => entryTable(path, columns[at + 1] ?? null, { shape, notes, batches })),
    ];
    await place.write(piecesOf(tables, shape.format, { dialect, guardFormulas, notes }));
    const { file, others } = place;
    return { file, others, rows: counted.rows, format: shape.format, notes: notes.sentences() };
  }

  const guess = place.beginsAnew ? await guessSurvey(batches, shape) : null;
  if (guess?.isWhole === false && (unknown === 'empty' || unknownIn(guess.survey, shape) === null)) {
    try {
      return await write(guess.survey, watchRows(shape, guess.survey));
    } catch (error) {
      if (!(error instanceof LateColumns)) throw error;
    }
    // The watch has seen all rows.
    return write(guess.survey);
  }
  const survey = guess?.isWhole === true ? guess.survey : await surveyOf(batches, shape);
  if (unknown !== 'empty') requireKnown(survey, shape);
  return write(survey);
}

/** Refuses what a format cannot do, before anything is read. */
function requirePossible(
  { format, flatten = [] }: ExportShape & { format: ExportFormat },
  target: ExportTarget,
): void {
  const { output, holdsTables } = itemFormats[format];
  const name = formatNames[format];
  if ('stream' in target) {
    const isTerminal = 'isTTY' in target.stream && target.stream.isTTY === true;
    if (output === 'file') throw needsFile(`${name} is written to a file, not to a stream.`);
    if (output === 'bytes' && isTerminal) throw needsFile(`${name} is not text that a terminal can show.`);
    if (!holdsTables && flatten.some((choice) => choice.as === 'table'))
      throw needsFile(`Each table of ${name} has a file of its own.`);
  } else if (target.append === true && !appendableFormats.includes(format)) {
    throw new ExportError(
      'not-appendable',
      `Nothing can be added to a file in the format ${name}: what it holds is closed at its end.`,
      'Choose csv, jsonl or sqlite, or write a new file.',
    );
  }
}

/** Whether an export is one stream of bytes. Others need a file, or several. */
export const isStreamed = ({ format, flatten = [] }: Pick<ExportShape, 'format' | 'flatten'>): boolean => {
  if (format === 'table') return false;
  const { output, holdsTables } = itemFormats[format];
  return output !== 'file' && (holdsTables || !flatten.some((choice) => choice.as === 'table'));
};

const needsFile = (why: string): ExportError =>
  new ExportError('needs-file', why, 'Name a file to write to.');

/** What a table of items is made from. */
interface TableSource {
  batches: ExportRequest['batches'];
  notes: Notes;
  /** Counts the rows as they are read. */
  counted: { rows: number };
  watch?: RowWatch | undefined;
}

/** Returns the table of the items. Reading its rows ends with `LateColumns` where the watch has found what was not expected. */
export function itemTable(
  shape: ExportShape,
  columns: readonly Column[] | null,
  { batches, notes, counted, watch }: TableSource,
): Table {
  const rowsOfItem = createMainRows(shape, columns, notes, watch?.see);
  const list = shape.rows;
  const isLate = (): boolean => watch?.isLate() === true;
  function* rowsOf(items: readonly ItemRow[]): Generator<Row> {
    for (const item of items) {
      const before = counted.rows;
      for (const row of rowsOfItem(item)) {
        // The walk goes on to learn all columns.
        if (isLate()) continue;
        counted.rows += 1;
        yield row;
      }
      if (list !== null && counted.rows === before) notes.change('entryless', list);
    }
  }
  return {
    name: 'items',
    columns,
    async *rows() {
      for await (const items of batches()) yield rowsOf(items);
      if (isLate()) throw new LateColumns();
    },
  };
}

function piecesOf(tables: readonly Table[], name: ExportFormat, options: WriteOptions): Piece[] {
  const format = itemFormats[name];
  switch (format.output) {
    case 'text':
      return tables.map((table) => ({ chunks: (isNew) => textsOf(format, table, options, isNew) }));
    case 'bytes':
      return format.holdsTables
        ? [{ chunks: () => format.encode(tables, options) }]
        : tables.map((table) => ({ chunks: () => format.encode([table], options) }));
    case 'file':
      return [{ write: (file) => format.write(file, tables, options) }];
    default:
      return format satisfies never;
  }
}

async function* textsOf(
  format: TextFormat,
  { columns, rows }: Table,
  options: WriteOptions,
  isNew: boolean,
): AsyncGenerator<Iterable<string>> {
  const { head, row, tail } = format.texts(columns, options);
  if (isNew) yield [head];
  for await (const batch of rows()) yield texts(batch, row);
  yield [tail()];
}

/** The text of each row, made when it is written. */
function* texts(rows: Iterable<Row>, text: (row: Row) => string): Generator<string> {
  for (const row of rows) yield text(row);
}

/** Returns the columns that are in a file already, where there is one. @throws ExportError `other-columns` */
function fitted(columns: Column[] | null, there: readonly string[] | null): Column[] | null {
  if (columns === null || there === null) return columns;
  const known = new Map(columns.map((column) => [column.name, column]));
  const missing = columns.filter(({ name }) => !there.includes(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new ExportError(
      'other-columns',
      `The file has no column for ${listed(missing, 8)}.`,
      'Write a new file, or choose the columns that are there.',
    );
  return there.map((name) => known.get(name) ?? { name, type: 'text' });
}

/** Reads all items to learn their columns and lists, as far as the export depends on them. */
export async function surveyOf(batches: ExportRequest['batches'], shape: ExportShape): Promise<Survey> {
  const surveyor = createSurveyor(shape);
  if (needsSurvey(shape)) for await (const batch of batches()) surveyor.add(batch);
  return surveyor.survey();
}

/** Refuses chosen columns, lists and paths that no item has. @throws ExportError `unknown-column` */
export function requireKnown(survey: Survey, shape: ExportShape): void {
  const problem = unknownIn(survey, shape);
  if (problem !== null) throw problem;
}

/** The error about a chosen column, list or path that no item has; null: all are there. */
function unknownIn(
  { tables, lists, unmet }: Survey,
  { rows, columns: chosen }: ExportShape,
): ExportError | null {
  const known = tables[0]?.names() ?? [];
  if (rows !== null && lists !== null && !lists.includes(rows)) return unknownColumn('list', rows, lists);
  const [path] = unmet ?? [];
  if (path !== undefined) return unknownColumn('field', path, known);
  if (chosen === null || known.length === 0) return null;
  const all = [...known, metadataColumn];
  const unknown = chosenColumns(chosen, known).find((name) => !all.includes(name));
  return unknown === undefined ? null : unknownColumn('column', unknown, all);
}

function unknownColumn(
  kind: 'column' | 'list' | 'field',
  name: string,
  known: readonly string[],
): ExportError {
  const near = nearest(name, known);
  return new ExportError(
    'unknown-column',
    `There is no ${kind} "${name}".${near === null ? '' : ` Did you mean "${near}"?`}`,
    known.length === 0
      ? 'No value of these items is a list.'
      : `There are ${listed(byNearness(name, known), 20)}.`,
  );
}
