import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The native code that is not what the package was made with. It lies outside the archive, where nothing else checks it; the
 * list of checksums lies inside.
 * @param folder what is loaded from
 * @param list the file with a SHA-256 for each name
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
