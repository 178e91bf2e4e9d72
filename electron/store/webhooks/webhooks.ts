import type { WebhookEvent } from '../../../shared/webhook-events.ts';
import type { StoreContext } from '../database/context.ts';
import { isoTime, isoTimeOrNull, rowId } from '../database/rows.ts';
import { createDeliveries } from './deliveries.ts';
import type { WebhookQueries, WebhookRow } from './webhook-queries.ts';

interface StoredHook {
  id: number;
  url: string;
  events_json: string;
  project: string | null;
  allow_private: 0 | 1;
  enabled: 0 | 1;
  disabled_reason: string | null;
  created_at: number;
  pending: number;
  failed: number;
  delivered: number | null;
}

/** Implements `WebhookQueries` on SQLite. */
export function createWebhooks(context: StoreContext): WebhookQueries {
  const { connection, now } = context;
  const { db } = connection;
  const of = 'FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state';
  const columns = `SELECT *, (SELECT COUNT(*) ${of} IN ('pending', 'sending')) AS pending,
    (SELECT COUNT(*) ${of} = 'failed') AS failed, (SELECT MAX(ended_at) ${of} = 'delivered') AS delivered FROM webhooks`;
  const all = db.prepare<[], StoredHook>(`${columns} ORDER BY id`);
  const one = db.prepare<[number], StoredHook>(`${columns} WHERE id = ?`);
  const insert = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO webhooks (url, events_json, project, allow_private, enabled, secret, created_at)
      VALUES (@url, @events, @project, @allowPrivate, 1, @secret, @now)`,
  );
  const change = db.prepare<[Record<string, string | number | null>]>(
    `UPDATE webhooks SET url = coalesce(@url, url), events_json = coalesce(@events, events_json),
      enabled = coalesce(@enabled, enabled), disabled_reason = CASE WHEN @enabled = 1 THEN NULL ELSE disabled_reason END
      WHERE id = @id`,
  );
  const rotate = db.prepare<[{ id: number; secret: string; until: number }]>(
    'UPDATE webhooks SET old_secret = secret, old_until = @until, secret = @secret WHERE id = @id',
  );
  const remove = db.prepare<[number]>('DELETE FROM webhooks WHERE id = ?');
  const find = (id: string): WebhookRow | null => hookRow(one.get(rowId(id, 'webhook')));

  return {
    list: connection.query(() => all.all().flatMap((stored) => hookRow(stored) ?? [])),
    get: connection.query(find),
    add: connection.change(({ url, events, project, allowPrivate, secret }) => {
      const { lastInsertRowid } = insert.run({
        url,
        events: JSON.stringify(events),
        project,
        allowPrivate: allowPrivate ? 1 : 0,
        secret,
        now: now(),
      });
      const added = hookRow(one.get(Number(lastInsertRowid)));
      if (added === null) throw new Error('A webhook that was just added is not there.');
      return added;
    }),
    update: connection.change((id, { url, events, enabled }) => {
      change.run({
        id: rowId(id, 'webhook'),
        url: url ?? null,
        events: events === undefined ? null : JSON.stringify(events),
        enabled: enabled === undefined ? null : enabled ? 1 : 0,
      });
      return find(id);
    }),
    rotate: connection.change((id, secret, oldUntil) => {
      rotate.run({ id: rowId(id, 'webhook'), secret, until: oldUntil });
      return find(id);
    }),
    remove: connection.change((id) => {
      const before = find(id);
      remove.run(rowId(id, 'webhook'));
      return before;
    }),
    ...createDeliveries(context),
  };
}

function hookRow(stored: StoredHook | undefined): WebhookRow | null {
  if (stored === undefined) return null;
  const events: WebhookEvent[] = JSON.parse(stored.events_json);
  return {
    id: String(stored.id),
    url: stored.url,
    events,
    project: stored.project,
    allowPrivate: stored.allow_private === 1,
    enabled: stored.enabled === 1,
    disabledReason: stored.disabled_reason,
    createdAt: isoTime(stored.created_at),
    pending: stored.pending,
    failed: stored.failed,
    lastDeliveredAt: isoTimeOrNull(stored.delivered),
  };
}
