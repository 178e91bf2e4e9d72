import type { StoreContext } from '../database/context.ts';
import type { FileQueries } from './file-queries.ts';

/** Implements `FileQueries` on SQLite. */
export function createFiles({ connection }: StoreContext): FileQueries {
  const one = connection.db
    .prepare<[Uint8Array], Uint8Array>('SELECT body FROM files WHERE sha256 = ?')
    .pluck();
  const facts = connection.db.prepare<[Uint8Array], { bytes: number; type: string | null }>(
    `SELECT length(body) AS bytes, (SELECT type FROM file_requests WHERE file_id = files.id LIMIT 1) AS type
      FROM files WHERE sha256 = ?`,
  );
  return {
    facts: connection.query((sha256: string) => {
      const found = facts.get(Buffer.from(sha256, 'hex'));
      return found === undefined ? null : { ...found, type: found.type ?? 'application/octet-stream' };
    }),
    content: connection.query((sha256: string) => one.get(Buffer.from(sha256, 'hex')) ?? null),
  };
}
