import {
  csvDialects,
  exportFormats,
  type CsvDialectName,
  type ExportFormat,
  type PathChoice,
} from '../../shared/export-formats.ts';
import type { ProjectDefaults } from '../../shared/contract/types.ts';
import type { Context, OptionSpec } from './command.ts';
import { readFlatten } from './flatten-option.ts';
import { UsageError } from './output.ts';
import { columnsOf } from './view-options.ts';

/** The options that say how items are written. */
export const howOptions: readonly OptionSpec[] = [
  {
    flags: '--format <format>',
    description: `${exportFormats.join(', ')} (default: that of the project)`,
    choices: exportFormats,
  },
  {
    flags: '--dialect <dialect>',
    description:
      'for csv: standard (RFC 4180: commas, UTF-8), bom (the same with a byte order mark), or excel (a byte order mark, and the list separator of this computer)',
    choices: csvDialects,
  },
  {
    flags: '--rows <field>',
    description: 'one row for each entry of this list; a.b for a list inside a list',
  },
  { flags: '--columns <a,b>', description: 'only these columns, in this order' },
  {
    flags: '--flatten <path=how>',
    description:
      'how a nested value is written: columns, json, table, rows, join, or join: with the text between the entries, as tags=join:|; can be repeated',
    repeatable: true,
  },
  {
    flags: '--guard-formulas',
    description: 'for csv: put an apostrophe before cells that a spreadsheet would run as a formula',
  },
];

/** How items are written. */
export interface ExportHow {
  format: ExportFormat;
  dialect?: CsvDialectName;
  rows?: string;
  columns: string[] | null;
  flatten?: PathChoice[];
  guardFormulas?: true;
}

/** Reads how items are written. @throws UsageError */
export async function readHow({ options, ask }: Pick<Context, 'options' | 'ask'>): Promise<ExportHow> {
  const { format, dialect } = await chosen({ options, ask });
  if (options.text('dialect') !== null && format !== 'csv')
    throw new UsageError('--dialect is for csv only.', 'Leave it out, or choose --format csv.');
  if (options.flag('guardFormulas') && format !== 'csv')
    throw new UsageError('--guard-formulas is for csv only.', 'Leave it out, or choose --format csv.');
  return {
    format,
    ...(dialect === undefined ? {} : { dialect }),
    ...readShape({ options }),
    ...(options.flag('guardFormulas') ? { guardFormulas: true } : {}),
  };
}

/** Reads which rows and columns are written, and how nested values are. @throws UsageError */
export function readShape({
  options,
}: Pick<Context, 'options'>): Pick<ExportHow, 'rows' | 'columns' | 'flatten'> {
  const { flatten, rows: entries } = readFlatten(options.list('flatten'));
  const rows = options.text('rows') ?? entries;
  if (rows === '') throw new UsageError('--rows names no field.', 'For example --rows reviews.');
  return {
    ...(rows === null ? {} : { rows }),
    columns: columnsOf({ options }),
    ...(flatten.length === 0 ? {} : { flatten }),
  };
}

/** The format and the dialect that are named, or else the defaults of the project. @throws UsageError where neither has a format */
async function chosen({
  options,
  ask,
}: Pick<Context, 'options' | 'ask'>): Promise<{ format: ExportFormat; dialect: CsvDialectName | undefined }> {
  const format = exportFormats.find((name) => name === options.text('format'));
  const dialect = csvDialects.find((name) => name === options.text('dialect'));
  if (format !== undefined && (format !== 'csv' || dialect !== undefined)) return { format, dialect };
  const project = options.project();
  const isThere = (await ask('projects.list', {})).some(({ name }) => name === project);
  const own: Pick<ProjectDefaults, 'exports'> = isThere
    ? await ask('projects.defaults', { project })
    : { exports: {} };
  const exports = { ...(await ask('app.defaults', {})).exports, ...own.exports };
  const usual = format ?? exports.format;
  if (usual === undefined)
    throw new UsageError(
      '--format is missing.',
      `Add --format with ${exportFormats.join(', ')}, or give the project one: spider-studio projects defaults --export-format csv.`,
    );
  return { format: usual, dialect: dialect ?? (usual === 'csv' ? exports.dialect : undefined) };
}
