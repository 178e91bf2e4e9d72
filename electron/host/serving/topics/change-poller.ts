import type { RunProgress, RunSummary } from '../../../../shared/contract/types.ts';
import { isUnderWay } from '../../../../shared/contract/run-states.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import type { ChangeReport } from '../../data/internal.ts';
import type { Hub } from './hub.ts';

/** Poll interval of the database while there are subscribers, in milliseconds. */
const pollEvery = 250;
/** Span over which the speed of a run is measured, in milliseconds. */
const speedOver = 10_000;

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
export interface ChangePoller {
  /** Polls at once, for example after a run was started here. */
  soon(): void;
  /** Summaries of runs in progress, for new subscribers. */
  current(): RunSummary[];
  /** The last known progress of a run, or null. */
  progressOf(run: string): RunProgress | null;
  /** Notes a change by this process, so that it is not published again. */
  knows(spider: { project: string; spider: string; version: number | null }): void;
  close(): void;
}

/**
 * Polls the database and publishes changes by any process. It polls only while there are subscribers, and reads only after the
 * database was written.
 */
export function createChangePoller(database: Pick<DatabaseWorkers, 'ask'>, hub: Hub): ChangePoller {
  const runs = new Map<string, Watched>();
  const publishedItems = new Map<string, string>();
  let spiders: Map<string, number> | null = null;
  let projects: Set<string> | null = null;
  let states: Map<string, string> | null = null;
  /** Runs without an executing process whose state has changed. */
  let changed: string[] = [];
  let version: number | null = null;
  let newestRun: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let polling = false;
  let again = false;
  let closed = false;

  const hasSubscribers = (): boolean =>
    (['runs', 'run', 'items', 'spiders', 'projects', 'notices'] as const).some(
      (topic) => hub.followers(topic) > 0,
    );

  hub.onChange(() => {
    if (hasSubscribers()) plan(0);
  });

  function plan(delay: number): void {
    if (closed || polling) {
      again ||= delay === 0;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), delay);
  }

  async function poll(): Promise<void> {
    if (closed || !hasSubscribers()) {
      // The next subscriber has not seen the changes until then.
      version = null;
      return;
    }
    polling = true;
    again = false;
    try {
      const wanted = [...runs.keys(), ...changed];
      const args = { version, runs: wanted, after: newestRun ?? String(Number.MAX_SAFE_INTEGER) };
      changed = [];
      const seen = await database.ask('quick', 'changesSince', args);
      if (seen !== null) take(seen);
      else publishSpeeds();
    } catch {
      // An unreadable database is polled again; calls report what is wrong with it.
    } finally {
      polling = false;
      plan(again ? 0 : pollEvery);
    }
  }

  function take(seen: ChangeReport): void {
    version = seen.version;
    newestRun = seen.newestRun;
    const there = new Set(seen.runs.map(({ id }) => id));
    for (const id of runs.keys()) if (!there.has(id)) runs.delete(id);
    for (const summary of seen.runs) publishRun(summary);
    compareStates(seen.states, there);
    publishProjects(new Set(seen.projects));
    publishSpiders(
      new Map(seen.spiders.map(({ project, spider, version: newest }) => [`${project}/${spider}`, newest])),
    );
  }

  /** Finds runs that another process has deleted, stopped or requeued. */
  function compareStates(seen: ChangeReport['states'], reported: ReadonlySet<string>): void {
    const now = new Map(seen.map(({ id, state }) => [id, state]));
    const before = states;
    states = now;
    const oldest = Number(seen.at(-1)?.id ?? 0);
    for (const [id, state] of before ?? []) {
      const present = now.get(id);
      if (present === undefined && Number(id) >= oldest) hub.publish('runs', { kind: 'deleted', run: id });
      else if (present !== undefined && present !== state && !reported.has(id)) changed.push(id);
    }
    if (changed.length === 0) return;
    version = null;
    again = true;
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

  function publishProjects(now: Set<string>): void {
    const before = projects;
    projects = now;
    if (before === null) return;
    for (const project of new Set([...before, ...now])) {
      if (before.has(project) !== now.has(project)) hub.publish('projects', { project });
    }
  }

  function publishSpiders(now: Map<string, number>): void {
    const before = spiders;
    spiders = now;
    if (before === null) return;
    for (const [key, newest] of now) if (before.get(key) !== newest) publishSpider(key, newest);
    for (const key of before.keys()) if (!now.has(key)) publishSpider(key, null);
  }

  function publishSpider(key: string, newest: number | null): void {
    const [project = '', spider = ''] = key.split('/');
    const what = newest === null ? 'deleted' : 'saved';
    hub.publish('spiders', { project, spider, what, version: newest, by: null });
  }

  return {
    soon: () => {
      version = null;
      plan(0);
    },
    current: () => [...runs.values()].map(({ summary }) => summary),
    progressOf: (run) => {
      const known = runs.get(run);
      return known === undefined ? null : progress(known);
    },
    knows({ project, spider, version: newest }) {
      if (spiders === null) return;
      const key = `${project}/${spider}`;
      if (newest === null) spiders.delete(key);
      else spiders.set(key, newest);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

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
