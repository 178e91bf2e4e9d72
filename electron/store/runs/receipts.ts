import type { StoreContext } from '../database/context.ts';
import type { Receipt } from './run-queries.ts';

/** Returns a function that counts what became of the work of a run. */
export function createReceipts({ connection: { db } }: StoreContext): (run: number) => Receipt {
  const done = db.prepare<[number], { n: number }>(
    'SELECT coalesce(sum(done), 0) AS n FROM origins WHERE run_id = ?',
  );
  const receipt = db.prepare<[{ run: number }], { requeued: number; again: number; inAll: number }>(
    `SELECT count(*) FILTER (WHERE requeued_in = sessions) AS requeued,
      count(*) FILTER (WHERE requeued_in = sessions AND fetched_again = recovered) AS again,
      coalesce(sum(fetched_again), 0) AS inAll
    FROM requests JOIN runs ON runs.id = requests.run_id WHERE run_id = @run AND recovered > 0`,
  );
  const givenUp = db.prepare<[number], { n: number }>(
    'SELECT count(*) AS n FROM requests WHERE run_id = ? AND deaths > 2 AND state = 3',
  );
  const itemCheck = db.prepare<[number], { lost: number; duplicated: number }>(
    `SELECT coalesce(sum(max(0, given - stored)), 0) AS lost, coalesce(sum(max(0, stored - given)), 0) AS duplicated
    FROM (SELECT items AS given, (SELECT count(*) FROM items WHERE request_id = requests.id) AS stored
      FROM requests WHERE run_id = ?) AS pages`,
  );

  return (run) => {
    const counts = receipt.get({ run });
    const items = itemCheck.get(run);
    return {
      done: done.get(run)?.n ?? 0,
      requeued: counts?.requeued ?? 0,
      fetchedAgain: counts?.again ?? 0,
      fetchedAgainInAll: counts?.inAll ?? 0,
      givenUp: givenUp.get(run)?.n ?? 0,
      itemsLost: items?.lost ?? 0,
      itemsDuplicated: items?.duplicated ?? 0,
    };
  };
}
