import type { Backup } from '../../../shared/contract/types.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';

/** The commands `backup create` and `backup verify`. */
export const backupCommands: CommandSpec[] = [
  {
    usage: 'create <file>',
    summary: 'write everything to one file, also while crawls go on',
    description:
      'Writes the whole workspace to one file: projects, spiders with all versions, runs with their requests, items and pages, saved pages, drafts, settings of the window, and the list of proxies. It may be in use meanwhile; a run that is under way is interrupted in the backup, and can be resumed there. The file is not encrypted. Not in it: passwords of proxies (only the names of their secrets are), downloaded browsers, exported files, and the size and place of desktop windows.',
    options: [{ flags: '--force', description: 'replace the file where it exists' }],
    examples: [
      ['backup create studio.backup', 'writes the workspace to a file of your own'],
      ['backup create /mnt/disk/studio.backup --force', 'replaces the backup of yesterday'],
      [
        'backup create shop.backup --data-dir ./shop --json',
        'that of another data folder, told to a program',
      ],
    ],
    async run({ output, options, ask }, [file = '']) {
      const backup = await ask('backups.create', { file, replace: options.flag('force') });
      output.result(backup, () => {
        const { interrupted } = backup;
        const more =
          interrupted === 0 ? '' : `\n${count(interrupted, 'run')} under way: interrupted in the backup.`;
        return printable(`Wrote ${backup.file} (${size(backup.bytes)}): ${contents(backup)}.${more}`);
      });
    },
  },
  {
    usage: 'verify <file>',
    summary: 'check a backup from its first byte to its last',
    description:
      'Checks that a backup is what was written, byte for byte, that its database is sound, and that this version can read it.',
    examples: [
      ['backup verify studio.backup', 'exit code 0: it can be restored'],
      ['backup verify studio.backup --json', 'the same for programs'],
    ],
    async run({ output, ask }, [file = '']) {
      const backup = await ask('backups.verify', { file });
      output.result({ ...backup, valid: true }, () =>
        printable(
          `${backup.file} is sound: made ${backup.createdAt}, ${size(backup.bytes)}, ${contents(backup)}.`,
        ),
      );
    },
  },
];

/** The command `restore`. */
export const restore: CommandSpec = {
  usage: 'restore <file>',
  summary: 'bring a backup back',
  description:
    'Puts the workspace of a backup into the data folder. The backup is checked first. A workspace that is there is replaced with --force only, and is kept in a folder beside it. Nothing may use the data folder meanwhile: close Spider Studio first.',
  options: [
    {
      flags: '--force',
      description: 'take the place of the workspace that is there; it is kept in a folder',
    },
  ],
  examples: [
    ['restore studio.backup --data-dir ./copy', 'into a folder of its own, to look into it'],
    ['restore studio.backup --force', 'in the place of the present workspace'],
  ],
  async run({ output, options, ask }, [file = '']) {
    const restored = await ask('backups.restore', { file, replace: options.flag('force') });
    output.result(restored, () => {
      const { kept, dataDir } = restored;
      const before = kept === null ? '' : `\nThe workspace that was there is kept in ${kept}.`;
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
