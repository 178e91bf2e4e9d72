import { notFound } from '../../../../electron/store/errors.ts';
import type { EventQueries, EventQuery, EventRow } from '../../../../electron/store/events/event-queries.ts';
import { isoTime, type Request, type Run, type Tables } from './memory-tables.ts';

/** The order of events is that of their ids: time, source, place. What is recorded comes before what is derived. */
type Place = readonly [at: number, source: number, place: number];

const idOf = (place: Place): string => place.join('-');

/** @throws StoreError `not-found` for another text */
function placeOf(id: string): Place {
  const found = /^(\d+)-([01])-(\d+)$/.exec(id);
  if (found === null) throw notFound(`event "${id}"`);
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}

function compare(a: Place, b: Place): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** All events of a run, in their order. */
export function eventsIn({ row: run, events, requests }: Run): EventRow[] {
  const recorded = events.map(({ id, at, ...event }) => ({
    ...event,
    id: idOf([at, 0, id]),
    run: run.id,
    at: isoTime(at),
    page: null,
  }));
  return [...recorded, ...requests.flatMap(derived)].sort((a, b) => compare(placeOf(a.id), placeOf(b.id)));
}

function derived({ row }: Request): EventRow[] {
  const { id: request, run, url, state, reason, finishedAt, answeredBy, ...facts } = row;
  if (finishedAt === null) return [];
  const { status, bytes, durationMs, contentType, items } = facts;
  const kinds = [
    status === null ? null : answeredBy === 'cache' || answeredBy === 'memory' ? 'cached' : 'fetched',
    items > 0 ? 'extracted' : null,
    state === 'failed' || state === 'skipped' ? state : null,
  ];
  const page = { request, status, bytes, durationMs, contentType, items };
  return kinds.flatMap((kind, step) => {
    if (kind === null) return [];
    const id = idOf([Date.parse(finishedAt), 1, 4 * Number(request) + step]);
    const message = step === 2 ? (reason ?? '') : `${kind} ${step === 0 ? status : items}`;
    return [{ id, run, at: finishedAt, kind, url, message, page }];
  });
}

export function eventsOf(tables: Tables): EventQueries {
  const all = (id: string): EventRow[] =>
    tables
      .runs()
      .filter(({ row }) => row.id === id)
      .flatMap((run) => eventsIn(run));

  function matches(event: EventRow, { after, before, since = 0, kinds = [], url }: EventQuery): boolean {
    return (
      (after === undefined || compare(placeOf(event.id), placeOf(after)) > 0) &&
      (before === undefined || compare(placeOf(event.id), placeOf(before)) < 0) &&
      Date.parse(event.at) >= since &&
      (kinds.length === 0 || kinds.includes(event.kind)) &&
      (url === undefined || (event.url?.toLowerCase().includes(url.toLowerCase()) ?? false))
    );
  }

  return {
    async list(run, query = {}) {
      const { after, since, limit = 1000 } = query;
      const found = all(run).filter((event) => matches(event, query));
      return after !== undefined || since !== undefined ? found.slice(0, limit) : found.slice(-limit);
    },
    async add(id, event) {
      const run = tables.runs().find(({ row }) => row.id === id);
      if (run === undefined) throw notFound(`run "${id}"`);
      run.events.push({ id: Number(tables.newId()), at: tables.now, ...event });
    },
    async ofRequest({ id, run, url }, limit) {
      const about = all(run).filter((event) =>
        event.page === null ? event.url === url : event.page.request === id,
      );
      return about.slice(-limit);
    },
  };
}
