import type { TopicParams } from '../../../../shared/contract/index.ts';
import { runEvent } from '../../data/runs.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import type { EventRow } from '../../../store/events/events.ts';

/** How often a run is looked at, in milliseconds, and once nobody carries it out. */
const lookEvery = 300;
const lookSeldom = 2000;
/** Events become visible when they are committed, a little after their time: so far back is looked again, in milliseconds. */
const lateness = 2000;
/** Events that are read at once, and portions of one look: who has more to read has missed some. */
const portion = 500;
const maxPortions = 4;

/**
 * Follows what happens in a run, for one window. Each event is told once, in the order in which it was written down; a
 * run that is faster than anybody reads is told in parts, with a word that some were left out.
 * @returns what ends it
 */
export function followLog(
  database: Pick<DatabaseWorkers, 'ask'>,
  { run, after, kinds, url }: TopicParams<'log'>,
  follower: { event: (event: ReturnType<typeof runEvent>) => void; missed: () => void },
): () => void {
  /** Events within the time that is looked at again. */
  const told = new Map<string, number>();
  /** The time to go on from; null: from now on. A run whose machine had its clock set back is ahead of that clock. */
  let newest = after === undefined || after === null ? null : timeOf(after);
  /** What is older was left out on purpose. */
  let floor = 0;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  if (after !== undefined && after !== null) told.set(after, timeOf(after));

  async function look(): Promise<void> {
    let underway = true;
    try {
      underway = await readNew();
    } catch {
      // A run that was deleted has nothing more to tell; a database that cannot be read is looked at again.
    }
    if (!ended) timer = setTimeout(() => void look(), underway ? lookEvery : lookSeldom);
  }

  async function readNew(): Promise<boolean> {
    const query = { run, kinds: kinds ?? [], url: url ?? null };
    if (newest === null) {
      const last = await database.ask('slow', 'log', { ...query, since: 0, after: null, limit: 0 });
      newest = Math.max(Date.now(), last.newest);
    }
    let place: { since: number | null; after: string | null } = {
      since: Math.max(floor, newest - lateness),
      after: null,
    };
    for (let count = 0; ; count += 1) {
      const found = await database.ask('slow', 'log', { ...query, ...place, limit: portion });
      const { events, underway } = found;
      if (ended) return false;
      for (const event of events) tell(event);
      const last = events.at(-1);
      if (last === undefined || events.length < portion) return underway;
      if (count + 1 >= maxPortions) {
        follower.missed();
        newest = Math.max(Date.now(), found.newest);
        floor = newest + 1;
        told.clear();
        return underway;
      }
      place = { since: null, after: last.id };
    }
  }

  function tell(event: EventRow): void {
    const time = Date.parse(event.at);
    // What is older than the place to begin at was told by `runs.events`.
    if (told.has(event.id) || (after !== undefined && after !== null && time < timeOf(after))) return;
    newest = Math.max(newest ?? 0, time);
    told.set(event.id, time);
    for (const [old, at] of told) {
      if (at >= newest - lateness) break;
      told.delete(old);
    }
    follower.event(runEvent(event));
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
