import type { FlattenWay, NestedKind, PathChoice, RowForm } from '../../../shared/export-formats.ts';

/** What a person chooses for the values of a path. `usual`: what the format does by itself. */
export type NestedWay = 'usual' | FlattenWay | 'rows';

/** What a person has chosen of what is written, apart from the format. */
export interface ExportChoices {
  /** The columns in their order; null: as they come. */
  readonly columns: readonly string[] | null;
  readonly flatten: readonly PathChoice[];
  /** The list whose entries have a row each; null: each item is a row. */
  readonly rows: string | null;
  /** Whether cells that a spreadsheet would run get an apostrophe. */
  readonly guardFormulas: boolean;
}

/** Nothing was chosen yet. */
export const noChoices: ExportChoices = { columns: null, flatten: [], rows: null, guardFormulas: false };

const words: Readonly<Record<Exclude<NestedWay, 'usual'>, string>> = {
  columns: 'a column for each member',
  join: 'joined as one text',
  json: 'JSON',
  table: 'a table of its own',
  rows: 'a row for each entry',
};

const waysOf: Readonly<Record<NestedKind, readonly Exclude<NestedWay, 'usual'>[]>> = {
  object: ['columns', 'json'],
  values: ['join', 'json', 'columns', 'rows', 'table'],
  objects: ['rows', 'table', 'columns', 'json', 'join'],
};

/** What a format does with a kind of nested values by itself, in words. */
function usualWords(kind: NestedKind, format: RowForm): string {
  if (format === 'json' || format === 'jsonl') return 'as it is';
  if (format === 'table') return words.json;
  if (kind === 'object') return words.columns;
  return kind === 'values' && (format === 'csv' || format === 'xlsx') ? words.join : words.json;
}

/** The ways that can be chosen for a kind of nested values, that of the format first. */
export const nestedWays = (kind: NestedKind, format: RowForm): { value: NestedWay; label: string }[] => [
  { value: 'usual', label: `Usual: ${usualWords(kind, format)}` },
  ...waysOf[kind].map((value) => ({ value, label: words[value] })),
];

/** What is chosen for a path. */
export const wayOf = ({ flatten, rows }: ExportChoices, path: string): NestedWay =>
  rows === path ? 'rows' : (flatten.find((choice) => choice.path === path)?.as ?? 'usual');

/** What stands between joined entries. */
export const separatorOf = ({ flatten }: ExportChoices, path: string): string =>
  flatten.find((choice) => choice.path === path)?.separator ?? ', ';

/** Chooses a way for a path. */
export function choose(choices: ExportChoices, path: string, way: NestedWay): ExportChoices {
  const flatten = choices.flatten.filter((choice) => choice.path !== path);
  const rows = way === 'rows' ? path : choices.rows === path ? null : choices.rows;
  return {
    ...choices,
    rows,
    flatten: way === 'usual' || way === 'rows' ? flatten : [...flatten, { path, as: way }],
  };
}

/** Chooses what stands between the joined entries of a path. An empty text is the usual one. */
export const separate = (choices: ExportChoices, path: string, separator: string): ExportChoices => ({
  ...choices,
  flatten: choices.flatten.map((choice) =>
    choice.path !== path
      ? choice
      : separator === ''
        ? { path, as: choice.as }
        : { path, as: choice.as, separator },
  ),
});

/** Adds a column at the end, or takes it out; one stays. */
export function toggleColumn(columns: readonly string[], name: string, isIn: boolean): string[] {
  const others = columns.filter((column) => column !== name);
  if (isIn) return [...others, name];
  return others.length === 0 ? [...columns] : others;
}

/** Moves a column to the place of another one. */
export function placeColumn(columns: readonly string[], name: string, place: number): string[] {
  const others = columns.filter((column) => column !== name);
  const at = Math.max(0, Math.min(others.length, place));
  return [...others.slice(0, at), name, ...others.slice(at)];
}

/**
 * The fields that columns of a file belong to, each once, in the order of the file.
 * @param written the columns of the file; dotted ones belong to a field
 */
export function fieldsOfColumns(written: readonly string[], fields: readonly string[]): string[] {
  const known = new Set(fields);
  const rootOf = (column: string): string => {
    for (let at = column.length; at > 0; at = column.lastIndexOf('.', at - 1))
      if (known.has(column.slice(0, at))) return column.slice(0, at);
    return column;
  };
  return [...new Set(written.map(rootOf))];
}
