import type { ExportWhat } from './export-actions.ts';
import type { ProjectDefaults, RecipeSettings } from '../../../shared/contract/types.ts';

const cells = 'null, missing values and empty text become empty cells.';

/** The formats in the dialog of an export, and the arguments for them. */
export const formats = [
  {
    value: 'csv-excel',
    label: 'CSV for Excel',
    help: `Opens in Excel as a table, with the list separator of this computer and a UTF-8 byte order mark. Numbers keep their decimal point; ${cells}`,
    shape: { format: 'csv', dialect: 'excel' },
  },
  {
    value: 'csv',
    label: 'CSV with commas',
    help: `For other programs: RFC 4180, plain UTF-8. Text only: numbers look like text, and ${cells}`,
    shape: { format: 'csv', dialect: 'standard' },
  },
  {
    value: 'csv-bom',
    label: 'CSV with commas and a mark',
    help: `RFC 4180 with a UTF-8 byte order mark, by which older programs know the encoding. Text only; ${cells}`,
    shape: { format: 'csv', dialect: 'bom' },
  },
  {
    value: 'json',
    label: 'JSON, one list',
    help: 'Values keep their types, and nested ones their shape.',
    shape: { format: 'json' },
  },
  {
    value: 'jsonl',
    label: 'JSON Lines, one item a line',
    help: 'For large amounts, and for databases.',
    shape: { format: 'jsonl' },
  },
  {
    value: 'xlsx',
    label: 'Excel workbook',
    help: 'Numbers, dates and booleans keep their types. A sheet has at most 1,048,576 rows, and a cell 32,767 characters.',
    shape: { format: 'xlsx' },
  },
  {
    value: 'parquet',
    label: 'Parquet',
    help: 'For data tools such as DuckDB, pandas and Spark: small, with a type for each column.',
    shape: { format: 'parquet' },
  },
  {
    value: 'sqlite',
    label: 'SQLite database',
    help: 'A table that SQL can ask, with a type for each column.',
    shape: { format: 'sqlite' },
  },
] as const satisfies {
  value: string;
  label: string;
  help: string;
  shape: Pick<ExportWhat, 'format' | 'dialect'>;
}[];

/** One of the formats in the dialog. */
export type FormatChoice = (typeof formats)[number]['value'];

const ofDialect = { standard: 'csv', excel: 'csv-excel', bom: 'csv-bom' } as const;

/** The choice that a saved export stands for; `table`: it goes into tables of a database. */
export const savedFormat = ({
  format,
  dialect = 'standard',
}: Pick<RecipeSettings, 'format' | 'dialect'>): FormatChoice | 'table' =>
  format === 'csv' ? ofDialect[dialect] : format;

/** What an export begins with. */
export interface UsualFormat {
  format: FormatChoice;
  /** Whether defaults say so, and not what was chosen last. */
  isDefault: boolean;
}

/**
 * Returns the format that an export begins with: that of the defaults, else the one that was chosen last, else the CSV that people on
 * this system open. A dialect without a format decides between the two kinds of CSV alone.
 * @param exports the defaults of the project, and of the workspace where the project has none
 * @param remembered the choice that was made last, as it is stored
 * @param isWindows whether this window is on Windows
 */
export function usualFormat(
  exports: ProjectDefaults['exports'],
  remembered: unknown,
  isWindows: boolean,
): UsualFormat {
  const usual = formats.find(({ value }) => value === remembered)?.value ?? (isWindows ? 'csv-excel' : 'csv');
  const isUsuallyCsv = usual === 'csv' || usual === 'csv-excel' || usual === 'csv-bom';
  const { format, dialect } = exports;
  if (format !== undefined && format !== 'csv') return { format, isDefault: true };
  if (dialect !== undefined && (format === 'csv' || isUsuallyCsv))
    return { format: ofDialect[dialect], isDefault: true };
  if (format === 'csv' && !isUsuallyCsv) return { format: isWindows ? 'csv-excel' : 'csv', isDefault: true };
  return { format: usual, isDefault: format !== undefined };
}
