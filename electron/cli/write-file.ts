import { writeFile } from 'node:fs/promises';
import { HostError, toHostError } from '../host/errors.ts';
import { errorCode } from '../system/errors.ts';
import { files } from '../system/files.ts';

/** Writes a file whole, or leaves what is there. @throws HostError `exists` unless it may be replaced */
export async function writeWhole(
  file: string,
  bytes: Uint8Array,
  { replace }: { replace: boolean },
): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, bytes, { flag: 'wx', flush: true });
    if (replace) files.replace(draft, file);
    else files.publish(draft, file);
  } catch (error) {
    files.remove(draft);
    if (errorCode(error) !== 'EEXIST') throw toHostError(error);
    const action = { action: 'replace-file' } as const;
    throw new HostError('exists', `"${file}" exists already.`, { hint: null, action });
  }
}
