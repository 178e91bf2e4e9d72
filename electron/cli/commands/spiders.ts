import { createInterface } from 'node:readline/promises';
import { projectFilter, projectOption, wholeNumber, type CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';
import { renderTable } from '../table.ts';

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
    options: [projectOption, { flags: '--version-number <n>', description: 'an earlier version' }],
    examples: [
      ['spiders show news', 'the latest version'],
      ['spiders show news --version-number 1 > news-1.json', 'writes an earlier version to a file'],
    ],
    async run({ output, options, ask }, [spider = '']) {
      const number = options.text('versionNumber');
      const project = options.project();
      const wanted =
        number === null
          ? (await ask('spiders.get', { project, spider })).summary.version
          : wholeNumber(number, '--version-number');
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
    summary: 'delete a spider with its versions, runs and items',
    description:
      'Deletes a spider with all its versions, runs and items. Asks first on a terminal; --force does not ask.',
    options: [projectOption, { flags: '--force', description: 'do not ask' }],
    examples: [['spiders delete news --project press', 'asks, then deletes']],
    async run({ output, options, ask, streams }, [spider = '']) {
      const project = options.project();
      const { versions, runs, items } = await ask('spiders.delete', { project, spider, dryRun: true });
      const what = `${spider} in project ${project} with ${count(versions, 'version')}, ${count(runs, 'run')} and ${count(items, 'item')}`;
      if (!options.flag('force') && !(await confirmed(printable(`Delete ${what}?`), streams))) {
        output.note('Nothing was deleted.');
        return 1;
      }
      const deleted = await ask('spiders.delete', { project, spider, dryRun: false });
      output.result({ spider, project, ...deleted }, () => `Deleted ${what}.`);
      return 0;
    },
  },
];

/** Asks the user for confirmation. Without a terminal it returns true: a program that calls the command has decided. */
export async function confirmed(
  question: string,
  { stderr }: { stderr: NodeJS.WriteStream },
): Promise<boolean> {
  if (!process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
