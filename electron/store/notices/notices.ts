import type { StoreContext } from '../database/context.ts';
import { readNoticeTarget } from '../database/json-columns.ts';
import { isoTime, isoTimeOrNull, rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import type { DigestRow, NewDigest, NoticeChannelRow, NoticeQueries } from './notice-queries.ts';

/** Digests that are kept: those of a year, and some. */
const keptDigests = 400;

interface StoredChannel {
  id: number;
  kind: NoticeChannelRow['kind'];
  target_json: string;
  timing: NoticeChannelRow['timing'];
  enabled: 0 | 1;
  created_at: number;
  last_sent_at: number | null;
  last_problem: string | null;
}

interface StoredDigest {
  id: number;
  due_at: number;
  from_at: number;
  made_at: number;
  document_json: string;
}

export function createNotices(context: StoreContext): NoticeQueries {
  return { ...channelsOf(context), ...digestsOf(context) };
}

function toChannel(row: StoredChannel): NoticeChannelRow {
  return {
    id: String(row.id),
    kind: row.kind,
    target: readNoticeTarget(row.target_json, row.id),
    timing: row.timing,
    enabled: row.enabled === 1,
    createdAt: isoTime(row.created_at),
    lastSentAt: isoTimeOrNull(row.last_sent_at),
    lastProblem: row.last_problem,
  };
}

type ChannelQueries = Omit<NoticeQueries, 'digests' | 'keepDigest' | 'beginDelivery'>;

function channelsOf({ connection, now }: StoreContext): ChannelQueries {
  const { db } = connection;
  const all = db.prepare<[], StoredChannel>('SELECT * FROM notice_channels ORDER BY id');
  const one = db.prepare<[number], StoredChannel>('SELECT * FROM notice_channels WHERE id = ?');
  const insert = db.prepare<[string, string, string, number, number]>(
    'INSERT INTO notice_channels (kind, target_json, timing, enabled, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const update = db.prepare<[string, string, number, number]>(
    'UPDATE notice_channels SET target_json = ?, timing = ?, enabled = ? WHERE id = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM notice_channels WHERE id = ?');
  const attempted = db.prepare<[{ id: number; now: number; problem: string | null }]>(
    `UPDATE notice_channels SET last_problem = @problem,
      last_sent_at = CASE WHEN @problem IS NULL THEN @now ELSE last_sent_at END WHERE id = @id`,
  );

  function read(id: string | number | bigint): NoticeChannelRow {
    const row = one.get(rowId(String(id), 'channel'));
    if (row === undefined) throw notFound(`channel "${id}"`);
    return toChannel(row);
  }

  return {
    channels: connection.query(() => all.all().map(toChannel)),
    channel: connection.query(read),
    addChannel: connection.change(({ kind, target, timing, enabled }) =>
      read(insert.run(kind, JSON.stringify(target), timing, enabled ? 1 : 0, now()).lastInsertRowid),
    ),
    updateChannel: connection.change((id, patch) => {
      const { target, timing, enabled } = { ...read(id), ...patch };
      update.run(JSON.stringify(target), timing, enabled ? 1 : 0, Number(id));
      return read(id);
    }),
    removeChannel: connection.change((id) => {
      const removed = read(id);
      remove.run(Number(id));
      return removed;
    }),
    attempted: connection.change((id, problem) => {
      read(id);
      attempted.run({ id: Number(id), now: now(), problem });
      return read(id);
    }),
  };
}

function digestsOf({ connection, now }: StoreContext): Omit<NoticeQueries, keyof ChannelQueries> {
  const { db } = connection;
  const newest = db.prepare<[number], StoredDigest>('SELECT * FROM digests ORDER BY due_at DESC LIMIT ?');
  const insert = db.prepare<[number, number, number, string], StoredDigest>(
    `INSERT INTO digests (due_at, from_at, made_at, document_json) VALUES (?, ?, ?, ?)
      ON CONFLICT (due_at) DO NOTHING RETURNING *`,
  );
  const forget = db.prepare<[number]>(
    'DELETE FROM digests WHERE id NOT IN (SELECT id FROM digests ORDER BY due_at DESC LIMIT ?)',
  );
  const begin = db.prepare<[number, number, number]>(
    `INSERT INTO digest_deliveries (begun_at, digest_id, channel_id)
      SELECT ?, digests.id, notice_channels.id FROM digests, notice_channels WHERE digests.id = ? AND notice_channels.id = ?
      ON CONFLICT (digest_id, channel_id) DO NOTHING`,
  );
  const toDigest = ({ id, due_at, from_at, made_at, document_json }: StoredDigest): DigestRow => ({
    id: String(id),
    dueAt: due_at,
    from: from_at,
    madeAt: made_at,
    document: document_json,
  });

  return {
    digests: connection.query((limit: number) => newest.all(limit).map(toDigest)),
    keepDigest: connection.change(({ dueAt, from, document }: NewDigest) => {
      const row = insert.get(dueAt, from, now(), document);
      if (row === undefined) return null;
      forget.run(keptDigests);
      return toDigest(row);
    }),
    beginDelivery: connection.change(
      (digest: string, channel: string) =>
        begin.run(now(), rowId(digest, 'digest'), rowId(channel, 'channel')).changes === 1,
    ),
  };
}
