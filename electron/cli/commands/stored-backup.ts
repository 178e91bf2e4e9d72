import type { StoredBackup } from '../../../shared/contract/types.ts';
import { isStorageTarget } from '../../../shared/storage-target.ts';
import { contents, size } from '../backup-words.ts';
import type { CommandSpec, Context } from '../command.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { keepOptions, retention } from './backup-keep.ts';

/** Stores a backup in a place: `backup create`. */
export async function createStored(
  { output, options, ask, streams }: Context,
  target: string,
): Promise<void> {
  const progress = transferProgress(streams.stderr, 'sent');
  const backup = await ask('backups.store', { target, fresh: options.flag('fresh') }, progress);
  const { interrupted, resumedBytes } = backup;
  output.result({ ...backup, target }, () => {
    const continued =
      resumedBytes === 0 ? '' : `\n${size(resumedBytes)} had arrived before and were not sent again.`;
    const more =
      interrupted === 0 ? '' : `\n${count(interrupted, 'run')} in progress: interrupted in the backup.`;
    return printable(
      `Stored ${target}/${backup.id} (${size(backup.bytes)}), the workspace of ${backup.createdAt}: ${contents(backup)}.${more}${continued}\nIt is not verified yet: "spider-studio backup verify ${target}/${backup.id}" reads and restores it.`,
    );
  });
}

/** Verifies a backup in a place: `backup verify`. */
export async function verifyStored({ output, ask, streams }: Context, target: string): Promise<void> {
  const backup = await ask('backups.verifyStored', { target }, transferProgress(streams.stderr, 'read'));
  output.result({ ...backup, valid: true }, () =>
    printable(
      `${backup.id} is valid: read, restored into a scratch folder, and compared. Created ${backup.createdAt}, ${size(backup.bytes)}, ${contents(backup)}.`,
    ),
  );
}

/** Restores a backup from a place: `restore`. */
export async function restoreStored(
  { output, options, ask, streams }: Context,
  target: string,
): Promise<void> {
  const progress = transferProgress(streams.stderr, 'read');
  const restored = await ask('backups.restoreStored', { target, replace: options.flag('force') }, progress);
  output.result(restored, () => {
    const { kept, dataDir } = restored;
    const before = kept === null ? '' : `\nThe previous workspace is kept in ${kept}.`;
    return printable(
      `Restored ${restored.file} of ${restored.createdAt} to ${dataDir}: ${contents(restored)}.${before}`,
    );
  });
}

/** The commands below `backup` that are for places alone. */
export const storedCommands: CommandSpec[] = [
  {
    usage: 'list <target>',
    summary: 'list the backups in a place',
    examples: [['backup list place:nas', 'the newest first, and which of them were verified']],
    async run({ output, ask }, [target = '']) {
      requirePlace(target);
      const { backups, unfinished } = await ask('backups.stored', { target });
      output.result(backups, () => {
        const more =
          unfinished === 0 ? '' : `\n${count(unfinished, 'backup')} without an end: being made, or given up.`;
        return backups.length === 0 ? `No backups in ${target} yet.${more}` : `${table(backups)}${more}`;
      });
    },
  },
  {
    usage: 'prune <target>',
    summary: 'delete old backups in a place',
    description:
      'Deletes the backups of a place that no --keep option keeps. Only verified backups count, and one that was not verified stays until a newer verified one is kept. Where none was verified, nothing is deleted. Days, weeks and months are those of UTC.',
    options: [...keepOptions, { flags: '--dry-run', description: 'only show what would be deleted' }],
    examples: [
      ['backup prune place:nas --keep-daily 7 --keep-weekly 4 --dry-run', 'shows what would go'],
      ['backup prune place:nas --keep-newest 3', 'keeps the three newest verified backups'],
    ],
    async run({ output, options, ask }, [target = '']) {
      requirePlace(target);
      const keep = retention(options);
      if (keep === null)
        throw new UsageError(
          'Say what is to be kept.',
          'For example: --keep-newest 3 --keep-daily 7 --keep-monthly 12',
        );
      const dryRun = options.flag('dryRun');
      const pruned = await ask('backups.prune', { target, keep, dryRun });
      output.result({ ...pruned, dryRun }, () => {
        const rows = [
          ...pruned.kept.map(({ backup, why }) => [backup.id, 'stays', why]),
          ...pruned.deleted.map(({ id }) => [id, dryRun ? 'would be deleted' : 'deleted', '']),
        ];
        return rows.length === 0
          ? `No backups in ${target} yet.`
          : renderTable(['backup', 'what', 'why'], rows);
      });
    },
  },
  {
    usage: 'items <run> <target>',
    summary: 'store the items of a run in a place',
    description:
      'Stores the items of a run as JSON lines, compressed by gzip, then reads them again and compares. The key names the project, the spider and the run, and nothing is replaced.',
    options: [
      {
        flags: '--remove-run',
        description: 'delete the run here, once its items were read again and compared',
      },
    ],
    examples: [['backup items 12 place:nas', 'the items of run 12']],
    async run({ output, options, ask }, [run = '', target = '']) {
      requirePlace(target);
      const stored = await ask('backups.storeItems', { run, target, removeRun: options.flag('removeRun') });
      output.result(stored, () =>
        printable(
          `Stored ${stored.file} (${size(stored.bytes)}): ${count(stored.items, 'item')}, read again and compared.${stored.removedRun ? ` Run ${run} was deleted here.` : ''}`,
        ),
      );
    },
  },
];

function requirePlace(target: string): void {
  if (isStorageTarget(target)) return;
  throw new UsageError(
    'TARGET must be place:NAME or s3://BUCKET/PREFIX.',
    'For example: backup list place:nas',
  );
}

function table(backups: readonly StoredBackup[]): string {
  return renderTable(
    ['backup', 'created', 'size', 'items', 'verified'],
    backups.map(({ id, createdAt, bytes, items, verifiedAt }) => [
      id,
      createdAt,
      size(bytes),
      String(items),
      verifiedAt ?? 'no',
    ]),
  );
}

/** Time between two lines, in milliseconds. */
const lineEvery = 5000;

/** Shows how far a transfer is, on lines of their own. */
function transferProgress(
  stderr: NodeJS.WriteStream,
  what: string,
): { onTransfer: (percent: number) => void } {
  let last = performance.now();
  return {
    onTransfer(percent) {
      if (performance.now() - last < lineEvery) return;
      last = performance.now();
      stderr.write(`${Math.floor(percent)}% ${what}\n`);
    },
  };
}
