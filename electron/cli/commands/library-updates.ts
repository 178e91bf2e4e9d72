import type { UpdatePreview } from '../../../shared/contract/types.ts';
import { unifiedDiff } from '../../../shared/text-diff.ts';
import { projectFilter, projectOption, wholeNumber, type CommandSpec } from '../command.ts';
import { changeLines, staleNotes, updateTable } from '../library-words.ts';
import { count, describeProblem, printable } from '../output.ts';
import { testSentence } from '../pack-words.ts';

const updates: CommandSpec = {
  usage: 'updates',
  summary: 'list imported spiders, and newer versions of them',
  description:
    'Lists the spiders that were imported from registries, with the newest version there, and whether they were changed here since. Templates are where a spider begins, and have no updates. Exit code 0 also where there are none.',
  options: [
    projectFilter,
    { flags: '--refresh', description: 'read all registries anew' },
    { flags: '--all', description: 'also spiders that are up to date' },
  ],
  examples: [['library updates', 'spiders whose registry has a newer version']],
  async run({ output, options, ask }) {
    const found = await ask('library.updates', {
      project: options.text('project'),
      ...(options.flag('refresh') ? { refresh: true } : {}),
    });
    for (const note of staleNotes(found.registries)) output.note(note);
    const shown = options.flag('all') ? found.spiders : found.spiders.filter(({ isNewer }) => isNewer);
    output.result({ ...found, spiders: shown }, () => {
      if (shown.length > 0) return printable(updateTable(shown));
      return found.spiders.length === 0
        ? 'No spider was imported from a registry. "spider-studio library search" shows what there is.'
        : `${count(found.spiders.length, 'imported spider')}, all up to date.`;
    });
  },
};

const update: CommandSpec = {
  usage: 'update <spider>',
  summary: 'bring an imported spider to the newest version of its registry',
  description:
    'Shows what a newer version changes, runs its fixtures and those of the spider, and stores it as a new version with its saved pages. A version whose fixtures fail is refused without --force. Changes that were made here are never lost: the update is refused until --replace-edits says that they may stay in the version before.',
  options: [
    projectOption,
    { flags: '--version <n>', description: 'this version of the registry (default: the newest)' },
    { flags: '--dry-run', description: 'show what would change; store nothing' },
    { flags: '--replace-edits', description: 'take the place of changes that were made here' },
    { flags: '--force', description: 'store it although its fixtures fail' },
  ],
  examples: [
    ['library update lamps --dry-run', 'the difference, who changed what, and the fixtures'],
    ['library update lamps', 'stores it, unless something speaks against it'],
  ],
  async run({ output, options, ask }, [spider = '']) {
    const wanted = options.text('version');
    const of = { project: options.project(), spider };
    const version = wanted === null ? null : wholeNumber(wanted, '--version');
    if (options.flag('dryRun')) {
      const preview = await ask('library.previewUpdate', { ...of, version });
      output.result(preview, () => printable(describeUpdate(preview)));
      return;
    }
    const { problems, ...stored } = await ask('library.update', {
      ...of,
      version,
      replaceEdits: options.flag('replaceEdits'),
      force: options.flag('force'),
    });
    for (const problem of problems) output.note(describeProblem(problem));
    output.result(stored, () => {
      const from = `${stored.from.registry}/${stored.from.name}@${stored.from.version}`;
      const done = stored.unchanged
        ? `Unchanged: ${spider} is as ${from} already.`
        : `Stored version ${stored.version} of ${spider}, from ${from}. "spider-studio library rollback ${spider}" goes back.`;
      return printable(`${done}\nFixtures: ${testSentence(stored.test)}`);
    });
  },
};

const rollback: CommandSpec = {
  usage: 'rollback <spider>',
  summary: 'go back to the version before the last update',
  description:
    'Adds a version that is like the one before the update, so that nothing is lost. Saved pages and locked values stay as the update has left them.',
  options: [projectOption],
  examples: [['library rollback lamps', 'a new version like the one before the update']],
  async run({ output, options, ask }, [spider = '']) {
    const done = await ask('library.rollback', { project: options.project(), spider });
    const { from } = done;
    output.result(done, () =>
      printable(
        `Stored version ${done.version} of ${spider}: it is as version ${done.to} was, before ${from.registry}/${from.name}@${from.version}.`,
      ),
    );
  },
};

/** The commands about spiders that were imported. */
export const updateCommands: readonly CommandSpec[] = [updates, update, rollback];

/** What an update would change. */
function describeUpdate(preview: UpdatePreview): string {
  const { spider, from, to, before, after, same, changes, changedHere, test, pages } = preview;
  const what = `${from.registry}/${from.name}: version ${from.version} → ${to.version}`;
  if (same) return `${what}\n${spider} is this document already.`;
  const facts = [
    what,
    ...(to.notes === null ? [] : [`notes     ${to.notes}`]),
    `changed   ${changedHere ? 'here and in the registry' : 'in the registry'}`,
    `pages     ${count(pages, 'new page')}`,
    `fixtures  ${testSentence(test)}`,
    ...changeLines(changes),
  ];
  return `${facts.join('\n')}\n\n${unifiedDiff(before, after, `${spider}.json`)}`;
}
