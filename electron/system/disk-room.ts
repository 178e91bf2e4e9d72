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
