import type { TopicParams } from '../../../../shared/contract/index.ts';
import type { RunEvent } from '../../../../shared/contract/types.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import { EventTail } from '../event-tail.ts';

/** Poll interval in milliseconds: of a run in progress, and of one that no process executes. */
const pollEvery = 300;
const pollSeldom = 2000;
/** Maximum portions per poll; with more, the subscriber has missed some. */
const maxPortions = 4;

/**
 * Follows the events of a run for one subscriber. From a run that is faster than its reader, events are left out and reported as
 * missed.
 * @returns a function that ends it
 */
export function followLog(
  database: Pick<DatabaseWorkers, 'call'>,
  { run, after, kinds, url }: TopicParams<'log'>,
  follower: { event: (event: RunEvent) => void; missed: () => void },
): () => void {
  const tail = new EventTail((name, args) => database.call(name, args, { window: null }), run, {
    kinds: kinds ?? [],
    url: url ?? null,
  });
  let hasBegun = false;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;

  async function begin(): Promise<void> {
    if (after === undefined || after === null) await tail.beginNow();
    else {
      tail.beginAt(timeOf(after));
      tail.remember(after, timeOf(after));
    }
    hasBegun = true;
  }

  async function poll(): Promise<void> {
    let underWay = true;
    try {
      if (!hasBegun) await begin();
      underWay = await tail.isUnderWay();
      await readNew();
    } catch {
      // The run was deleted, or the database is unreadable for now; the next poll decides.
    }
    if (!ended) timer = setTimeout(() => void poll(), underWay ? pollEvery : pollSeldom);
  }

  async function readNew(): Promise<void> {
    let count = 0;
    for await (const events of tail.portions()) {
      if (ended) return;
      if (count === maxPortions) {
        follower.missed();
        return tail.skip();
      }
      for (const event of events) follower.event(event);
      count += 1;
    }
  }

  void poll();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** The time encoded in the id of an event, in milliseconds since 1970. */
function timeOf(event: string): number {
  const time = Number(event.split('-')[0]);
  return Number.isFinite(time) ? time : Date.now();
}
