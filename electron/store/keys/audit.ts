import type { StoreContext } from '../database/context.ts';
import { isoTime, rowId } from '../database/rows.ts';
import type { AuditRow, KeyQueries } from './key-queries.ts';

interface StoredEntry {
  id: number;
  at: number;
  key_id: number | null;
  member: string | null;
  operation: string;
  project: string | null;
  status: number;
  code: string | null;
  address: string;
}

/** How many entries are kept. */
const kept = 100_000;

/** Implements the audit log of `KeyQueries` on SQLite. */
export function createAudit({ connection, now }: StoreContext): Pick<KeyQueries, 'record' | 'audit'> {
  const { db } = connection;
  const insert = db.prepare<[Omit<StoredEntry, 'id'>]>(
    `INSERT INTO api_audit (at, key_id, member, operation, project, status, code, address)
      VALUES (@at, @key_id, @member, @operation, @project, @status, @code, @address)`,
  );
  const prune = db.prepare<[number]>('DELETE FROM api_audit WHERE id <= ?');
  const list = db.prepare<[{ key: number | null; before: number | null; limit: number }], StoredEntry>(
    `SELECT * FROM api_audit WHERE (@key IS NULL OR key_id = @key) AND (@before IS NULL OR id < @before)
      ORDER BY id DESC LIMIT @limit`,
  );
  return {
    record: connection.change(({ key, member, operation, project, status, code, from }) => {
      const { lastInsertRowid } = insert.run({
        at: now(),
        key_id: key === null ? null : rowId(key, 'key'),
        member,
        operation,
        project,
        status,
        code,
        address: from,
      });
      prune.run(Number(lastInsertRowid) - kept);
    }),
    audit: connection.query(({ key, before, limit }: Parameters<KeyQueries['audit']>[0]) =>
      list
        .all({
          key: key === null ? null : rowId(key, 'key'),
          before: before === null ? null : rowId(before, 'entry'),
          limit,
        })
        .map(entryRow),
    ),
  };
}

function entryRow(stored: StoredEntry): AuditRow {
  const { id, at, key_id, member, operation, project, status, code, address } = stored;
  return {
    id: String(id),
    at: isoTime(at),
    key: key_id === null ? null : String(key_id),
    member,
    operation,
    project,
    status,
    code,
    from: address,
  };
}
