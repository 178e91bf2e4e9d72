import type { TrashEntry } from '../../../shared/contract/types.ts';
import { counted } from '../../../shared/counted.ts';
import { daysInTrash, daysLeft } from '../../../shared/contract/trash-time.ts';
import { size } from '../backup-words.ts';
import type { CommandSpec } from '../command.ts';
import { printable } from '../output.ts';
import { renderTable } from '../table.ts';
import { forceOption, freeRoom, isAgreed } from '../deleting.ts';

/** The commands below `trash`. */
export const trashCommands: CommandSpec[] = [
  {
    usage: 'list',
    summary: 'list what was deleted',
    description: `Lists what was deleted, the newest first. It stays for ${daysInTrash} days; its room is freed when it goes for good.`,
    examples: [['trash list', 'ids, what it was, and how long it stays']],
    async run({ output, ask }) {
      const entries = await ask('trash.list', {});
      output.result(entries, () => describe(entries));
    },
  },
  {
    usage: 'restore <id>',
    summary: 'restore something that was deleted',
    description:
      'Restores something exactly as it was: a spider with its versions, drafts, saved pages, runs, items and schedules. Moments of schedules that have passed are not caught up, and what waited in the queue stays cancelled.',
    options: [{ flags: '--name <name>', description: 'another name, where its own is taken' }],
    examples: [
      ['trash restore 3', 'restores what "trash list" calls 3'],
      ['trash restore 3 --name news-before', 'under another name'],
    ],
    async run({ output, options, ask }, [id = '']) {
      const name = options.text('name');
      const { entry, project, spider } = await ask('trash.restore', {
        entry: id,
        ...(name === null ? {} : { name }),
      });
      const { kind, run } = entry;
      output.result({ id, kind, project, spider, run }, () =>
        printable(`Restored ${nameOf({ ...entry, project, spider })}.`),
      );
    },
  },
  {
    usage: 'empty [id...]',
    summary: 'delete things in the trash for good',
    description:
      'Deletes everything in the trash for good, or what is named, and frees its room. Asks first on a terminal; --force does not ask.',
    options: [forceOption],
    examples: [
      ['trash empty', 'asks, then empties the trash'],
      ['trash empty 3 4 --force', 'deletes two entries for good'],
    ],
    async run(context, ids) {
      const { output, ask } = context;
      const all = await ask('trash.list', {});
      const named = ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
      if (ids.length === 0 && all.length === 0) {
        output.result({ removed: 0, bytes: 0 }, () => 'The trash is empty.');
        return 0;
      }
      const what = counted(ids.length === 0 ? all.length : ids.length, 'entry', 'entries');
      const room = size(named.reduce((sum, { contents }) => sum + contents.bytes, 0));
      const question = `Delete ${what} for good (about ${room})? Nobody can restore it then.`;
      if (!(await isAgreed(context, question))) return 1;
      const removed = await ask('trash.empty', { entries: ids.length === 0 ? null : [...ids] });
      await freeRoom(context);
      output.result(removed, () => `Deleted ${counted(removed.removed, 'entry', 'entries')} for good.`);
      return 0;
    },
  },
];

function nameOf({ kind, project, spider, run, title }: TrashEntry): string {
  switch (kind) {
    case 'project':
      return `project ${project}`;
    case 'spider':
      return `${spider ?? ''} in project ${project}`;
    case 'run':
      return `run ${run ?? ''} of ${spider ?? ''} in project ${project}`;
    case 'page':
      return `the saved page "${title ?? ''}" of ${spider ?? ''} in project ${project}`;
    default:
      return kind satisfies never;
  }
}

function describe(entries: readonly TrashEntry[]): string {
  if (entries.length === 0) return 'The trash is empty.';
  const bytes = entries.reduce((sum, { contents }) => sum + contents.bytes, 0);
  const table = renderTable(
    ['id', 'what', 'runs', 'items', 'size', 'deleted', 'days left'],
    entries.map((entry) => [
      entry.id,
      nameOf(entry),
      String(entry.contents.runs),
      String(entry.contents.items),
      size(entry.contents.bytes),
      entry.deletedAt,
      String(daysLeft(entry.goesAt, Date.now())),
    ]),
  );
  return printable(`${table}\n${counted(entries.length, 'entry', 'entries')}, about ${size(bytes)}.`);
}
