import type { RunProgress, RunSummary } from '../../../../shared/contract/types.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import type { Look } from '../../data/internal.ts';
import type { Hub } from './hub.ts';

/** How often the database is looked at while somebody follows it, and while nobody does, in milliseconds. */
const lookEvery = 250;
/** How far back the speed of a run is measured, in milliseconds. */
const speedOver = 10_000;

interface Sample {
  at: number;
  pages: number;
  items: number;
}

interface Watched {
  summary: RunSummary;
  /** What was told last; equal news is no news. */
  told: string;
  samples: Sample[];
}

export interface Watch {
  /** Looks at once, for example after something was started here. */
  soon(): void;
  /** What is known of runs under way, for those who begin to follow. */
  current(): RunSummary[];
  /** The progress of one run as it is known, or null. */
  progressOf(run: string): RunProgress | null;
  /** Tells that this process has changed a spider, so that it is not told a second time. */
  knows(spider: { project: string; spider: string; version: number | null }): void;
  close(): void;
}

/**
 * Finds out what changes in the database, whoever changes it: a crawl in this process, another window, the command line.
 * It looks only while somebody follows, and reads only when the database was written.
 */
export function createWatch(database: Pick<DatabaseWorkers, 'ask'>, hub: Hub): Watch {
  const runs = new Map<string, Watched>();
  const itemsTold = new Map<string, string>();
  let spiders: Map<string, number> | null = null;
  let projects: Set<string> | null = null;
  let states: Map<string, string> | null = null;
  /** Runs that nobody carries out, and whose state has changed all the same. */
  let changed: string[] = [];
  let version: number | null = null;
  let newestRun: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;
  let closed = false;

  const isFollowed = (): boolean =>
    (['runs', 'run', 'items', 'spiders', 'projects', 'notices'] as const).some(
      (topic) => hub.followers(topic) > 0,
    );

  hub.onChange(() => {
    if (isFollowed()) plan(0);
  });

  function plan(delay: number): void {
    if (closed || looking) {
      again ||= delay === 0;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => void look(), delay);
  }

  async function look(): Promise<void> {
    if (closed || !isFollowed()) {
      // Whoever follows next has not seen what happens until then.
      version = null;
      return;
    }
    looking = true;
    again = false;
    try {
      const wanted = [...runs.keys(), ...changed];
      const args = { version, runs: wanted, after: newestRun ?? String(Number.MAX_SAFE_INTEGER) };
      changed = [];
      const seen = await database.ask('quick', 'look', args);
      if (seen !== null) take(seen);
      else tellSpeeds();
    } catch {
      // A database that cannot be read now is looked at again; calls say what is wrong with it.
    } finally {
      looking = false;
      plan(again ? 0 : lookEvery);
    }
  }

  function take(seen: Look): void {
    version = seen.version;
    newestRun = seen.newestRun;
    const there = new Set(seen.runs.map(({ id }) => id));
    for (const id of runs.keys()) if (!there.has(id)) runs.delete(id);
    for (const summary of seen.runs) tellRun(summary);
    compareStates(seen.states, there);
    tellProjects(new Set(seen.projects));
    tellSpiders(
      new Map(seen.spiders.map(({ project, spider, version: newest }) => [`${project}/${spider}`, newest])),
    );
  }

  /** Runs that were deleted, stopped or put back into the queue elsewhere. */
  function compareStates(seen: Look['states'], told: ReadonlySet<string>): void {
    const now = new Map(seen.map(({ id, state }) => [id, state]));
    const before = states;
    states = now;
    const oldest = Number(seen.at(-1)?.id ?? 0);
    for (const [id, state] of before ?? []) {
      const present = now.get(id);
      if (present === undefined && Number(id) >= oldest) hub.publish('runs', { kind: 'deleted', run: id });
      else if (present !== undefined && present !== state && !told.has(id)) changed.push(id);
    }
    if (changed.length === 0) return;
    version = null;
    again = true;
  }

  function tellRun(summary: RunSummary): void {
    const now = performance.now();
    const { counters } = summary;
    const known = runs.get(summary.id) ?? { summary, told: '', samples: [] };
    known.summary = summary;
    const pages = counters.done + counters.failed + counters.skipped;
    known.samples.push({ at: now, pages, items: counters.items });
    while (known.samples.length > 2 && now - (known.samples[1]?.at ?? now) > speedOver) known.samples.shift();
    runs.set(summary.id, known);
    // The clock alone is no news for a list; who looks at one run sees it go on.
    const news = JSON.stringify({ ...summary, activeMs: 0 });
    if (news !== known.told) {
      known.told = news;
      hub.publish('runs', { kind: 'run', run: summary });
    }
    hub.publish('run', progress(known));
    tellItems(summary);
    if (!isUnderway(summary)) runs.delete(summary.id);
  }

  function tellItems({ id, project, spider, counters }: RunSummary): void {
    const told = `${counters.items}`;
    if (itemsTold.get(id) === told) return;
    itemsTold.set(id, told);
    if (itemsTold.size > 1000) itemsTold.clear();
    hub.publish('items', { project, spider, run: id, items: counters.items });
  }

  /** Nothing was written: runs that stand still get slower. */
  function tellSpeeds(): void {
    for (const known of runs.values()) {
      const last = known.samples.at(-1);
      if (last === undefined) continue;
      known.samples.push({ ...last, at: performance.now() });
      while (known.samples.length > 2 && performance.now() - (known.samples[1]?.at ?? 0) > speedOver)
        known.samples.shift();
      hub.publish('run', progress(known));
    }
  }

  function tellProjects(now: Set<string>): void {
    const before = projects;
    projects = now;
    if (before === null) return;
    for (const project of new Set([...before, ...now])) {
      if (before.has(project) !== now.has(project)) hub.publish('projects', { project });
    }
  }

  function tellSpiders(now: Map<string, number>): void {
    const before = spiders;
    spiders = now;
    if (before === null) return;
    for (const [key, newest] of now) if (before.get(key) !== newest) tellSpider(key, newest);
    for (const key of before.keys()) if (!now.has(key)) tellSpider(key, null);
  }

  function tellSpider(key: string, newest: number | null): void {
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

function isUnderway({ state }: RunSummary): boolean {
  return state === 'running' || state === 'pausing' || state === 'queued';
}

function progress({ summary, samples }: Watched): RunProgress {
  const first = samples[0];
  const last = samples.at(-1);
  const seconds = first === undefined || last === undefined ? 0 : (last.at - first.at) / 1000;
  const rate = (pick: (sample: Sample) => number): number =>
    first === undefined || last === undefined || seconds < 0.2 ? 0 : (pick(last) - pick(first)) / seconds;
  return {
    run: summary,
    pagesPerSecond: isUnderway(summary) ? rate(({ pages }) => pages) : 0,
    itemsPerSecond: isUnderway(summary) ? rate(({ items }) => items) : 0,
  };
}
