import type { StoreContext } from '../database/context.ts';
import { isoTime, isoTimeOrNull, rowId } from '../database/rows.ts';
import type { DeliveryRow, TakenDelivery, WebhookQueries } from './webhook-queries.ts';

interface StoredDelivery {
  id: number;
  webhook_id: number;
  message: string;
  event: DeliveryRow['event'];
  run_id: number | null;
  payload_json: string;
  created_at: number;
  state: DeliveryRow['state'];
  attempts: number;
  due_at: number;
  status: number | null;
  problem: string | null;
  ended_at: number | null;
}

interface StoredTarget {
  url: string;
  allow_private: 0 | 1;
  secret: string;
  old_secret: string | null;
  old_until: number | null;
}

/** How many deliveries of a webhook that have ended are kept. */
const kept = 1000;

type DeliveryQueries = Pick<
  WebhookQueries,
  'deliveries' | 'delivery' | 'note' | 'again' | 'take' | 'end' | 'nextDue'
>;

/** Implements the deliveries of `WebhookQueries` on SQLite. */
export function createDeliveries({ connection, now }: StoreContext): DeliveryQueries {
  const { db } = connection;
  const list = db.prepare<[{ webhook: number; before: number | null; limit: number }], StoredDelivery>(
    `SELECT * FROM webhook_deliveries WHERE webhook_id = @webhook AND (@before IS NULL OR id < @before)
      ORDER BY id DESC LIMIT @limit`,
  );
  const one = db.prepare<[number], StoredDelivery>('SELECT * FROM webhook_deliveries WHERE id = ?');
  const insert = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO webhook_deliveries (webhook_id, place, message, event, run_id, payload_json, created_at, state, due_at)
      SELECT id, @place, @message, @event, @run, @payload, @now, 'pending', @now FROM webhooks WHERE id = @webhook
      ON CONFLICT (webhook_id, place) DO NOTHING`,
  );
  const prune = db.prepare<[{ webhook: number; kept: number }]>(
    `DELETE FROM webhook_deliveries WHERE webhook_id = @webhook AND state IN ('delivered', 'failed')
      AND id <= (SELECT id FROM webhook_deliveries WHERE webhook_id = @webhook ORDER BY id DESC LIMIT 1 OFFSET @kept)`,
  );
  const again = db.prepare<[number, number]>(
    `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, due_at = ?, ended_at = NULL
      WHERE id = ? AND state <> 'sending'`,
  );
  const due = db.prepare<[{ now: number; limit: number; of: number | null }], { id: number }>(
    `SELECT d.id FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id
      WHERE d.state IN ('pending', 'sending') AND CASE WHEN @of IS NULL THEN d.due_at <= @now AND w.enabled = 1 ELSE d.id = @of END
      ORDER BY d.due_at, d.id LIMIT @limit`,
  );
  const take = db.prepare<[number, number], StoredDelivery>(
    `UPDATE webhook_deliveries SET state = 'sending', attempts = attempts + 1, due_at = ? WHERE id = ? RETURNING *`,
  );
  const target = db.prepare<[number], StoredTarget>(
    'SELECT url, allow_private, secret, old_secret, old_until FROM webhooks WHERE id = ?',
  );
  const end = db.prepare<[Record<string, string | number | null>]>(
    `UPDATE webhook_deliveries SET state = @state, due_at = @due, status = @status, problem = @problem, ended_at = @ended
      WHERE id = @id AND attempts = @attempt AND state = 'sending'`,
  );
  const disable = db.prepare<[string, number]>(
    `UPDATE webhooks SET enabled = 0, disabled_reason = ?
      WHERE id = (SELECT webhook_id FROM webhook_deliveries WHERE id = ?)`,
  );
  const next = db
    .prepare<[], number | null>(
      `SELECT min(d.due_at) FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id
        WHERE d.state IN ('pending', 'sending') AND w.enabled = 1`,
    )
    .pluck();

  function takeOne(id: number, until: number): TakenDelivery[] {
    const taken = take.get(until, id);
    const of = taken === undefined ? undefined : target.get(taken.webhook_id);
    if (taken === undefined || of === undefined) return [];
    const isOldValid = of.old_secret !== null && (of.old_until ?? 0) > now();
    const secrets = [of.secret, ...(isOldValid && of.old_secret !== null ? [of.old_secret] : [])];
    return [{ delivery: deliveryRow(taken), url: of.url, allowPrivate: of.allow_private === 1, secrets }];
  }

  return {
    deliveries: connection.query(({ webhook, before, limit }: Parameters<WebhookQueries['deliveries']>[0]) =>
      list
        .all({
          webhook: rowId(webhook, 'webhook'),
          before: before === null ? null : rowId(before, 'delivery'),
          limit,
        })
        .map(deliveryRow),
    ),
    delivery: connection.query((id: string) => {
      const stored = one.get(rowId(id, 'delivery'));
      return stored === undefined ? null : deliveryRow(stored);
    }),
    note: connection.change((deliveries) => {
      const at = now();
      for (const { webhook, run, ...delivery } of deliveries) {
        const id = rowId(webhook, 'webhook');
        insert.run({ ...delivery, webhook: id, run: run === null ? null : rowId(run, 'run'), now: at });
        prune.run({ webhook: id, kept });
      }
    }),
    again: connection.change((id) => {
      const delivery = rowId(id, 'delivery');
      again.run(now(), delivery);
      const stored = one.get(delivery);
      return stored === undefined ? null : deliveryRow(stored);
    }),
    take: connection.change((until, limit, of) =>
      due
        .all({ now: now(), limit, of: of === undefined ? null : rowId(of, 'delivery') })
        .flatMap(({ id }) => takeOne(id, until)),
    ),
    end: connection.change(({ id, attempts }, { status, problem, retryAt, disable: reason }) => {
      const delivery = rowId(id, 'delivery');
      end.run({
        id: delivery,
        attempt: attempts,
        state: problem === null ? 'delivered' : retryAt === null ? 'failed' : 'pending',
        due: retryAt ?? now(),
        status,
        problem,
        ended: problem === null || retryAt === null ? now() : null,
      });
      if (reason !== null) disable.run(reason, delivery);
    }),
    nextDue: connection.query(() => next.get() ?? null),
  };
}

function deliveryRow(stored: StoredDelivery): DeliveryRow {
  const { state, attempts, due_at } = stored;
  return {
    id: String(stored.id),
    webhook: String(stored.webhook_id),
    message: stored.message,
    event: stored.event,
    run: stored.run_id === null ? null : String(stored.run_id),
    createdAt: isoTime(stored.created_at),
    state,
    attempts,
    status: stored.status,
    problem: stored.problem,
    retryAt: state === 'pending' && attempts > 0 ? isoTime(due_at) : null,
    endedAt: isoTimeOrNull(stored.ended_at),
    payload: stored.payload_json,
  };
}
