import { randomBytes } from 'node:crypto';
import { StorageError } from '../../../object-storage/errors.ts';
import { HostError } from '../../errors.ts';
import { inWords, openTarget, type TargetOptions } from './target.ts';

/** What a place can do. */
export interface TestedPlace {
  durationMs: number;
  /** Whether the service itself refuses to replace objects that are not to be replaced. */
  neverOverwrites: boolean;
}

/** Writes, lists, reads and deletes a small object. @throws HostError with what does not work */
export async function testPlace(
  target: string,
  options: TargetOptions & { signal: AbortSignal },
): Promise<TestedPlace> {
  const { storage, prefix } = await openTarget(target, options);
  const { signal } = options;
  const startedAt = performance.now();
  const key = `${prefix}test-${randomBytes(8).toString('hex')}`;
  const body = randomBytes(64);
  try {
    return await inWords(async () => {
      await storage.put(key, body, { replace: false, signal });
      try {
        const read: Uint8Array[] = [];
        for await (const chunk of storage.get(key, { signal })) read.push(chunk);
        const listed: string[] = [];
        for await (const object of storage.list(key, { signal })) listed.push(object.key);
        if (!Buffer.concat(read).equals(body) || listed[0] !== key)
          throw new HostError('storage-failed', `${storage.name} did not return what was stored there.`);
        const neverOverwrites = await refusesToReplace(() =>
          storage.put(key, randomBytes(64), { replace: false, signal }),
        );
        return { durationMs: Math.round(performance.now() - startedAt), neverOverwrites };
      } finally {
        await storage.delete(key);
      }
    });
  } finally {
    storage.close();
  }
}

async function refusesToReplace(put: () => Promise<void>): Promise<boolean> {
  try {
    await put();
    return false;
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'exists') return true;
    throw error;
  }
}
