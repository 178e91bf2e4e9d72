import { StorageError, type StorageReason } from '../../object-storage/errors.ts';
import type { ObjectStorage } from '../../object-storage/storage.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { StoreError } from '../errors.ts';
import type { Drive } from './drive.ts';

/** Keeps objects in a bucket, below a prefix. @param prefix empty, or with a slash at its end */
export function bucketDrive(storage: ObjectStorage, prefix: string): Drive {
  const keyOf = (key: string): string => `${prefix}${key}`;
  return {
    name: storage.name,
    write: (key, body) =>
      told(async () => {
        try {
          await storage.put(keyOf(key), body, { replace: false });
          return true;
        } catch (error) {
          if (isReason(error, 'exists')) return false;
          throw error;
        }
      }),
    renew: (key, body) => told(() => storage.put(keyOf(key), body, { replace: true })),
    read: (key) =>
      told(async () => {
        try {
          const chunks: Uint8Array[] = [];
          for await (const chunk of storage.get(keyOf(key))) chunks.push(chunk);
          return Buffer.concat(chunks);
        } catch (error) {
          if (isReason(error, 'not-found')) return null;
          throw error;
        }
      }),
    facts: (key) => told(() => storage.head(keyOf(key))),
    async *list() {
      try {
        for await (const { key, bytes, storedAt } of storage.list(prefix))
          yield { key: key.slice(prefix.length), bytes, storedAt };
      } catch (error) {
        throw inWords(error);
      }
    },
    remove: (key) => told(() => storage.delete(keyOf(key))),
    close: () => storage.close(),
  };
}

const isReason = (error: unknown, reason: StorageReason): boolean =>
  error instanceof StorageError && error.reason === reason;

const codes: Readonly<Partial<Record<StorageReason, ErrorCode>>> = {
  'wrong-key': 'storage-refused',
  'access-denied': 'storage-refused',
  clock: 'storage-refused',
  'no-bucket': 'bad-place',
  'wrong-place': 'bad-place',
  'bad-place': 'bad-place',
  full: 'storage-full',
  busy: 'storage-unreachable',
  unreachable: 'storage-unreachable',
};

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw inWords(error);
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  const { reason, message, hint } = error;
  return new StoreError(codes[reason] ?? 'storage-failed', message, hint ?? 'Try again.', error);
}
