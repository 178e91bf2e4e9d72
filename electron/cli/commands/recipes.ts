import { resolve } from 'node:path';
import type { Recipe, RecipeSettings } from '../../../shared/contract/types.ts';
import { projectOption, type CommandSpec, type Options } from '../command.ts';
import { howOptions, readHow } from '../export-options.ts';
import { printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { viewOf, viewOptions } from '../view-options.ts';
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
    summary: 'save an export: to a folder, or to a command',
    description:
      'Saves how items are exported and where to, under a name. Into a folder, --name fills in {project}, {spider}, {run}, {date} and {time}; an existing file is replaced, or gets more rows with --append. A command is a program and its arguments, after "--"; no shell reads them, and it gets the file on its standard input. With --after-run it is carried out after every run, by the daemon or an open window, tried five times, and told with the reason if it fails. --new exports the items of all runs that this recipe has not exported yet.',
    options: [
      projectOption,
      ...howOptions,
      ...viewOptions,
      { flags: '--folder <folder>', description: 'where files are written' },
      { flags: '--name <name>', description: 'the name of the file (default: {spider}-{run})' },
      { flags: '--append', description: 'add to the file of csv, jsonl or sqlite' },
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
        'recipes save shop upload --format jsonl --after-run -- my-program --stdin',
        'a program gets the items',
      ],
    ],
    async run({ output, options, ask }, [spider = '', name = '', ...command]) {
      const project = options.project();
      const how = await readHow({ options, ask });
      const source = { project, spider, run: 'latest' };
      const { filters, search, sort } = await viewOf({ options, ask, output }, source);
      const settings: RecipeSettings = {
        ...how,
        items: options.flag('new') ? 'new' : 'run',
        ...(filters === undefined ? {} : { filters }),
        ...(search === undefined ? {} : { search }),
        ...(sort === undefined ? {} : { sort }),
        target: targetOf(options, command),
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
    summary: 'remove a saved export; files stay',
    options: [projectOption],
    examples: [['recipes remove shop nightly', 'it is not carried out any more']],
    async run({ output, options, ask }, [spider = '', name = '']) {
      await ask('exports.removeRecipe', { project: options.project(), spider, name });
      output.result({ name }, () => printable(`Removed "${name}".`));
    },
  },
];

function targetOf(options: Options, command: readonly string[]): RecipeSettings['target'] {
  const folder = options.text('folder');
  if ((folder === null) === (command.length === 0))
    throw new UsageError(
      'A saved export needs one target.',
      'Give it --folder, or a program and its arguments after "--".',
    );
  if (folder === null) return { kind: 'command', command: [...command] };
  const name = options.text('name') ?? '{spider}-{run}';
  const append = options.flag('append') ? { append: true } : {};
  return { kind: 'folder', folder: resolve(folder), name, ...append };
}

function rowOf({ name, afterRun, settings, last }: Recipe): string[] {
  const when = afterRun ? 'after every run' : 'by hand';
  const how =
    last === null
      ? 'never'
      : `${last.state} for run ${last.run}${last.reason === null ? '' : `: ${last.reason}`}`;
  if (settings === null) return [name, '?', '?', 'cannot be read', when, how];
  const { target } = settings;
  const to = target.kind === 'command' ? target.command.join(' ') : `${target.folder} (${target.name})`;
  return [name, settings.format, settings.items === 'new' ? 'new ones' : 'of the run', to, when, how];
}
