import type { CommandSpec } from '../command.ts';
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
];
