import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { changeDefaults, defaultOptions } from '../defaults.ts';
import { deleteAsAsked, deletingOptions, entriesOf, remarkOn } from '../deleting.ts';
import { count } from '../output.ts';
import { renderTable } from '../table.ts';

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
