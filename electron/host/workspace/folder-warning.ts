import { shareOf } from '../../system/network-folder.ts';

/**
 * What is risky about where a data folder is, with what to do about it; null: nothing. SQLite keeps the index of its log
 * in memory that the processes of one computer share, so two computers at once would damage the database.
 */
export function folderWarning(dataDir: string, share: typeof shareOf = shareOf): string | null {
  const place = share(dataDir);
  return place === null
    ? null
    : `The data folder is on the network share ${place}: it is damaged when two computers use it at the same time. Keep it on a disk of this computer, and only its backups on the share.`;
}
