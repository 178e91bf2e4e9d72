import type { StoreContext } from '../database/context.ts';
import { rowId } from '../database/rows.ts';
import { notFound } from '../errors.ts';
import type { QueuePlace } from './queue-queries.ts';

/** Changes the order of pending entries within a transaction of its caller. */
export interface QueueOrder {
  /** @throws StoreError `not-found` where the entry before which it is to come is not pending */
  move(id: number, to: QueuePlace): void;
  setPriority(id: number, priority: number): void;
}

interface Place {
  priority: number;
  position: number;
}

/** Entries come by priority, the highest first, then by position. Positions are fractions, so that one fits between two others. */
export function createQueueOrder({ connection: { db } }: StoreContext): QueueOrder {
  const placeOf = db.prepare<[number], Place>(
    "SELECT priority, position FROM queue_entries WHERE id = ? AND state = 'pending'",
  );
  const put = db.prepare<[Place & { id: number }]>(
    'UPDATE queue_entries SET priority = @priority, position = @position WHERE id = @id',
  );
  const first = db.prepare<[number], Place>(
    "SELECT priority, position FROM queue_entries WHERE state = 'pending' AND id <> ? ORDER BY priority DESC, position LIMIT 1",
  );
  const last = db.prepare<[number], Place>(
    "SELECT priority, position FROM queue_entries WHERE state = 'pending' AND id <> ? ORDER BY priority, position DESC LIMIT 1",
  );
  const end = db.prepare<[], number>('SELECT coalesce(max(position), 0) + 1 FROM queue_entries').pluck();
  const previous = db
    .prepare<[Place & { id: number }], number | null>(
      `SELECT max(position) FROM queue_entries WHERE state = 'pending' AND priority = @priority AND position < @position AND id <> @id`,
    )
    .pluck();
  const ofPriority = db
    .prepare<[number], number>(
      "SELECT id FROM queue_entries WHERE state = 'pending' AND priority = ? ORDER BY position, id",
    )
    .pluck();

  /** Spreads the entries of a priority evenly, where there is no fraction left between two of them. */
  function spread(priority: number): void {
    const from = end.get() ?? 1;
    for (const [index, id] of ofPriority.all(priority).entries())
      put.run({ id, priority, position: from + index });
  }

  function between(id: number, next: number): Place {
    const place = placeOf.get(next);
    if (place === undefined) throw notFound(`pending queue entry "${next}"`);
    const before = previous.get({ ...place, id }) ?? place.position - 2;
    const position = (before + place.position) / 2;
    if (position > before && position < place.position) return { ...place, position };
    spread(place.priority);
    return between(id, next);
  }

  function placeFor(id: number, to: QueuePlace): Place | null {
    if (to === 'first') {
      const place = first.get(id);
      return place === undefined ? null : { ...place, position: place.position - 1 };
    }
    if (to === 'last') {
      const place = last.get(id);
      return place === undefined ? null : { ...place, position: end.get() ?? 1 };
    }
    const next = rowId(to.before, 'queue entry');
    return next === id ? null : between(id, next);
  }

  return {
    move(id, to) {
      const place = placeFor(id, to);
      if (place !== null) put.run({ ...place, id });
    },
    setPriority(id, priority) {
      put.run({ id, priority, position: end.get() ?? 1 });
    },
  };
}
