import { isFileValue, type FileValue } from '../../shared/file-value.ts';

/** The downloaded files in a value of an item, however deep. */
export function filesIn(value: unknown): FileValue[] {
  if (isFileValue(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : [];
}

/** The downloaded files that items name, each counted once. */
export interface FileTally {
  add(items: readonly { metadata: unknown }[]): void;
  total(): { files: number; bytes: number };
}

/** Counts the files that an export would write. */
export function createFileTally(): FileTally {
  const seen = new Set<string>();
  let bytes = 0;
  return {
    add(items) {
      for (const { metadata } of items) {
        for (const found of filesIn(metadata)) {
          if (seen.has(found.file)) continue;
          seen.add(found.file);
          bytes += found.bytes;
        }
      }
    },
    total: () => ({ files: seen.size, bytes }),
  };
}
