import { projectFilter, projectOption, type CommandSpec } from '../command.ts';
import { count } from '../output.ts';
import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import { deleteAsAsked, deletingOptions, entriesOf, remarkOn } from '../deleting.ts';
import { renderTable } from '../table.ts';
import { readVersion, versionCommands, versionOption } from './versions.ts';

/** The commands below `spiders`. */
export const spiderCommands: CommandSpec[] = [
  {
    usage: 'list',
    summary: 'list the spiders',
    options: [projectFilter],
    examples: [
      ['spiders list', 'the spiders of all projects'],
      ['spiders list --project press', 'those of one project'],
    ],
    async run({ output, options, ask }) {
      const project = options.text('project');
      const found = await ask('spiders.list', project === null ? {} : { project });
      const spiders = found.map(({ name, project: of, version, runs, createdAt, updatedAt }) => ({
        name,
        project: of,
        version,
        runs,
        createdAt,
        updatedAt,
      }));
      output.result(spiders, () =>
        spiders.length === 0
          ? 'No spiders yet. "spider-studio import FILE" stores one.'
          : renderTable(
              ['spider', 'project', 'version', 'changed'],
              spiders.map((one) => [one.name, one.project, String(one.version), one.updatedAt]),
            ),
      );
    },
  },
  {
    usage: 'show <spider>',
    summary: 'print a stored spider',
    description: 'Prints the JSON of a spider as it was imported: the latest version, or the one asked for.',
    options: [projectOption, versionOption],
    examples: [
      ['spiders show news', 'the latest version'],
      ['spiders show news --version 1 > news-1.json', 'writes an earlier version to a file'],
    ],
    async run({ output, options, ask }, [spider = '']) {
      const given = options.text('version');
      const project = options.project();
      const wanted =
        given === null ? (await ask('spiders.get', { project, spider })).summary.version : readVersion(given);
      const { version, text } = await ask('spiders.version', { project, spider, version: wanted });
      const document: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
      const { number: found, createdAt } = version;
      output.result({ name: spider, project, version: found, createdAt, text, document }, () => text);
    },
  },
  {
    usage: 'proofs <spider>',
    summary: 'list the proofs of a spider',
    description:
      'Lists the proofs that "prove" has kept with the versions of a spider, newest first, ten of each version at most.',
    options: [projectOption],
    examples: [['spiders proofs news', 'which versions are proved, and by how many pages']],
    async run({ output, options, ask }, [spider = '']) {
      const proofs = await ask('proofs.list', { project: options.project(), spider });
      output.result(proofs, () =>
        proofs.length === 0
          ? `No proofs yet. "spider-studio prove ${spider}" makes one.`
          : renderTable(
              ['version', 'verdict', 'pages', 'of', 'failed', 'proved'],
              proofs.map((one) => [
                String(one.version),
                one.verdict,
                String(one.pages),
                one.source === 'own-pages' ? 'its own' : 'files',
                one.failed.join(' '),
                one.provedAt,
              ]),
            ),
      );
    },
  },
  {
    usage: 'delete <spider>',
    summary: 'move a spider to the trash, with its versions, runs and items',
    description: `Moves a spider to the trash, with all its versions, saved pages, runs, items and schedules. "trash restore" brings it back within ${daysInTrash} days. Paused runs stay paused. Asks first on a terminal; --force does not ask.`,
    options: [projectOption, ...deletingOptions],
    examples: [
      ['spiders delete news --project press', 'asks, then moves it to the trash'],
      ['spiders delete news --now', 'asks, then deletes it for good'],
    ],
    async run(context, [spider = '']) {
      const { ask } = context;
      const project = context.options.project();
      const { versions, runs, paused, items } = await ask('spiders.delete', {
        project,
        spider,
        dryRun: true,
      });
      return deleteAsAsked(context, {
        what: `${spider} in project ${project} with ${count(versions, 'version')}, ${count(runs, 'run')} and ${count(items, 'item')}`,
        ...remarkOn(paused),
        async remove(forGood) {
          const deleted = await ask('spiders.delete', { project, spider, dryRun: false, forGood });
          return { value: { spider, project, ...deleted }, entries: entriesOf(deleted) };
        },
      });
    },
  },
  ...versionCommands,
];
