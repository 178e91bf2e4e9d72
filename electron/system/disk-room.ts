import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reads how many bytes a user may still write to the disk of a folder. */
export type FreeBytes = (folder: string) => number;

const freeBytes: FreeBytes = (folder) => {
  const { bavail, bsize, blocks } = statfsSync(folder);
  // What is no disk, such as /proc, has no blocks.
  if (blocks === 0) throw new Error('not on a disk');
  return bavail * bsize;
};

/** Free bytes of the disk of a folder, or of the nearest folder above it that exists; null: unknown. */
export function freeBytesOf(folder: string, free: FreeBytes = freeBytes): number | null {
  for (let place = folder; ; place = dirname(place)) {
    try {
      return free(place);
    } catch {
      if (dirname(place) === place) return null;
    }
  }
}

/** With more room than this, in bytes, something else than the disk is the limit, for example a quota. */
const littleRoom = 64e6;

/** Says how little room the disk of a full-disk error has, as a sentence after others; empty: it has much, or that is unknown. */
export function roomLeft(path: string, free?: FreeBytes): string {
  const bytes = freeBytesOf(dirname(path), free);
  if (bytes === null || bytes > littleRoom) return '';
  return ` Its disk has ${(bytes / 1e6).toFixed(1)} MB of free room.`;
}
