import { counted } from '../../shared/counted.ts';
import type { Change } from './flatten.ts';

/** What an export does to a value. */
export type ExportChange =
  | Change
  | 'formula'
  | 'guarded'
  | 'dropped'
  | 'entryless'
  | 'tabled'
  | 'mixed'
  | 'alike'
  | 'cut'
  | 'control'
  | 'halves'
  | 'named'
  | 'nul'
  | 'keyless'
  | 'shortened'
  | 'shortened-table'
  | 'next-sheet';

/** What happens to the values of a field that are not written unchanged, in words. */
export interface PathNote {
  /** Name of the field before nested values got columns of their own. */
  path: string;
  notes: string[];
}

/** Collects what a format changes or leaves out, for the preview and for the report after an export. */
export interface Notes {
  readonly change: (change: ExportChange, column: string) => void;
  /** Returns all changes, one sentence for each kind. */
  sentences(): string[];
  /** Returns the changes by field, in order of first appearance. @param columns the columns of the export */
  byPath(columns: readonly string[]): PathNote[];
}

interface Words {
  /** Wording in a sentence about several columns. */
  sentence: (count: number, columns: string) => string;
  /** Wording next to the name of one column. @param inner the columns that an object was split into */
  note: (count: number, inner: string) => string;
}

const words: Readonly<Record<ExportChange, Words>> = {
  dotted: {
    sentence: (_, columns) => `Nested objects became dotted columns: ${columns}.`,
    note: (count, inner) => `${counted(count, 'object')} as dotted columns: ${inner}`,
  },
  joined: {
    sentence: (count, columns) => `${counted(count, 'list was', 'lists were')} joined with ", ": ${columns}.`,
    note: (count) => `${counted(count, 'list')} joined with ", "`,
  },
  object: {
    sentence: (count, columns) =>
      `${counted(count, 'object was', 'objects were')} written as JSON: ${columns}.`,
    note: (count) => `${counted(count, 'object')} as JSON`,
  },
  objects: {
    sentence: (count, columns) =>
      `${counted(count, 'list of objects was', 'lists of objects were')} written as JSON: ${columns}.`,
    note: (count) => `${counted(count, 'list')} of objects as JSON`,
  },
  inseparable: {
    sentence: (count, columns) =>
      `${counted(count, 'list was', 'lists were')} written as JSON, because joined values could not be told apart: ${columns}.`,
    note: (count) => `${counted(count, 'list')} as JSON, because joined values could not be told apart`,
  },
  hollow: {
    sentence: (count, columns) =>
      `${counted(count, 'empty list or object was', 'empty lists or objects were')} written as [] or {}: ${columns}.`,
    note: (count) => `${counted(count, 'empty list or object', 'empty lists or objects')} as [] or {}`,
  },
  renamed: {
    sentence: (_, columns) => `Fields whose name was taken got the prefix "metadata.": ${columns}.`,
    note: () => 'named so because another column has its name',
  },
  blank: {
    sentence: (count, columns) =>
      `${counted(count, 'empty text looks', 'empty texts look')} like a missing value: ${columns}.`,
    note: (count) => `${counted(count, 'empty text looks', 'empty texts look')} like a missing value`,
  },
  formula: {
    sentence: (count, columns) =>
      `${counted(count, 'cell begins', 'cells begin')} like a formula; they are exact, but open the file as text in a spreadsheet: ${columns}.`,
    note: (count) =>
      `${counted(count, 'cell begins', 'cells begin')} like a formula, and a spreadsheet may run it`,
  },
  dropped: {
    sentence: (count, columns) =>
      `${counted(count, 'value was', 'values were')} left out, because columns were chosen: ${columns}.`,
    note: (count) => `left out with ${counted(count, 'value')}, because the column is not chosen`,
  },
  forced: {
    sentence: (count, columns) =>
      `${counted(count, 'list was', 'lists were')} joined as chosen, and cannot be told apart again: ${columns}.`,
    note: (count) => `${counted(count, 'list')} joined as chosen, which cannot be told apart again`,
  },
  'chosen-json': {
    sentence: (count, columns) =>
      `${counted(count, 'value was', 'values were')} written as JSON as chosen: ${columns}.`,
    note: (count) => `${counted(count, 'value')} as JSON, as chosen`,
  },
  guarded: {
    sentence: (count, columns) =>
      `${counted(count, 'cell begins', 'cells begin')} like a formula and got an apostrophe: ${columns}.`,
    note: (count) =>
      `${counted(count, 'cell begins', 'cells begin')} like a formula, with an apostrophe before it`,
  },
  mixed: {
    sentence: (_, columns) => `Values of several types are text, because a column has one type: ${columns}.`,
    note: () => 'values of several types, all written as text',
  },
  alike: {
    sentence: (_, columns) => `Columns whose names differ in case alone got a number: ${columns}.`,
    note: () => 'named so because another column differs in case alone',
  },
  cut: {
    sentence: (count, columns) =>
      `${counted(count, 'text was', 'texts were')} cut after 32,767 characters, the most that a cell of Excel holds: ${columns}.`,
    note: (count) =>
      `${counted(count, 'text')} cut after 32,767 characters, the most that a cell of Excel holds`,
  },
  control: {
    sentence: (count, columns) =>
      `${counted(count, 'text has', 'texts have')} control characters, which were left out because Excel cannot hold them: ${columns}.`,
    note: (count) => `${counted(count, 'text')} without control characters, which Excel cannot hold`,
  },
  halves: {
    sentence: (count, columns) =>
      `${counted(count, 'text has', 'texts have')} halves of characters, which became "\ufffd": ${columns}.`,
    note: (count) => `${counted(count, 'text')} with halves of characters, which become "\ufffd"`,
  },
  named: {
    sentence: (_, columns) => `Names of columns lost characters that the format cannot hold: ${columns}.`,
    note: () => 'named so because the format cannot hold all characters of the name',
  },
  nul: {
    sentence: (count, columns) =>
      `${counted(count, 'value has', 'values have')} NUL characters or halves of characters, which PostgreSQL cannot hold: ${columns}.`,
    note: (count) => `${counted(count, 'value')} without NUL characters, which PostgreSQL cannot hold`,
  },
  keyless: {
    sentence: (count, columns) =>
      `${counted(count, 'row was', 'rows were')} left out, because the key is empty: ${columns}.`,
    note: (count) => `${counted(count, 'row')} left out, because the key is empty`,
  },
  shortened: {
    sentence: (_, columns) => `Names of columns longer than 63 bytes were cut: ${columns}.`,
    note: () => 'named so because a name has 63 bytes at most',
  },
  'shortened-table': {
    sentence: (_, tables) => `Names of tables longer than 63 bytes were shortened: ${tables}.`,
    note: () => 'a table whose name was shortened to 63 bytes',
  },
  'next-sheet': {
    sentence: (_, tables) => `Rows go on in a second sheet after 1,048,576 rows or 1 GB: ${tables}.`,
    note: () => 'goes on in a second sheet',
  },
  tabled: {
    sentence: (count, lists) =>
      `${counted(count, 'entry has', 'entries have')} a row in a table of its own: ${lists}.`,
    note: (count) => `a table of its own, with ${counted(count, 'row')}`,
  },
  entryless: {
    sentence: (count, columns) =>
      `${counted(count, 'item has', 'items have')} no entry in ${columns}, and so no row.`,
    note: (count) => `${counted(count, 'item has', 'items have')} no entry, and so no row`,
  },
};

