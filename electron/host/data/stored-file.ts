import { createHash } from 'node:crypto';
import type { FileQueries } from '../../store/files/file-queries.ts';
import { HostError } from '../errors.ts';

/**
 * Reads a downloaded file part by part. A part is in memory until the next one is asked for.
 * @param sha256 in hexadecimal
 * @throws HostError `unknown-file` if it is gone, at once or meanwhile; `damaged` at its end if it is not what was stored
 */
export async function* partsOfFile(
  part: FileQueries['part'],
  sha256: string,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  for (let index = 0; ; index += 1) {
    const found = await part(sha256, index);
    if (found === null)
      throw new HostError(
        'unknown-file',
        'A downloaded file is not stored any more.',
        'Its run may have been deleted meanwhile.',
      );
    hash.update(found.body);
    yield found.body;
    if (found.isLast) break;
  }
  if (hash.digest('hex') !== sha256)
    throw new HostError(
      'damaged',
      `The downloaded file ${sha256} is not what was stored.`,
      'Check the database with "storage check", and repair it.',
    );
}
