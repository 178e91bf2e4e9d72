import type { RunProgress, RunSummary } from '../../../../shared/contract/types.ts';
import { isUnderWay } from '../../../../shared/contract/run-states.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import type { ChangeReport } from '../../data/internal.ts';
import type { Change } from '../../../store/outbox/change.ts';
import type { WatchWrites, WriteWatch } from '../../../store/outbox/write-watch.ts';
import type { Hub } from './hub.ts';

/** Shortest interval between two looks at the database, and that between samples of runs under way, in milliseconds. */
const sampleEvery = 250;
/** Interval between looks without a hint that somebody has written, in milliseconds: hints are not to be relied on. */
const lookEvery = 1000;
/** After this time, runs under way are read although nobody has written: a process that has died writes nothing. In milliseconds. */
const suspectAfter = 2000;
/** Span over which the speed of a run is measured, in milliseconds. */
const speedOver = 10_000;

/** Topics whose events come from the database. */
const followed = [
  'runs',
  'run',
  'items',
  'spiders',
  'projects',
  'pages',
  'queue',
  'schedules',
  'trash',
  'notices',
] as const;

interface Sample {
  at: number;
  pages: number;
  items: number;
}

interface Watched {
  summary: RunSummary;
  /** The last published summary, as JSON; equal ones are not published again. */
  published: string;
  samples: Sample[];
}

/** Publishes changes of the database. */
export interface ChangeFollower {
  /** Looks at once, for example after a run was started here. */
  soon(): void;
  /** The last known progress of a run, or null. */
  progressOf(run: string): RunProgress | null;
  /** Notes a change by this process, so that it is not published again. */
  knows(spider: { project: string; spider: string; version: number | null }): void;
  close(): void;
}

/**
 * Follows the outbox of the database and publishes changes by any process. The counters of runs under way are no changes of the
 * outbox; they are sampled. It looks only while there are subscribers, and reads only after the database was written. Where it is told
 * of every change and no run is under way, it does not look at all.
 */
