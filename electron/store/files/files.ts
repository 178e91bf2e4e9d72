import type { StoreContext } from '../database/context.ts';
import { fileBytesSql } from './file-sql.ts';
import type { FileQueries } from './file-queries.ts';

/** Implements `FileQueries` on SQLite. */
export function createFiles({ connection }: StoreContext): FileQueries {
  const { db } = connection;
  const facts = db.prepare<[Uint8Array], { bytes: number; type: string | null }>(
    `SELECT ${fileBytesSql} AS bytes, (SELECT type FROM file_requests WHERE file_id = files.id LIMIT 1) AS type
      FROM files WHERE sha256 = ?`,
  );
  const chunk = db
    .prepare<[{ sha256: Uint8Array; index: number }], Uint8Array>(
      `SELECT file_chunks.body FROM files JOIN long_files ON file_id = files.id
        JOIN file_chunks ON long_file_id = long_files.id AND position = @index WHERE sha256 = @sha256`,
    )
    .pluck();
  const rest = db
    .prepare<[{ sha256: Uint8Array; index: number }], Uint8Array>(
      `SELECT body FROM files WHERE sha256 = @sha256
        AND @index = coalesce((SELECT chunks FROM long_files WHERE file_id = files.id), 0)`,
    )
    .pluck();
  return {
    facts: connection.query((sha256: string) => {
      const found = facts.get(Buffer.from(sha256, 'hex'));
      return found === undefined ? null : { ...found, type: found.type ?? 'application/octet-stream' };
    }),
    part: connection.query((sha256: string, index: number) => {
      const place = { sha256: Buffer.from(sha256, 'hex'), index };
      const before = chunk.get(place);
      if (before !== undefined) return { body: before, isLast: false };
      const last = rest.get(place);
      return last === undefined ? null : { body: last, isLast: true };
    }),
  };
}