/** Maximum number of columns that a sentence lists by name. */
const namedColumns = 8;

/** Creates an empty collection of notes. */
export function createNotes(): Notes {
  const found = new Map<ExportChange, Map<string, number>>();
  const paths = new Map<string, Set<ExportChange>>();
  return {
    change(change, column) {
      const counts = found.get(change) ?? new Map<string, number>();
      counts.set(column, (counts.get(column) ?? 0) + 1);
      found.set(change, counts);
      const changes = paths.get(column) ?? new Set();
      paths.set(column, changes.add(change));
    },
    sentences: () =>
      [...found].map(([change, counts]) => {
        const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
        return words[change].sentence(count, listed([...counts.keys()]));
      }),
    byPath: (columns) =>
      [...paths]
        .map(([path, changes]) => ({
          path,
          notes: [...changes].map((change) =>
            words[change].note(
              found.get(change)?.get(path) ?? 0,
              listed(columns.filter((column) => column.startsWith(`${path}.`))),
            ),
          ),
        }))
        // An object inside an object is reported with the outer one.
        .filter(({ path }) => !(isOnlyDotted(paths.get(path)) && hasDottedParent(path, paths))),
  };
}

const isOnlyDotted = (changes: ReadonlySet<ExportChange> | undefined): boolean =>
  changes?.size === 1 && changes.has('dotted');

function hasDottedParent(path: string, paths: ReadonlyMap<string, ReadonlySet<ExportChange>>): boolean {
  for (let at = path.lastIndexOf('.'); at > 0; at = path.lastIndexOf('.', at - 1)) {
    if (paths.get(path.slice(0, at))?.has('dotted') === true) return true;
  }
  return false;
}

function listed(columns: readonly string[]): string {
  const more = columns.length > namedColumns ? ` and ${columns.length - namedColumns} more` : '';
  return columns.slice(0, namedColumns).join(', ') + more;
}
