import type { RunEvent } from '../../shared/contract/types.ts';
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

/** Events that are asked for at once. */
const portion = 500;
/** How often a run is looked at that is being followed, in milliseconds. */
const lookEvery = 200;
/** Events become visible when they are committed, a little after their time: so far back is looked again, in milliseconds. */
const lateness = 2000;

/** States of a run that somebody carries out. */
const underWay: ReadonlySet<string> = new Set(['queued', 'running', 'pausing']);

/** The events of a run in the order in which they happened. @throws HostError `unknown-run` */
export async function* eventsOf(ask: Ask, run: string, filter: EventFilter): AsyncGenerator<RunEvent> {
  if (filter.newest === null) yield* from(ask, run, filter, 0);
  else yield* newestOf(ask, run, filter, filter.newest);
}

/**
 * As `eventsOf`, and then what happens from now on, until nobody carries the run out any more. Each event is given once.
 * Those of one moment may come in another order than `eventsOf` gives them later.
 */
export async function* followEvents(ask: Ask, run: string, filter: EventFilter): AsyncGenerator<RunEvent> {
  /** The events told within the time that is looked at again, oldest first, and when they were. */
  const told = new Map<string, number>();
  let newest = 0;
  // With the newest ones asked for, what is older than the oldest of them is left out on purpose.
  let floor: number | null = filter.newest === null ? 0 : null;
  for await (const event of eventsOf(ask, run, filter)) {
    remember(event);
    yield event;
  }
  for (;;) {
    const goesOn = underWay.has((await ask('runs.get', { run })).state);
    for await (const event of from(ask, run, filter, Math.max(floor ?? 0, newest - lateness))) {
      if (told.has(event.id)) continue;
      remember(event);
      yield event;
    }
    if (!goesOn) return;
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }

  function remember({ id, at }: RunEvent): void {
    const time = Date.parse(at);
    floor ??= time;
    newest = Math.max(newest, time);
    told.set(id, time);
    for (const [old, when] of told) {
      if (when >= newest - lateness) break;
      told.delete(old);
    }
  }
}

/** The events from a time on, in milliseconds since 1970. */
async function* from(ask: Ask, run: string, filter: EventFilter, since: number): AsyncGenerator<RunEvent> {
  const query = queryOf(run, filter);
  for (let place: { since: number } | { after: string } = { since }; ;) {
    const { events, more }: { events: RunEvent[]; more: boolean } = await ask('runs.events', {
      ...query,
      ...place,
      limit: portion,
    });
    yield* events;
    const last = events.at(-1);
    if (last === undefined || !more) return;
    place = { after: last.id };
  }
}

async function* newestOf(
  ask: Ask,
  run: string,
  filter: EventFilter,
  count: number,
): AsyncGenerator<RunEvent> {
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
  yield* found;
}

function queryOf(run: string, { kinds, url }: EventFilter) {
  return { run, kinds: [...kinds], ...(url === null ? {} : { url }) };
}
