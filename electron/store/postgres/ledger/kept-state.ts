import type { HttpCache } from '../../../engine/ports/http-cache.ts';
import type { MeasuredRun } from '../../../engine/ports/measured-run.ts';
import type { RouteMemory } from '../../../engine/ports/route-memory.ts';
import { rowId, storedFingerprint } from '../../database/rows.ts';
import { answerOf, readAnswer, type StoredAnswer } from '../../http-cache/http-cache.ts';
import { readStoredItem, storedItemColumns, type StoredItem } from '../../items/stored-item.ts';
import { readRoutes } from '../../runs/routes.ts';
import { measuredItems, readMeasured } from '../../runs/run-expectations.ts';
import { keepState } from './ledger.ts';
import type { FleetSession } from './session.ts';
import { storable } from './stored-text.ts';

/** What a run knows about its proxy routes; see `runs/routes.ts`. */
export function createFleetRoutes(session: FleetSession): RouteMemory {
  const { database, run } = session;
  return {
    async load() {
      const [row] = await database.rows<{ state: string }>('SELECT state FROM routes WHERE run_id = $1', [
        run,
      ]);
      return row === undefined ? null : readRoutes(row.state, run);
    },
    async keep(state) {
      if (session.id === null) return;
      await database.rows(keepState('routes'), [run, session.id, storable(JSON.stringify(state))]);
    },
  };
}

/** What a run is measured by; see `runs/run-expectations.ts`. */
export function createFleetMeasured(session: FleetSession): MeasuredRun {
  const { database, run } = session;
  return {
    async items(after) {
      const from = after === null ? 0 : rowId(after, 'item');
      const rows = await database.rows<StoredItem>(
        `SELECT ${storedItemColumns} FROM items WHERE run_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
        [run, from, measuredItems],
      );
      const last = rows.at(-1);
      return { items: rows.map(readStoredItem), last: last === undefined ? null : String(last.id) };
    },
    async load() {
      const [row] = await database.rows<{ report: string | null; told: string }>(
        'SELECT report, told FROM run_expectations WHERE run_id = $1',
        [run],
      );
      return row === undefined ? null : readMeasured(row, run);
    },
    async keep({ report, told }) {
      if (session.id === null) return;
      await database.rows(
        `INSERT INTO run_expectations (run_id, report, told) SELECT run_id, $3, $4 FROM fleet_sessions WHERE id = $2 AND run_id = $1
        ON CONFLICT (run_id) DO UPDATE SET report = excluded.report, told = excluded.told`,
        [run, session.id, storable(JSON.stringify(report)), storable(JSON.stringify(told))],
      );
    },
  };
}

/** The cached responses of the spider of a run; see `http-cache/http-cache.ts`. */
export function createFleetCache(session: FleetSession): HttpCache {
  const { database, run } = session;
  const spider = '(SELECT spider_id FROM runs WHERE id = $1)';
  return {
    async get(fingerprint) {
      const [row] = await database.rows<
        Omit<StoredAnswer, 'body' | 'status'> & { body: string; status: number }
      >(
        `SELECT id, url, status, final_url AS "finalUrl", hops_json AS hops, headers_json AS headers, length, body,
          stored_at AS "storedAt"
        FROM answers WHERE spider_id = ${spider} AND fingerprint = $2`,
        [run, fingerprintOf(fingerprint)],
      );
      return row === undefined ? null : readAnswer({ ...row, body: Buffer.from(row.body.slice(2), 'hex') });
    },
    async put(fingerprint, response) {
      const { url, status, finalUrl, hops, headers, length, body } = answerOf(response);
      const texts = [url, finalUrl, hops, headers].map(storable);
      await database.rows(putAnswer, [
        run,
        fingerprintOf(fingerprint),
        status,
        length,
        body,
        session.time(),
        ...texts,
      ]);
    },
    async remove(fingerprint) {
      await database.rows(`DELETE FROM answers WHERE spider_id = ${spider} AND fingerprint = $2`, [
        run,
        fingerprintOf(fingerprint),
      ]);
    },
  };
}

const putAnswer = `INSERT INTO answers (spider_id, fingerprint, status, length, body, stored_at, url, final_url, hops_json, headers_json)
  SELECT spider_id, $2::bigint, $3::bigint, $4::bigint, $5::bytea, coalesce($6::bigint, fleet_now()), $7, $8, $9, $10
  FROM runs WHERE id = $1
  ON CONFLICT (spider_id, fingerprint) DO UPDATE SET url = excluded.url, status = excluded.status,
    final_url = excluded.final_url, hops_json = excluded.hops_json, headers_json = excluded.headers_json,
    length = excluded.length, body = excluded.body, stored_at = excluded.stored_at`;

const fingerprintOf = (fingerprint: string): string => String(storedFingerprint(fingerprint));
