import type { PathChoice, RowForm } from '../../shared/export-formats.ts';
import { isItemColumnName, itemColumns, itemKeyColumn, metadataColumn } from '../../shared/item-columns.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { createColumnSurvey, isCell, JsonText, type Cell, type Column, type ColumnSurvey } from './cells.ts';
import type { CsvDialect } from './csv.ts';
import { createListTally, rowsOf } from './entry-rows.ts';
import { addCells, flattenItem, pathChoices, type OnChange } from './flatten.ts';
import type { Row, RowFacts, Table } from './formats/format.ts';
import { rowFacts } from './formats/index.ts';
import { nestedFields, shaped } from './nested.ts';
import type { Notes } from './notes.ts';

/** Format, rows and columns of an export. */
export interface ExportShape {
  format: RowForm;
  /** The list whose entries have a row each (see `rowsOf`); null: each item is a row. */
  rows: string | null;
  /** Columns to write, in order; null for all. In formats of cells, null stands for the columns that every item has. */
  columns: readonly string[] | null;
  /** CSV only; the standard dialect if left out. */
  dialect?: CsvDialect;
  /** How nested values are written, by path. What is left out is written as the format does by itself. */
  flatten?: readonly PathChoice[];
  /** CSV only: whether cells that a spreadsheet would run get an apostrophe. */
  guardFormulas?: boolean;
  /** Whether each row begins with the key of its item, by which a table of a database knows it again. */
  withKey?: boolean;
  /** Columns of the item that the rows of its lists begin with, too, by which a table of a database knows whose they are. */
  entryKey?: readonly string[];
}

/** The lists that have a table of their own. */
export const tablePaths = ({ flatten = [] }: Pick<ExportShape, 'flatten'>): string[] => [
  ...new Set(flatten.filter((choice) => choice.as === 'table').map(({ path }) => path)),
];

/**
 * Whether an export reads its items once more before it writes. The first line of CSV names the columns of all rows, types come from
 * all values, and chosen columns, lists and paths must exist.
 */
export const needsSurvey = ({ format, rows, columns, flatten = [] }: Omit<ExportShape, 'dialect'>): boolean =>
  rowFacts[format].values === 'cells' || rows !== null || columns !== null || flatten.length > 0;

/** Whether an export may guess the columns of its items from the first ones, and begin anew where it was wrong. */
export const mayGuess = (shape: Omit<ExportShape, 'dialect'>): boolean =>
  needsSurvey(shape) && tablePaths(shape).length === 0;

/** How often an export reads its items. @param beginsAnew whether its target is one that can be written again; see `mayGuess` */
export const walksOf = (shape: Omit<ExportShape, 'dialect'>, beginsAnew: boolean): number =>
  (needsSurvey(shape) && !(beginsAnew && mayGuess(shape)) ? 1 : 0) + 1 + tablePaths(shape).length;

/** The rows that items give. */
export interface TableReader {
  /** null: the items; else the list whose entries are the rows. */
  path: string | null;
  readonly rowsOf: (item: ItemRow) => Iterable<Map<string, unknown>>;
}

/** Returns the readers of all tables of an export, that of the items first. @param changed called for each value that is converted */
export function readersOf(
  shape: ExportShape,
  changed: OnChange,
): { readers: TableReader[]; unmet: () => string[] } {
  const format = rowFacts[shape.format];
  const choices = pathChoices(shape.flatten ?? []);
  const flattening = { choices, joins: format.joinsLists, splits: format.splitsObjects };
  const told: OnChange = (change, column) => {
    if (change !== 'blank' || format.hidesBlanks) changed(change, column);
  };
  const plainFieldsOf = (row: ItemRow): Map<string, unknown> =>
    format.values === 'cells' ? flattenItem(row, flattening, told) : nestedFields(row, choices, told);
  const list = shape.rows;
  const fieldsOf = (row: ItemRow): Map<string, unknown> =>
    shape.withKey === true ? new Map([[itemKeyColumn, row.key], ...plainFieldsOf(row)]) : plainFieldsOf(row);
  const items: TableReader = {
    path: null,
    *rowsOf(item) {
      if (list === null) yield fieldsOf(item);
      else for (const row of rowsOf(item, list)) yield fieldsOf(row);
    },
  };
  function entry(
    path: string,
    fields: readonly [string, unknown][],
    key: Map<string, Cell>,
  ): Map<string, unknown> {
    const toldOf: OnChange = (change, column) => told(change, `${path}.${column}`);
    if (format.values === 'nested')
      return new Map<string, unknown>([...key, ...shaped(fields, `${path}.`, choices, told)]);
    const options = { flattening, changed: toldOf, prefix: `${path}.` };
    for (const [name, value] of fields) addCells(key, [name, name, value], options);
    return key;
  }
  const entries = (path: string): TableReader => ({
    path,
    *rowsOf(item) {
      let position = 0;
      const { entryKey = [] } = shape;
      const whole = entryKey.length === 0 ? null : fieldsOf(item);
      const key = entryKey.map((name): [string, Cell] => {
        const cell = whole?.get(name);
        return [name, isCell(cell) ? cell : null];
      });
      // The table was chosen for the list itself, not for the entries in it.
      choices.get(path);
      for (const { metadata } of rowsOf(item, path)) {
        position += 1;
        yield entry(
          path,
          membersOf(metadata, path),
          new Map<string, Cell>([...key, ['item', item.id], ['position', position]]),
        );
      }
    },
  });
  return { readers: [items, ...tablePaths(shape).map(entries)], unmet: choices.unmet };
}

