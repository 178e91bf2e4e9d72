import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { howOptions, readHow } from '../export-options.ts';
import { count, UsageError } from '../output.ts';
import { collectOften, keepYoungGeneration } from '../runtime.ts';
import { viewOf, viewOptions } from '../view-options.ts';
import { explainNoItems, itemsOf } from './show.ts';

/** The command `export`. */
export const exportCommand: CommandSpec = {
  usage: 'export <spider>',
  summary: 'write the items of a crawl to a file',
  description:
    'Writes the items of the latest run (or of another one, or of all) as csv, json, jsonl, xlsx, parquet or sqlite, to standard output without --output. A file is written whole or not at all. json and jsonl keep every value as it is. In csv an object becomes dotted columns (offer.price), a list of plain values is joined with ", ", and a list of objects is written as JSON; null, a missing value and an empty text are empty cells; numbers have a decimal point in every dialect. Notes after the export say which columns were changed. xlsx, parquet and sqlite have columns in the same way, with numbers and booleans as such; parquet and sqlite write every list as JSON. --flatten chooses for one path: columns (a.b), join, json, table (the entries as rows of a table of their own: another sheet, another table, or another file NAME.PATH.csv) or rows (as --rows). --append adds to a file of csv, jsonl or sqlite. With --rows each entry of a list is a row: the members of an entry become columns (reviews.stars), the other columns are repeated, and an item without entries has no row, which a note counts.',
  options: [
    projectOption,
    ...howOptions,
    {
      flags: '--output <file>',
      description:
        'where to write: a file, place:NAME/KEY or s3://BUCKET/KEY for an object of a bucket; "-" is standard output',
    },
    {
      flags: '--run <id>',
      description:
        'the items of this run, of "all" runs, or of the "dataset": the newest of each over all runs',
    },
    ...viewOptions,
    {
      flags: '--since <last>',
      description:
        'last: only items of all runs that were not exported to this file or output since the last time; it moves on once the file is complete',
      choices: ['last'],
    },
    { flags: '--recipe <name>', description: 'carry out what "recipes save" has saved' },
    {
      flags: '--files <place>',
      description:
        'also write the downloaded files of the items: to a folder, or into an archive with the ending .zip',
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
    [
      'export shop --format jsonl --output shop.jsonl --files images',
      'and the files that fields with "download" name, to a folder',
    ],
    ['export shop --format xlsx --output shop.xlsx', 'writes a workbook for Excel'],
    ['export shop --format parquet --output place:nas/shop.parquet', 'writes an object of a bucket'],
    [
      'export shop --format sqlite --flatten reviews=table --output shop.db',
      'a database with a table of the items and one of their reviews',
    ],
  ],
  async run({ output, options, ask, streams }, [spider = '']) {
    collectOften();
    const recipe = options.text('recipe');
    if (recipe !== null) {
      const run = options.text('run');
      const request = { project: options.project(), spider, name: recipe, ...(run === null ? {} : { run }) };
      keepYoungGeneration();
      return tellRecipe(output, await ask('exports.runRecipe', request));
    }
    const how = await readHow({ options, ask });
    const { format, rows: list = null } = how;
    const given = options.text('output');
    const file = given === '-' ? null : given;
    const files = options.text('files');
    const appends = options.flag('append');
    if (appends && file === null)
      throw new UsageError('--append needs --output.', 'Name the file that gets more rows.');
    if (appends && options.flag('force'))
      throw new UsageError('--append keeps the file and --force replaces it.', 'Leave one of them out.');
    if (output.json && file === null && format !== 'json') {
      throw new UsageError('--json needs --output: without it the export itself goes to standard output.');
    }
    const sinceLast = options.text('since') !== null;
    const source = {
      project: options.project(),
      spider,
      run: options.text('run') ?? (sinceLast ? 'all' : 'latest'),
    };
    const view = await viewOf({ options, ask, output }, source);
    keepYoungGeneration();
    const { rows, notes } = await ask(
      'exports.start',
      {
        view,
        ...how,
        ...(sinceLast ? { sinceLast } : {}),
        ...(files === null ? {} : { files }),
        target:
          file === null ? { kind: 'output' } : targetOf(file, { replace: options.flag('force'), appends }),
      },
      { output: streams.stdout },
    );
    if (rows === 0) {
      const found = await itemsOf(ask, { source }, 1);
      output.note(
        found.total === 0 ? explainNoItems(found) : sinceLast ? 'No item is new.' : 'No item fits.',
      );
    }
    for (const note of notes) output.note(note);
    if (file !== null)
      output.result(
        { file, rows, format },
        () => `${appends ? 'Added' : 'Wrote'} ${count(rows, list === null ? 'item' : 'row')} to ${file}.`,
      );
  },
};

/** The file, or the object of a bucket, that an export is written to. */
function targetOf(
  output: string,
  { replace, appends }: { replace: boolean; appends: boolean },
): CallArgs<'exports.start'>['target'] {
  const [, place, key = ''] = /^((?:place:|s3:\/\/)[^/]+)\/?(.*)$/s.exec(output) ?? [];
  if (place === undefined)
    return { kind: 'file', path: output, replace, ...(appends ? { append: true } : {}) };
  if (appends)
    throw new UsageError(
      'Nothing can be added to an object of a bucket.',
      'Write a new one for each export.',
    );
  if (key === '' || key.endsWith('/'))
    throw new UsageError('--output names no object.', 'For example place:nas/shop.csv.');
  return { kind: 'object', place, key, replace };
}

/** Tells what carrying a saved export out has written. */
export function tellRecipe(output: Context['output'], result: CallValue<'exports.runRecipe'>): void {
  for (const note of result.notes) output.note(note);
  const where = result.file === null ? 'Gave' : 'Wrote';
  const to = result.file === null ? 'the command' : result.file;
  output.result(result, () => `${where} ${count(result.rows, 'row')} to ${to}.`);
}
