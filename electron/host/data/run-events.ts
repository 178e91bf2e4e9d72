import type { EventRow } from '../../store/events/events.ts';
import { isCarriedOut } from './run-control.ts';
import { requireRun } from './run-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type RunEvent = EventRow;

export interface EventFilter {
  /** Only these kinds; all when empty. */
  kinds: readonly string[];
  /** Only events whose URL contains this text; null: all. */
  url: string | null;
  /** Only the newest ones, at most so many; null: all. */
  newest: number | null;
}

/** Events that are read at once. */
const portion = 500;
/** How often a run is looked at that is being followed, in milliseconds. */
const lookEvery = 200;
/** Events become visible when they are committed, a little after their time: so far back is looked again, in milliseconds. */
const lateness = 2000;

/** The events of a run in the order in which they happened, read in portions. @throws HostError `unknown-run` */
export function* eventsOf(workspace: Workspace, id: string, filter: EventFilter): Generator<RunEvent> {
  requireRun(workspace, id);
  const { events } = workspace.store;
  const query = queryOf(filter);
  if (filter.newest !== null) {
    yield* events.list(id, { ...query, limit: filter.newest });
    return;
  }
  for (let after: string | null = null; ;) {
    const place: { after: string } | { since: number } = after === null ? { since: 0 } : { after };
    const found: RunEvent[] = events.list(id, { ...query, ...place, limit: portion });
    yield* found;
    const last = found.at(-1);
    if (last === undefined || found.length < portion) return;
    after = last.id;
  }
}

/**
 * As `eventsOf`, and then what happens from now on, until nobody carries the run out any more. Each event is given once.
 * Those of one moment may come in another order than `eventsOf` gives them later.
 */
export async function* followEvents(
  workspace: Workspace,
  id: string,
  filter: EventFilter,
): AsyncGenerator<RunEvent> {
  const { store } = workspace;
  const query = queryOf(filter);
  /** The events told within the time that is looked at again, oldest first, and when they were. */
  const told = new Map<string, number>();
  let newest = 0;
  // With the newest ones asked for, what is older than the oldest of them is left out on purpose.
  let floor: number | null = filter.newest === null ? 0 : null;
  for (const event of eventsOf(workspace, id, filter)) {
    remember(event);
    yield event;
  }
  for (;;) {
    const goesOn = isCarriedOut(requireRun(workspace, id));
    for (const event of allSince(Math.max(floor ?? 0, newest - lateness))) {
      if (told.has(event.id)) continue;
      remember(event);
      yield event;
    }
    if (!goesOn) return;
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }

  function remember({ id: event, at }: RunEvent): void {
    const time = Date.parse(at);
    floor ??= time;
    newest = Math.max(newest, time);
    told.set(event, time);
    for (const [old, when] of told) {
      if (when >= newest - lateness) break;
      told.delete(old);
    }
  }

  function* allSince(since: number): Generator<RunEvent> {
    let place: { since: number } | { after: string } = { since };
    for (;;) {
      const found: RunEvent[] = store.events.list(id, { ...query, ...place, limit: portion });
      yield* found;
      const last = found.at(-1);
      if (last === undefined || found.length < portion) return;
      place = { after: last.id };
    }
  }
}

function queryOf({ kinds, url }: EventFilter): { kinds: readonly string[]; url?: string } {
  return { kinds, ...(url === null ? {} : { url }) };
}

/** How many events of each kind a run has, most frequent first. @throws HostError `unknown-run` */
export function eventKinds(workspace: Workspace, id: string): { kind: string; count: number }[] {
  requireRun(workspace, id);
  return workspace.store.events.kinds(id);
}
