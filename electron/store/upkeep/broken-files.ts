import type Database from 'better-sqlite3';
import { createHash } from 'node:crypto';

/**
 * Reads every downloaded file, chunk by chunk, and gives the row ids of those that are not what was stored.
 * @param onShare called between the files with the share that is done
 */
export function* brokenFiles(
  db: Database.Database,
  onShare: (share: number) => void = () => undefined,
): Generator<number> {
  const has = (table: string): boolean =>
    db.prepare<[string], number>('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  // A damaged database may be one of an earlier version.
  if (!has('files')) return;
  const ids = db.prepare<[], number>('SELECT id FROM files ORDER BY id').pluck().all();
  const file = db.prepare<[number], { sha256: Uint8Array; body: Uint8Array }>(
    'SELECT sha256, body FROM files WHERE id = ?',
  );
  const chunks = has('long_files')
    ? db
        .prepare<[number], Uint8Array>(
          `SELECT body FROM long_files JOIN file_chunks ON long_file_id = long_files.id WHERE file_id = ? ORDER BY position`,
        )
        .pluck()
    : null;
  for (const [index, id] of ids.entries()) {
    const found = file.get(id);
    const hash = createHash('sha256');
    for (const body of chunks?.iterate(id) ?? []) hash.update(body);
    if (found === undefined || !hash.update(found.body).digest().equals(found.sha256)) yield id;
    onShare((index + 1) / ids.length);
  }
}
