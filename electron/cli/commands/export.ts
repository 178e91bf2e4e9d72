import {
  csvDialects,
  exportFormats,
  type CsvDialectName,
  type ExportFormat,
} from '../../../shared/export-formats.ts';
import type { ProjectDefaults } from '../../../shared/contract/types.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { count, UsageError } from '../output.ts';
import { columnsOf, viewOf, viewOptions } from '../view-options.ts';
import { readFlatten } from '../flatten-option.ts';
import { explainNoItems, itemsOf } from './show.ts';

/** The command `export`. */
export const exportCommand: CommandSpec = {
  usage: 'export <spider>',
  summary: 'write the items of a crawl to a file',
  description:
    'Writes the items of the latest run (or of another one, or of all) as csv, json, jsonl, xlsx, parquet or sqlite, to standard output without --output. A file is written whole or not at all. json and jsonl keep every value as it is. In csv an object becomes dotted columns (offer.price), a list of plain values is joined with ", ", and a list of objects is written as JSON; null, a missing value and an empty text are empty cells; numbers have a decimal point in every dialect. Notes after the export say which columns were changed. xlsx, parquet and sqlite have columns in the same way, with numbers and booleans as such; parquet and sqlite write every list as JSON. --flatten chooses for one path: columns (a.b), join, json, table (the entries as rows of a table of their own: another sheet, another table, or another file NAME.PATH.csv) or rows (as --rows). --append adds to a file of csv, jsonl or sqlite. With --rows each entry of a list is a row: the members of an entry become columns (reviews.stars), the other columns are repeated, and an item without entries has no row, which a note counts.',
  options: [
    projectOption,
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
    { flags: '--output <file>', description: 'where to write; "-" is standard output' },
    {
      flags: '--run <id>',
      description:
        'the items of this run, of "all" runs, or of the "dataset": the newest of each over all runs',
    },
    {
      flags: '--rows <field>',
      description: 'one row for each entry of this list; a.b for a list inside a list',
    },
    { flags: '--columns <a,b>', description: 'only these columns, in this order' },
    ...viewOptions,
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
    { flags: '--append', description: 'add to an existing file of csv, jsonl or sqlite' },
    { flags: '--force', description: 'replace an existing file' },
  ],
  examples: [
    ['export news --format csv --output news.csv', 'writes a file for a spreadsheet'],
    [
      'export news --format csv --dialect excel --output news.csv',
      'writes a file that a double click opens in Excel',
    ],
    ['export news --format jsonl --run all | gzip > news.jsonl.gz', 'streams the items of every run'],
    [
      'export shop --format csv --where "price < 20 and stock = true" --sort "price desc" --output cheap.csv',
      'only some items, in another order',
    ],
    ['export shop --format json --columns title,price --output prices.json', 'two columns only'],
    ['export shop --format csv --rows reviews --output reviews.csv', 'one row for each review of every item'],
    ['export shop --format xlsx --output shop.xlsx', 'writes a workbook for Excel'],
    [
      'export shop --format sqlite --flatten reviews=table --output shop.db',
      'a database with a table of the items and one of their reviews',
    ],
  ],
  async run({ output, options, ask, streams }, [spider = '']) {
    const { format, dialect } = await chosen({ options, ask });
    if (options.text('dialect') !== null && format !== 'csv')
      throw new UsageError('--dialect is for csv only.', 'Leave it out, or choose --format csv.');
    if (options.flag('guardFormulas') && format !== 'csv')
      throw new UsageError('--guard-formulas is for csv only.', 'Leave it out, or choose --format csv.');
    const given = options.text('output');
    const file = given === '-' ? null : given;
    const appends = options.flag('append');
    if (appends && file === null)
      throw new UsageError('--append needs --output.', 'Name the file that gets more rows.');
    if (appends && options.flag('force'))
      throw new UsageError('--append keeps the file and --force replaces it.', 'Leave one of them out.');
    if (output.json && file === null && format !== 'json') {
      throw new UsageError('--json needs --output: without it the export itself goes to standard output.');
    }
    const columns = columnsOf({ options });
    const { flatten, rows: entries } = readFlatten(options.list('flatten'));
    const list = options.text('rows') ?? entries;
    if (list === '') throw new UsageError('--rows names no field.', 'For example --rows reviews.');
    const source = { project: options.project(), spider, run: options.text('run') ?? 'latest' };
    const view = await viewOf({ options, ask, output }, source);
    const { rows, notes } = await ask(
      'exports.start',
      {
        view,
        format,
        ...(dialect === undefined ? {} : { dialect }),
        ...(list === null ? {} : { rows: list }),
        columns,
        ...(flatten.length === 0 ? {} : { flatten }),
        ...(options.flag('guardFormulas') ? { guardFormulas: true } : {}),
        target:
          file === null
            ? { kind: 'output' }
            : {
                kind: 'file',
                path: file,
                replace: options.flag('force'),
                ...(appends ? { append: true } : {}),
              },
      },
      { output: streams.stdout },
    );
    if (rows === 0) {
      const found = await itemsOf(ask, { source }, 1);
      output.note(found.total === 0 ? explainNoItems(found) : 'No item fits.');
    }
    for (const note of notes) output.note(note);
    if (file !== null)
      output.result(
        { file, rows, format },
        () => `${appends ? 'Added' : 'Wrote'} ${count(rows, list === null ? 'item' : 'row')} to ${file}.`,
      );
  },
};

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
  const { exports }: Pick<ProjectDefaults, 'exports'> = isThere
    ? await ask('projects.defaults', { project })
    : { exports: {} };
  const usual = format ?? exports.format;
  if (usual === undefined)
    throw new UsageError(
      '--format is missing.',
      `Add --format with ${exportFormats.join(', ')}, or give the project one: spider-studio projects defaults --export-format csv.`,
    );
  return { format: usual, dialect: dialect ?? (usual === 'csv' ? exports.dialect : undefined) };
}
