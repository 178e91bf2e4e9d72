import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Finds native code that differs from what was packaged. Native code is outside the archive, where nothing else checks it; the
 * list of checksums is inside.
 * @param folder the folder with the native code
 * @param list a JSON file with a SHA-256 for each name
 * @returns the names of files that were changed or added
 */
export function changedNativeCode(folder: string, list: string): string[] {
  const known: unknown = JSON.parse(readFileSync(list, 'utf8'));
  const sums = new Map(Object.entries(typeof known === 'object' && known !== null ? known : {}));
  return readdirSync(folder).filter((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return sums.get(name) !== sum;
  });
}
