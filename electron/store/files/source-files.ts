import { fingerprintFile } from '../../engine/fingerprint.ts';
import type { StoreContext } from '../database/context.ts';
import { storedFingerprint } from '../database/rows.ts';
import { answerCode } from '../runs/answered-by.ts';
import { createFileLinks, type FileLinks } from './file-links.ts';

/** The files of a generation: those that its source has downloaded. Call its functions within a transaction. */
export function createSourceFiles(context: StoreContext, run: number, source: number): FileLinks {
  const { db } = context.connection;
  const find = db
    .prepare<[number, bigint], number>(
      `SELECT id FROM requests JOIN file_requests ON request_id = requests.id
        WHERE requests.run_id = ? AND fingerprint = ?`,
    )
    .pluck();
  const addOrigin = db.prepare<[{ run: number; request: number }]>(
    `INSERT INTO origins (run_id, origin) SELECT @run, origin FROM origins JOIN requests ON origin_id = origins.id
      WHERE requests.id = @request ON CONFLICT DO NOTHING`,
  );
  const take = db.prepare<[{ run: number; request: number; page: number; now: number }]>(
    `INSERT INTO requests (run_id, origin_id, fingerprint, url, state, priority, depth, rule, callback, follow, parent_id,
        reason, finished_at, status, final_url, bytes, content_type, fetched_at, answered_by)
      SELECT @run, own.id, fingerprint, url, iif(state > 1, state, 4), priority, depth, NULL, NULL, 0, @page,
        iif(state > 1, reason, 'The run had not downloaded it.'), @now, status, final_url, bytes, content_type, fetched_at,
        ${answerCode['stored-page']}
      FROM requests JOIN origins ON origins.id = requests.origin_id
        JOIN origins AS own ON own.run_id = @run AND own.origin = origins.origin WHERE requests.id = @request`,
  );
  const mark = db.prepare<[{ id: number; run: number; request: number }]>(
    `INSERT INTO file_requests (request_id, run_id, file_id, bytes, type)
      SELECT @id, @run, file_id, bytes, type FROM file_requests WHERE request_id = @request`,
  );
  return createFileLinks(context, run, (url, page) => {
    const request = find.get(source, storedFingerprint(fingerprintFile(url)));
    if (request === undefined)
      return `Run ${source} did not download it, and nothing is fetched when items are extracted again.`;
    addOrigin.run({ run, request });
    const id = Number(take.run({ run, request, page, now: context.now() }).lastInsertRowid);
    mark.run({ id, run, request });
    return id;
  });
}
