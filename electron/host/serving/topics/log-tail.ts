import type { TopicParams } from '../../../../shared/contract/index.ts';
import type { RunEvent } from '../../../../shared/contract/types.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import { EventTail } from '../event-tail.ts';

/** How often a run is looked at, in milliseconds, and once nobody carries it out. */
const lookEvery = 300;
const lookSeldom = 2000;
/** Portions that are read in one look: who has more to read has missed some. */
const maxPortions = 4;

/**
 * Follows what happens in a run, for one window. A run that is faster than anybody reads is told in parts, with a word that some
 * were left out.
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

  async function look(): Promise<void> {
    let underWay = true;
    try {
      if (!hasBegun) await begin();
      underWay = await tail.isUnderWay();
      await readNew();
    } catch {
      // A run that was deleted has nothing more to tell; a database that cannot be read is looked at again.
    }
    if (!ended) timer = setTimeout(() => void look(), underWay ? lookEvery : lookSeldom);
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

  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** The time in the id of an event, in milliseconds since 1970. */
function timeOf(event: string): number {
  const time = Number(event.split('-')[0]);
  return Number.isFinite(time) ? time : Date.now();
}
