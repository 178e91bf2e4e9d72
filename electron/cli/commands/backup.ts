import { isStorageTarget } from '../../../shared/storage-target.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';
import { contents, size } from '../backup-words.ts';
import { backupScheduleCommands } from './backup-schedule.ts';
import { createStored, restoreStored, storedCommands, verifyStored } from './stored-backup.ts';

/** The commands below `backup`. */
export const backupCommands: CommandSpec[] = [
  {
    usage: 'create <target>',
    summary: 'write everything to one file or to a place, even during a crawl',
    description:
      'Writes the whole workspace to one file: projects, spiders with all versions, runs with their requests, items and pages, saved pages, drafts, settings of the window, and the lists of proxies, places, registries and planned backups. Spider Studio may be in use meanwhile; a run in progress is interrupted in the backup, and can be resumed after a restore. The file is not encrypted. It does not contain passwords (only the names of secrets), downloaded browsers, exported files, or the size and position of desktop windows. TARGET is a file, place:NAME (see "places"), or s3://BUCKET/PREFIX with the keys of the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL). In a place, every backup has a key of its own and replaces nothing; a backup that was cut off is continued when the command is given again within a day.',
    options: [
      { flags: '--force', description: 'replace an existing file' },
      {
        flags: '--fresh',
        description: 'in a place: begin anew, and do not continue a backup that was cut off',
      },
    ],
    examples: [
      ['backup create studio.backup', 'writes the workspace to a file'],
      ['backup create /mnt/disk/studio.backup --force', 'replaces an earlier backup'],
      ['backup create place:nas', 'stores the workspace in a place'],
      [
        'backup create shop.backup --data-dir ./shop --json',
        'backs up another data folder, with the result as JSON',
      ],
    ],
    async run(context, [file = '']) {
      if (isStorageTarget(file)) return createStored(context, file);
      const { output, options, ask } = context;
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
    usage: 'verify <target>',
    summary: 'check a backup, byte for byte',
    description:
      'Checks that a backup is unchanged, byte for byte, that its database is intact, and that this version can read it. A backup in a place is read whole and restored into a scratch folder, and all counts and every item are compared; it counts as verified from then on. TARGET is a file, a place with its newest backup, or a place and the id of a backup.',
    examples: [
      ['backup verify studio.backup', 'exit code 0: it can be restored'],
      ['backup verify studio.backup --json', 'the same for programs'],
      ['backup verify place:nas', 'reads and restores the newest backup of a place'],
    ],
    async run(context, [file = '']) {
      if (isStorageTarget(file)) return verifyStored(context, file);
      const { output, ask } = context;
      const backup = await ask('backups.verify', { file });
      output.result({ ...backup, valid: true }, () =>
        printable(
          `${backup.file} is valid: created ${backup.createdAt}, ${size(backup.bytes)}, ${contents(backup)}.`,
        ),
      );
    },
  },
  ...storedCommands,
  ...backupScheduleCommands,
];

/** The command `restore`. */
export const restore: CommandSpec = {
  usage: 'restore <target>',
  summary: 'restore a backup',
  description:
    'Puts the workspace of a backup into the data folder. The backup is checked first. An existing workspace is replaced only with --force, and kept in a folder beside it. Close Spider Studio first: nothing else may use the data folder meanwhile. TARGET is a file, a place with its newest backup (place:NAME or s3://BUCKET/PREFIX), or a place and the id of a backup.',
  options: [
    {
      flags: '--force',
      description: 'replace the existing workspace, which is kept in a folder',
    },
  ],
  examples: [
    ['restore studio.backup --data-dir ./copy', 'restores into another folder, to look into it'],
    ['restore studio.backup --force', 'replaces the present workspace'],
    ['restore place:nas --force', 'the newest backup of a place'],
  ],
  async run(context, [file = '']) {
    if (isStorageTarget(file)) return restoreStored(context, file);
    const { output, options, ask } = context;
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
