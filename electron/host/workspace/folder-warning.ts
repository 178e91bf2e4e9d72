import { shareOf } from '../../system/network-folder.ts';

/**
 * Warns about a data folder on a network share. SQLite keeps the index of its write-ahead log in memory shared by the processes
 * of one computer, so two computers at once would damage the database.
 * @returns the warning with advice; null: the place is safe
 */
export function folderWarning(dataDir: string, share: typeof shareOf = shareOf): string | null {
  const place = share(dataDir);
  return place === null
    ? null
    : `The data folder is on the network share ${place}: it is damaged when two computers use it at the same time. Keep it on a disk of this computer, and only its backups on the share.`;
}
