import type { Backup } from '../../../shared/contract/types.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';

/** The commands `backup create` and `backup verify`. */
export const backupCommands: CommandSpec[] = [
  {
    usage: 'create <file>',
    summary: 'write everything to one file, even during a crawl',
    description:
      'Writes the whole workspace to one file: projects, spiders with all versions, runs with their requests, items and pages, saved pages, drafts, settings of the window, and the list of proxies. Spider Studio may be in use meanwhile; a run in progress is interrupted in the backup, and can be resumed after a restore. The file is not encrypted. It does not contain passwords of proxies (only the names of their secrets), downloaded browsers, exported files, or the size and position of desktop windows.',
    options: [{ flags: '--force', description: 'replace an existing file' }],
    examples: [
      ['backup create studio.backup', 'writes the workspace to a file'],
      ['backup create /mnt/disk/studio.backup --force', 'replaces an earlier backup'],
      [
        'backup create shop.backup --data-dir ./shop --json',
        'backs up another data folder, with the result as JSON',
      ],
    ],
    async run({ output, options, ask }, [file = '']) {
      const backup = await ask('backups.create', { file, replace: options.flag('force') });
      output.result(backup, () => {
        const { interrupted } = backup;
        const more =
          interrupted === 0 ? '' : `\n${count(interrupted, 'run')} in progress: interrupted in the backup.`;
        return printable(`Wrote ${backup.file} (${size(backup.bytes)}): ${contents(backup)}.${more}`);
      });
    },
  },
  {
    usage: 'verify <file>',
    summary: 'check a backup, byte for byte',
    description:
      'Checks that a backup is unchanged, byte for byte, that its database is intact, and that this version can read it.',
    examples: [
      ['backup verify studio.backup', 'exit code 0: it can be restored'],
      ['backup verify studio.backup --json', 'the same for programs'],
    ],
    async run({ output, ask }, [file = '']) {
      const backup = await ask('backups.verify', { file });
      output.result({ ...backup, valid: true }, () =>
        printable(
          `${backup.file} is valid: created ${backup.createdAt}, ${size(backup.bytes)}, ${contents(backup)}.`,
        ),
      );
    },
  },
];

/** The command `restore`. */
export const restore: CommandSpec = {
  usage: 'restore <file>',
  summary: 'restore a backup',
  description:
    'Puts the workspace of a backup into the data folder. The backup is checked first. An existing workspace is replaced only with --force, and kept in a folder beside it. Close Spider Studio first: nothing else may use the data folder meanwhile.',
  options: [
    {
      flags: '--force',
      description: 'replace the existing workspace, which is kept in a folder',
    },
  ],
  examples: [
    ['restore studio.backup --data-dir ./copy', 'restores into another folder, to look into it'],
    ['restore studio.backup --force', 'replaces the present workspace'],
  ],
  async run({ output, options, ask }, [file = '']) {
    const restored = await ask('backups.restore', { file, replace: options.flag('force') });
    output.result(restored, () => {
      const { kept, dataDir } = restored;
      const before = kept === null ? '' : `\nThe previous workspace is kept in ${kept}.`;
      return printable(
        `Restored the backup of ${restored.createdAt} to ${dataDir}: ${contents(restored)}.${before}`,
      );
    });
  },
};

function contents({
  spiders,
  runs,
  items,
  proxies,
}: Pick<Backup, 'spiders' | 'runs' | 'items' | 'proxies'>): string {
  return [
    count(spiders, 'spider'),
    count(runs, 'run'),
    count(items, 'item'),
    count(proxies, 'proxy', 'proxies'),
  ].join(', ');
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
