import type { StoreContext } from '../database/context.ts';
import type { FileQueries } from './file-queries.ts';

/** Implements `FileQueries` on SQLite. */
export function createFiles({ connection }: StoreContext): FileQueries {
  const one = connection.db
    .prepare<[Uint8Array], Uint8Array>('SELECT body FROM files WHERE sha256 = ?')
    .pluck();
  return { content: connection.query((sha256: string) => one.get(Buffer.from(sha256, 'hex')) ?? null) };
}