export function createChangeFollower(
  database: Pick<DatabaseWorkers, 'ask'>,
  hub: Hub,
  watchWrites: WatchWrites,
): ChangeFollower {
  const runs = new Map<string, Watched>();
  const publishedItems = new Map<string, string>();
  /** Newest versions that this process has published itself, by project and spider. */
  const own = new Map<string, number | null>();
  let version: number | null = null;
  let position: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let plannedAt = Infinity;
  let lookedAt = -Infinity;
  let readAt = -Infinity;
  let looking = false;
  let again = false;
  let closed = false;
  let watch: WriteWatch | null = null;

  const hasSubscribers = (): boolean => followed.some((topic) => hub.followers(topic) > 0);

  hub.onChange(() => {
    if (!hasSubscribers()) return plan(lookEvery);
    watch ??= watchWrites(() => plan(Math.max(0, lookedAt + sampleEvery - performance.now())));
    plan(0);
  });

  /** Nobody wants to know any more. */
  function rest(): void {
    watch?.end();
    watch = null;
  }

  /** Looks after a delay in milliseconds, unless it does so earlier. */
  function plan(delay: number): void {
    if (closed || looking) {
      again ||= delay < lookEvery;
      return;
    }
    const at = performance.now() + delay;
    if (at >= plannedAt) return;
    clearTimeout(timer);
    plannedAt = at;
    timer = setTimeout(() => void look(), delay);
  }

  async function look(): Promise<void> {
    plannedAt = Infinity;
    if (closed) return;
    if (!hasSubscribers()) return rest();
    looking = true;
    again = false;
    lookedAt = performance.now();
    let hasFailed = false;
    const isSuspect = runs.size > 0 && lookedAt - readAt >= suspectAfter;
    try {
      const known = { version: isSuspect ? null : version, position, runs: [...runs.keys()] };
      const seen = await database.ask('quick', 'changesSince', known);
      if (seen !== null) take(seen);
      else publishSpeeds();
    } catch {
      hasFailed = true;
      // An unreadable database is looked at again; calls report what is wrong with it.
    } finally {
      looking = false;
      if (again || runs.size > 0) plan(sampleEvery);
      else if (hasFailed || watch?.tellsAll !== true) plan(lookEvery);
    }
  }

  function take(seen: ChangeReport): void {
    version = seen.version;
    position = seen.position;
    readAt = performance.now();
    // What happened while nobody listened may be more than is worth telling.
    if (seen.isBehind) for (const topic of followed) if (topic !== 'notices') hub.miss(topic);
    const there = new Set(seen.runs.map(({ id }) => id));
    for (const id of runs.keys()) if (!there.has(id)) runs.delete(id);
    for (const summary of seen.runs) publishRun(summary);
    for (const { change } of seen.entries) publishChange(change);
  }

  function publishChange(change: Change): void {
    if (change.kind !== 'queue' && isOfTrash(change.what)) hub.publish('trash', {});
    switch (change.kind) {
      case 'run':
        if (change.what === 'deleted') hub.publish('runs', { kind: 'deleted', run: change.subject });
        return;
      case 'spider':
        return publishSpider(change);
      case 'project':
        for (const project of new Set([change.before ?? change.project, change.project]))
          hub.publish('projects', { project });
        return;
      case 'queue': {
        const { subject, project, state } = change;
        hub.publish('queue', { entry: subject, project, state });
        return;
      }
      case 'page':
        hub.publish('pages', { project: change.project, spider: change.spider });
        return;
      case 'trash':
        return;
      case 'schedule':
        hub.publish('schedules', { schedule: change.subject, project: change.project });
        return;
      default:
        return change satisfies never;
    }
  }

  function publishSpider({
    project,
    spider,
    what,
    version: newest,
    before,
  }: Change & { kind: 'spider' }): void {
    const key = `${project}/${spider}`;
    if (own.has(key) && own.get(key) === newest) return;
    own.delete(key);
    if (before !== undefined)
      hub.publish('spiders', { project, spider: before, what: 'deleted', version: null, by: null });
    const told = what === 'restored' ? 'saved' : what;
    hub.publish('spiders', { project, spider, what: told, version: newest, by: null });
  }

  function publishRun(summary: RunSummary): void {
    const now = performance.now();
    const { counters } = summary;
    const known = runs.get(summary.id) ?? { summary, published: '', samples: [] };
    known.summary = summary;
    const pages = counters.done + counters.failed + counters.skipped;
    known.samples.push({ at: now, pages, items: counters.items });
    while (known.samples.length > 2 && now - (known.samples[1]?.at ?? now) > speedOver) known.samples.shift();
    runs.set(summary.id, known);
    // Elapsed time alone is not published for lists; the topic `run` shows it.
    const news = JSON.stringify({ ...summary, activeMs: 0 });
    if (news !== known.published) {
      known.published = news;
      hub.publish('runs', { kind: 'run', run: summary });
    }
    hub.publish('run', progress(known));
    publishItems(summary);
    if (!isUnderWay(summary)) runs.delete(summary.id);
  }

  function publishItems({ id, project, spider, counters }: RunSummary): void {
    const items = `${counters.items}`;
    if (publishedItems.get(id) === items) return;
    publishedItems.set(id, items);
    if (publishedItems.size > 1000) publishedItems.clear();
    hub.publish('items', { project, spider, run: id, items: counters.items });
  }

  /** Nothing was written: the speed of idle runs decreases. */
  function publishSpeeds(): void {
    for (const known of runs.values()) {
      const last = known.samples.at(-1);
      if (last === undefined) continue;
      known.samples.push({ ...last, at: performance.now() });
      while (known.samples.length > 2 && performance.now() - (known.samples[1]?.at ?? 0) > speedOver)
        known.samples.shift();
      hub.publish('run', progress(known));
    }
  }

  return {
    soon: () => {
      version = null;
      plan(0);
    },
    progressOf: (run) => {
      const known = runs.get(run);
      return known === undefined ? null : progress(known);
    },
    knows({ project, spider, version: newest }) {
      if (own.size > 1000) own.clear();
      own.set(`${project}/${spider}`, newest);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      rest();
    },
  };
}

const isOfTrash = (what: string): boolean => what === 'deleted' || what === 'restored' || what === 'emptied';

function progress({ summary, samples }: Watched): RunProgress {
  const first = samples[0];
  const last = samples.at(-1);
  const seconds = first === undefined || last === undefined ? 0 : (last.at - first.at) / 1000;
  const rate = (pick: (sample: Sample) => number): number =>
    first === undefined || last === undefined || seconds < 0.2 ? 0 : (pick(last) - pick(first)) / seconds;
  return {
    run: summary,
    pagesPerSecond: isUnderWay(summary) ? rate(({ pages }) => pages) : 0,
    itemsPerSecond: isUnderWay(summary) ? rate(({ items }) => items) : 0,
  };
}
