import type { RunEvent } from '../../shared/contract/types.ts';
import { EventTail } from '../host/serving/event-tail.ts';
import type { Context } from './command.ts';

type Ask = Context['ask'];

/** Which events of a run are read. */
export interface EventFilter {
  /** Only these kinds; all when empty. */
  kinds: readonly string[];
  /** Only events whose URL contains this text; null: all. */
  url: string | null;
  /** Only the newest ones, at most so many; null: all. */
  newest: number | null;
}

/** Events in one call. */
const portion = 500;
/** How often a run that is followed is polled, in milliseconds. */
const lookEvery = 200;

/** The events of a run in the order in which they happened. @throws HostError `unknown-run` */
export async function* eventsOf(ask: Ask, run: string, filter: EventFilter): AsyncGenerator<RunEvent> {
  if (filter.newest !== null) yield* await newestOf(ask, run, filter, filter.newest);
  else for await (const events of new EventTail(ask, run, filter).portions()) yield* events;
}

/**
 * As `eventsOf`, then new events until no process carries the run out. Each event is returned once. The order of events with
 * the same time may differ from that of `eventsOf`.
 */
export async function* followEvents(ask: Ask, run: string, filter: EventFilter): AsyncGenerator<RunEvent> {
  const tail = new EventTail(ask, run, filter);
  if (filter.newest !== null) {
    const newest = await newestOf(ask, run, filter, filter.newest);
    // Older events were not asked for.
    const [oldest] = newest;
    if (oldest !== undefined) tail.beginAt(Date.parse(oldest.at));
    for (const { id, at } of newest) tail.remember(id, Date.parse(at));
    yield* newest;
  }
  for (;;) {
    const goesOn = await tail.isUnderWay();
    for await (const events of tail.portions()) yield* events;
    if (!goesOn) return;
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
}

async function newestOf(ask: Ask, run: string, filter: EventFilter, count: number): Promise<RunEvent[]> {
  const query = queryOf(run, filter);
  const found: RunEvent[] = [];
  for (let more = true; more && found.length < count;) {
    const [oldest] = found;
    const answer = await ask('runs.events', {
      ...query,
      ...(oldest === undefined ? {} : { before: oldest.id }),
      limit: Math.min(portion, count - found.length),
    });
    found.unshift(...answer.events);
    more = answer.more;
  }
  return found;
}

function queryOf(run: string, { kinds, url }: EventFilter) {
  return { run, kinds: [...kinds], ...(url === null ? {} : { url }) };
}
