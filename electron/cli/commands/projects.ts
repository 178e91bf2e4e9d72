import type { ProjectDefaults } from '../../../shared/contract/types.ts';
import { csvDialects, exportFormats } from '../../../shared/export-formats.ts';
import { projectOption, type CommandSpec, type Context, type OptionSpec } from '../command.ts';
import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import { deleteAsAsked, deletingOptions, entriesOf, remarkOn } from '../deleting.ts';
import { count, UsageError } from '../output.ts';
import { readSettingValues, setOption, unsetOption } from '../setting-options.ts';
import { renderTable } from '../table.ts';

const defaultOptions: readonly OptionSpec[] = [
  setOption('a setting of all spiders that have none of their own'),
  unsetOption('remove a setting from the defaults'),
  {
    flags: '--export-format <format>',
    description: 'the format of "export", or none',
    choices: [...exportFormats, 'none'],
  },
  {
    flags: '--export-dialect <dialect>',
    description: 'the dialect of exports in csv, or none',
    choices: [...csvDialects, 'none'],
  },
];

/** The commands below `settings`. */
export const settingsCommands: CommandSpec[] = [
  {
    usage: 'defaults',
    summary: 'show or change the defaults of the workspace',
    description:
      'Shows or changes the settings that all spiders of all projects begin with, and the format of exports. A default of a project goes before one of the workspace, a setting of a spider before both, and one of a run before all. "spiders settings" tells where each value comes from. A run keeps those that it began with.',
    options: defaultOptions,
    examples: [
      ['settings defaults', 'shows them'],
      [
        'settings defaults --set DOWNLOAD_DELAY=2 --export-format csv',
        'for all projects that set nothing else',
      ],
      ['settings defaults --unset DOWNLOAD_DELAY', 'back to what the application does'],
    ],
    run: (context) => changeDefaults(context, null),
  },
];

/** The commands below `projects`. */
export const projectCommands: CommandSpec[] = [
  {
    usage: 'list',
    summary: 'list the projects',
    examples: [['projects list', 'names, and how many spiders each has']],
    async run({ output, ask }) {
      const projects = await ask('projects.list', {});
      output.result(projects, () =>
        projects.length === 0
          ? 'No projects yet. "spider-studio import FILE" creates one.'
          : renderTable(
              ['project', 'spiders'],
              projects.map(({ name, spiders }) => [name, String(spiders)]),
            ),
      );
    },
  },
  {
    usage: 'defaults',
    summary: 'show or change the defaults of a project',
    description:
      'Shows or changes the settings that a project gives to all its spiders, and the format of its exports. A setting of a spider goes before one of its project, and one of a run before both. Only settings that cannot change what is extracted or which links are followed can be given: politeness, identity, retries, proxies and limits. A run keeps those that it began with.',
    options: [projectOption, ...defaultOptions],
    examples: [
      ['projects defaults --project press', 'shows them'],
      ['projects defaults --project press --set DOWNLOAD_DELAY=2', 'two seconds between requests to a host'],
      ['projects defaults --unset USER_AGENT --export-format csv', 'removes one, and exports as csv'],
    ],
    run: (context) => changeDefaults(context, context.options.project()),
  },
  {
    usage: 'delete <project>',
    summary: 'move a project to the trash, with its spiders, runs and pages',
    description: `Moves a project to the trash, with all its spiders, versions, saved pages, runs, items and schedules. "trash restore" brings it back within ${daysInTrash} days, exactly as it was. Paused runs stay paused. Asks first on a terminal; --force does not ask.`,
    options: deletingOptions,
    examples: [
      ['projects delete press', 'asks, then moves it to the trash'],
      ['projects delete press --now', 'asks, then deletes it for good'],
    ],
    async run(context, [project = '']) {
      const { ask } = context;
      const goes = await ask('projects.delete', { project, dryRun: true });
      const parts = `${count(goes.spiders, 'spider')}, ${count(goes.runs, 'run')}, ${count(goes.items, 'item')} and ${count(goes.pages, 'saved page')}`;
      return deleteAsAsked(context, {
        what: `project ${project} with ${parts}`,
        ...remarkOn(goes.paused),
        async remove(forGood) {
          const deleted = await ask('projects.delete', { project, dryRun: false, forGood });
          return { value: { project, ...deleted }, entries: entriesOf(deleted) };
        },
      });
    },
  },
];

/** Shows the defaults of a project, or of the workspace (null), after the changes that options ask for. */
async function changeDefaults({ output, options, ask }: Context, project: string | null): Promise<void> {
  const set = readSettingValues(options);
  const unset = options.list('unset');
  const both = unset.find((name) => Object.hasOwn(set, name));
  if (both !== undefined) throw new UsageError(`${both} is to be set and removed.`);
  const before = await (project === null ? ask('app.defaults', {}) : ask('projects.defaults', { project }));
  const unknown = unset.find((name) => !Object.hasOwn(before.settings, name));
  if (unknown !== undefined) output.note(`${unknown} is no default of ${whose(project)}.`);
  const kept = Object.entries(before.settings).filter(([name]) => !unset.includes(name));
  const settings = { ...Object.fromEntries(kept), ...set };
  const format = chosenOr(exportFormats, options.text('exportFormat'), before.exports.format);
  const dialect = chosenOr(csvDialects, options.text('exportDialect'), before.exports.dialect);
  const exports = {
    ...(format === undefined ? {} : { format }),
    ...(dialect === undefined ? {} : { dialect }),
  };
  const isChange = ['set', 'unset'].some((name) => options.list(name).length > 0);
  const isExport = ['exportFormat', 'exportDialect'].some((name) => options.text(name) !== null);
  const defaults =
    !isChange && !isExport
      ? before
      : project === null
        ? await ask('app.setDefaults', { settings, exports })
        : await ask('projects.setDefaults', { project, settings, exports });
  output.result(defaults, () => describeDefaults(project, defaults));
}

const whose = (project: string | null): string => (project === null ? 'the workspace' : `project ${project}`);

/** A choice as it is then: what is given, nothing for "none", or what there was. */
function chosenOr<T extends string>(
  choices: readonly T[],
  given: string | null,
  before: T | undefined,
): T | undefined {
  return given === null ? before : choices.find((choice) => choice === given);
}

function describeDefaults(project: string | null, { settings, exports }: ProjectDefaults): string {
  const rows = [
    ...Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]),
    ...Object.entries(exports).map(([name, value]) => [`export ${name}`, value]),
  ];
  return rows.length === 0
    ? `${project === null ? 'The workspace' : `Project ${project}`} has no defaults. "--set KEY=VALUE" adds one.`
    : renderTable(['default', 'value'], rows);
}
