import type { StoreContext } from '../database/context.ts';
import type { ReplyPlace, ReplyQueries } from './reply-queries.ts';

interface Stored {
  request: string;
  at: number;
  status: number | null;
  body: string | null;
}

/** How long an answer is kept, and how long a request may take before another one takes its place, in milliseconds. */
const keptFor = 24 * 3_600_000;
const longest = 15 * 60_000;

/** Implements `ReplyQueries` on SQLite. */
export function createReplies({ connection, now }: StoreContext): ReplyQueries {
  const { db } = connection;
  const own = 'WHERE caller = @caller AND route = @route AND name = @name';
  const one = db.prepare<[ReplyPlace], Stored>(`SELECT request, at, status, body FROM api_replies ${own}`);
  const begin = db.prepare<[ReplyPlace & { request: string; at: number }]>(
    `INSERT INTO api_replies (caller, route, name, request, at) VALUES (@caller, @route, @name, @request, @at)
      ON CONFLICT (caller, route, name) DO UPDATE SET request = @request, at = @at, status = NULL, body = NULL`,
  );
  const end = db.prepare<[ReplyPlace & { status: number; body: string }]>(
    `UPDATE api_replies SET status = @status, body = @body ${own}`,
  );
  const remove = db.prepare<[ReplyPlace]>(`DELETE FROM api_replies ${own}`);
  const prune = db.prepare<[number]>('DELETE FROM api_replies WHERE at < ?');

  const placeOf = ({ caller, route, name }: ReplyPlace): ReplyPlace => ({ caller, route, name });

  return {
    begin: connection.change((given) => {
      const place = placeOf(given);
      const at = now();
      prune.run(at - keptFor);
      const known = one.get(place);
      const isLost = known?.status === null && known.at < at - longest;
      if (known === undefined || isLost) {
        begin.run({ ...place, request: given.request, at });
        return { kind: 'new' };
      }
      if (known.request !== given.request) return { kind: 'other' };
      if (known.status === null) return { kind: 'running' };
      return { kind: 'done', status: known.status, body: known.body ?? 'null' };
    }),
    end: connection.change((given) => {
      const { answer } = given;
      if (answer === null) remove.run(placeOf(given));
      else end.run({ ...placeOf(given), ...answer });
    }),
  };
}
