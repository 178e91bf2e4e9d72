import { resolve } from 'node:path';
import { shownTarget } from '../../../shared/contract/recipe-words.ts';
import type { Recipe, RecipeSettings } from '../../../shared/contract/types.ts';
import { readNames } from '../../../shared/filters/read-filters.ts';
import { projectOption, type CommandSpec, type Options } from '../command.ts';
import { howOptions, readHow, readShape } from '../export-options.ts';
import { printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { placed, viewOf, viewOptions } from '../view-options.ts';
import { tellRecipe } from './export.ts';

/** The commands below `recipes`. */
export const recipeCommands: CommandSpec[] = [
  {
    usage: 'list <spider>',
    summary: 'list the saved exports of a spider, and how they went',
    options: [projectOption],
    examples: [['recipes list shop', 'name, format, target, and how it went after the last run']],
    async run({ output, options, ask }, [spider = '']) {
      const recipes = await ask('exports.recipes', { project: options.project(), spider });
      output.result(recipes, () =>
        recipes.length === 0
          ? 'No saved exports yet. "spider-studio recipes save" adds one.'
          : printable(
              renderTable(['name', 'format', 'items', 'to', 'when', 'last time'], recipes.map(rowOf)),
            ),
      );
    },
  },
  {
    usage: 'save <spider> <name> [command...]',
    summary: 'save an export: to a folder, a bucket, a database, or a command',
    description:
      'Saves how items are exported and where to, under a name. Into a folder, --name fills in {project}, {spider}, {run}, {date} and {time}; an existing file is replaced, or gets more rows with --append. Into a bucket, --place names it ("places add") and --key the object, with the same words filled in; one that is there is never replaced without --replace. Into a database, --to-database is the address of a PostgreSQL database without a password, or the path of a SQLite database, and --table the table, which is created if there is none; all rows are added in one transaction, each item once, or replaced with --upsert by what the spider names in expect.key, or by --match. The password is that of --secret, of PGPASSWORD or of PGPASSFILE. A command is a program and its arguments, after "--"; no shell reads them, and it gets the file on its standard input. With --after-run it is carried out after every run, by the daemon or an open window, tried five times, and told with the reason if it fails. --new exports the items of all runs that this recipe has not exported yet.',
    options: [
      projectOption,
      ...howOptions,
      ...viewOptions,
      { flags: '--folder <folder>', description: 'where files are written' },
      { flags: '--name <name>', description: 'the name of the file (default: {spider}-{run})' },
      { flags: '--append', description: 'add to the file of csv, jsonl or sqlite' },
      {
        flags: '--files <how>',
        description:
          'also write the downloaded files of the items: folder, into the folder "files" there; or zip, beside the file',
        choices: ['folder', 'zip'],
      },
      { flags: '--place <name>', description: 'the place that gets an object: a name, or s3://BUCKET' },
      { flags: '--key <key>', description: 'the name of the object (default: {spider}/{run})' },
      { flags: '--replace', description: 'replace an object of the same name' },
      { flags: '--to-database <address>', description: 'postgresql://USER@HOST/NAME, or a file of SQLite' },
      {
        flags: '--table <name>',
        description: 'the table, or SCHEMA.TABLE (default: the name of the spider)',
      },
      { flags: '--secret <name>', description: 'the login for --to-database: env:NAME or keychain:NAME' },
      { flags: '--upsert', description: 'replace rows that the table has, by the key of the item' },
      { flags: '--match <a,b>', description: 'replace rows with the same values in these columns' },
      { flags: '--add-columns', description: 'add a column to the table for a new field' },
      { flags: '--new', description: 'only items that this recipe has not exported yet, of all runs' },
      { flags: '--after-run', description: 'carry it out after every run' },
    ],
    examples: [
      [
        'recipes save shop nightly --format xlsx --folder exports --name "{spider}-{date}" --after-run',
        'a workbook after every run',
      ],
      [
        'recipes save shop feed --format sqlite --folder exports --name shop.db --append --new --after-run',
        'new items are added to a table of a database',
      ],
      [
        'recipes save shop lake --format parquet --place nas --key "{spider}/{date}/{run}" --after-run',
        'an object in a bucket for each run',
      ],
      [
        'recipes save shop db --to-database postgresql://me@db.example/shop --table items --upsert --after-run',
        'a table of PostgreSQL with the newest of each item',
      ],
      [
        'recipes save shop upload --format jsonl --after-run -- my-program --stdin',
        'a program gets the items',
      ],
    ],
    async run({ output, options, ask }, [spider = '', name = '', ...command]) {
      const project = options.project();
      const target = targetOf(options, { spider, command });
      if (target.kind === 'table' && options.text('format') !== null)
        throw new UsageError('--to-database needs no --format.', 'Leave it out: a table has columns.');
      const how =
        target.kind === 'table'
          ? { format: 'table' as const, ...readShape({ options }) }
          : await readHow({ options, ask });
      const source = { project, spider, run: 'latest' };
      const { filters, search, sort } = await viewOf({ options, ask, output }, source);
      const settings: RecipeSettings = {
        ...how,
        items: options.flag('new') ? 'new' : 'run',
        ...(filters === undefined ? {} : { filters }),
        ...(search === undefined ? {} : { search }),
        ...(sort === undefined ? {} : { sort }),
        target,
      };
      const afterRun = options.flag('afterRun');
      const saved = await ask('exports.saveRecipe', { project, spider, name, afterRun, settings });
      output.result(saved, () => printable(`Saved "${name}"${afterRun ? ', for after every run' : ''}.`));
    },
  },
  {
    usage: 'run <spider> <name>',
    summary: 'carry a saved export out now',
    options: [
      projectOption,
      { flags: '--run <id>', description: 'the items of this run (default: the latest)' },
    ],
    examples: [['recipes run shop nightly', 'the same as "export shop --recipe nightly"']],
    async run({ output, options, ask }, [spider = '', name = '']) {
      const run = options.text('run');
      const request = { project: options.project(), spider, name, ...(run === null ? {} : { run }) };
      tellRecipe(output, await ask('exports.runRecipe', request));
    },
  },
  {
    usage: 'remove <spider> <name>',
    summary: 'remove a saved export; what it has written stays',
    options: [projectOption],
    examples: [['recipes remove shop nightly', 'it is not carried out any more']],
    async run({ output, options, ask }, [spider = '', name = '']) {
      await ask('exports.removeRecipe', { project: options.project(), spider, name });
      output.result({ name }, () => printable(`Removed "${name}".`));
    },
  },
];

/** The options that say where to, one of which is given. */
const targetFlags = ['folder', 'place', 'toDatabase'] as const;

function targetOf(
  options: Options,
  { spider, command }: { spider: string; command: readonly string[] },
): RecipeSettings['target'] {
  const given = targetFlags.filter((flag) => options.text(flag) !== null);
  if (given.length + (command.length > 0 ? 1 : 0) !== 1)
    throw new UsageError(
      'A saved export needs one target.',
      'Give it --folder, --place or --to-database, or a program and its arguments after "--".',
    );
  if (given[0] !== 'folder' && options.text('files') !== null)
    throw new UsageError('--files needs --folder.', 'The files of the items are written beside the file.');
  switch (given[0]) {
    case undefined:
      return { kind: 'command', command: [...command] };
    case 'folder': {
      const name = options.text('name') ?? '{spider}-{run}';
      const append = options.flag('append') ? { append: true } : {};
      const files = options.text('files');
      return {
        kind: 'folder',
        folder: resolve(options.text('folder') ?? ''),
        name,
        ...append,
        ...(files === 'folder' || files === 'zip' ? { files } : {}),
      };
    }
    case 'place': {
      const named = options.text('place') ?? '';
      return {
        kind: 'place',
        place: /^(?:place:|s3:\/\/)/.test(named) ? named : `place:${named}`,
        key: options.text('key') ?? '{spider}/{run}',
        ...(options.flag('replace') ? { replace: true } : {}),
      };
    }
    case 'toDatabase':
      return tableOf(options, spider);
    default:
      return given[0] satisfies never;
  }
}

function tableOf(options: Options, spider: string): RecipeSettings['target'] {
  const database = options.text('toDatabase') ?? '';
  const isPostgres = /^postgres(?:ql)?:/i.test(database);
  const named = options.text('table') ?? spider;
  const dot = isPostgres ? named.indexOf('.') : -1;
  const secret = options.text('secret');
  if (secret !== null && !isPostgres)
    throw new UsageError('--secret is for PostgreSQL.', 'A SQLite database is a file without a login.');
  const match = options.text('match');
  const key = match === null ? [] : placed('match', match, readNames);
  return {
    kind: 'table',
    database: isPostgres ? database : resolve(database),
    ...(secret === null ? {} : { secret }),
    ...(dot === -1 ? {} : { schema: named.slice(0, dot) }),
    table: named.slice(dot + 1),
    ...(match !== null || options.flag('upsert') ? { key } : {}),
    ...(options.flag('addColumns') ? { addColumns: true } : {}),
  };
}

function rowOf({ name, afterRun, settings, last }: Recipe): string[] {
  const when = afterRun ? 'after every run' : 'by hand';
  const how =
    last === null
      ? 'never'
      : `${last.state} for run ${last.run}${last.reason === null ? '' : `: ${last.reason}`}`;
  if (settings === null) return [name, '?', '?', 'cannot be read', when, how];
  const items = settings.items === 'new' ? 'new ones' : 'of the run';
  return [name, settings.format, items, shownTarget(settings.target), when, how];
}
