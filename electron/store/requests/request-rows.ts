import type { StoreContext } from '../database/context.ts';
import { messageOf } from '../database/json-columns.ts';
import { isoTimeOrNull } from '../database/rows.ts';
import { answererOf, freshnessOf } from '../runs/answered-by.ts';
import type { RequestRow } from './request-queries.ts';
import { requestStates } from './request-states.ts';

interface Row {
  id: number;
  run: number;
  url: string;
  state: number;
  priority: number;
  depth: number;
  rule: number | null;
  callback: string | null;
  follow: number;
  parent: number | null;
  tries: number;
  reason: string | null;
  status: number | null;
  finalUrl: string | null;
  bytes: number | null;
  durationMs: number | null;
  contentType: string | null;
  items: number;
  hasPage: number;
  freshness: number | null;
  answeredBy: number | null;
  finishedAt: number | null;
  message: string | null;
  isFile: number;
}

/** Returns a function that reads a request by its row id; null: it is gone. */
export function createRequestRows({ connection }: StoreContext): (id: number) => RequestRow | null {
  const one = connection.db.prepare<[number], Row>(
    `SELECT id, run_id AS run, url, state, priority, depth, rule, callback, follow, parent_id AS parent, tries, reason,
      status, final_url AS finalUrl, bytes, duration_ms AS durationMs, content_type AS contentType, items,
      page_id IS NOT NULL AS hasPage, freshness, answered_by AS answeredBy, finished_at AS finishedAt,
      message_json AS message, EXISTS (SELECT 1 FROM file_requests WHERE request_id = requests.id) AS isFile
    FROM requests WHERE id = ? AND EXISTS (SELECT 1 FROM runs WHERE runs.id = run_id)`,
  );
  return (id) => {
    const row = one.get(id);
    return row === undefined ? null : toRow(row);
  };
}

const toRow = ({ message, isFile, ...row }: Row): RequestRow => ({
  ...row,
  id: String(row.id),
  run: String(row.run),
  state: requestStates[row.state] ?? 'failed',
  follow: row.follow === 1,
  parent: row.parent === null ? null : String(row.parent),
  hasPage: row.hasPage === 1,
  freshness: freshnessOf(row.freshness),
  answeredBy: answererOf(row.answeredBy),
  finishedAt: isoTimeOrNull(row.finishedAt),
  ...methodOf(row.id, message),
  ...(isFile === 1 ? { isFile: true } : {}),
});

function methodOf(id: number, stored: string | null): { method?: string } {
  const { message } = messageOf({ id, message: stored });
  return message?.method === undefined ? {} : { method: message.method };
}