/** What an entry has by itself, by names inside of it. */
function membersOf(row: Readonly<Record<string, unknown>>, path: string): [string, unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (name === path) return [['value', value]];
    return name.startsWith(`${path}.`) ? [[name.slice(path.length + 1), value]] : [];
  });
}

/** What all items of an export have. */
export interface Survey {
  /** Columns of the tables, in the order of their readers. */
  tables: ColumnSurvey[];
  /** The lists of the items; null: no item was read for them. */
  lists: string[] | null;
  /** Chosen paths that no item has; null: no item was read for them. */
  unmet: string[] | null;
}

/** Collects the columns of items. */
export interface Surveyor {
  add(items: Iterable<ItemRow>): void;
  survey(): Survey;
}

/** Creates a surveyor of no items. */
export function createSurveyor(shape: ExportShape): Surveyor {
  const { readers, unmet } = readersOf(shape, () => undefined);
  const tables = readers.map(() => createColumnSurvey());
  const tally = createListTally();
  let items = 0;
  return {
    add(batch) {
      for (const item of batch) {
        items += 1;
        if (shape.rows !== null) tally.add([item]);
        for (const [at, reader] of readers.entries())
          for (const row of reader.rowsOf(item)) tables[at]?.add(row);
      }
    },
    survey: () => ({
      tables,
      lists: items === 0 ? null : [...tally.entries().keys()],
      unmet: items === 0 ? null : unmet(),
    }),
  };
}

/**
 * Returns the columns of the export that a choice stands for, each once. A nested value may have several columns, and choosing
 * it chooses them all. Names that no row has are kept.
 */
export function chosenColumns(chosen: readonly string[], known: readonly string[]): string[] {
  const expanded = chosen.flatMap((name) => {
    const own = known.filter((other) => other === name || other.startsWith(`${name}.`));
    return own.length === 0 ? [name] : own;
  });
  return [...new Set(expanded)];
}

/** Returns the columns to write, of each table. null: all fields of each row */
export function writtenColumns(shape: ExportShape, { tables }: Survey): (Column[] | null)[] {
  const isNested = rowFacts[shape.format].values === 'nested';
  return tables.map((survey, at) => {
    const known = survey.names();
    const isMain = at === 0;
    if (isNested && (!isMain || shape.columns === null)) return null;
    const usual = known.length > 0 ? known : isMain ? [...itemColumns] : ['item', 'position'];
    const key = shape.withKey === true ? [itemKeyColumn] : [];
    const names = isMain && shape.columns !== null ? chosenColumns([...key, ...shape.columns], known) : usual;
    return names.map((name) => ({ name, type: name === metadataColumn ? 'json' : survey.typeOf(name) }));
  });
}

/** Notes columns whose values have several types, where the format has one for each column. */
export function noteMixed(
  format: RowFacts,
  survey: ColumnSurvey,
  columns: readonly Column[] | null,
  notes: Notes,
): void {
  if (!format.typed) return;
  for (const { name } of columns ?? []) if (survey.isMixed(name)) notes.change('mixed', name);
}

/** Returns a listener that passes on what becomes of the columns that are written. */
function noteWritten(columns: readonly Column[] | null, notes: Notes): OnChange {
  if (columns === null) return notes.change;
  const shown = new Set(columns.map(({ name }) => name));
  const objects = new Set<string>();
  for (const column of shown) {
    for (let at = column.indexOf('.'); at > 0; at = column.indexOf('.', at + 1))
      objects.add(column.slice(0, at));
  }
  return (change, column) => {
    if (change === 'dotted' ? objects.has(column) : shown.has(column)) notes.change(change, column);
  };
}

/** Returns the rows that an item gives to the table of items, and notes what is left out. @param watch sees all cells of each row */
export function createMainRows(
  shape: ExportShape,
  columns: readonly Column[] | null,
  notes: Notes,
  watch: (row: Row) => void = () => undefined,
): (item: ItemRow) => Iterable<Row> {
  const { readers } = readersOf(shape, noteWritten(columns, notes));
  const [main] = readers;
  const shown = columns === null ? null : new Set(columns.map(({ name }) => name));
  const isCell = rowFacts[shape.format].values === 'cells';
  return function* rows(item) {
    for (const row of main?.rowsOf(item) ?? []) {
      watch(row);
      if (shown !== null) {
        noteDropped(row, shown, notes);
        if (shown.has(metadataColumn)) {
          const json = JSON.stringify(item.metadata);
          row.set(metadataColumn, isCell ? new JsonText(json) : json);
        }
      }
      yield row;
    }
  };
}

/** Notes fields with a value that the chosen columns leave out. */
function noteDropped(fields: Row, shown: ReadonlySet<string>, notes: Notes): void {
  for (const [name, value] of fields) {
    if (shown.has(name) || isItemColumnName(name) || name === metadataColumn || name === itemKeyColumn)
      continue;
    if (value !== null && value !== '') notes.change('dropped', name);
  }
}

/** Returns a table for the entries of a list. */
export function entryTable(
  path: string,
  columns: readonly Column[] | null,
  {
    shape,
    notes,
    batches,
  }: { shape: ExportShape; notes: Notes; batches: () => AsyncIterable<readonly ItemRow[]> },
): Table {
  const { readers } = readersOf(shape, notes.change);
  const reader = readers.find((one) => one.path === path);
  function* rowsOfBatch(items: readonly ItemRow[]): Generator<Row> {
    for (const item of items) yield* reader?.rowsOf(item) ?? [];
  }
  return {
    name: path,
    columns,
    async *rows() {
      for await (const items of batches()) yield rowsOfBatch(items);
    },
  };
}
