import type { ProjectOverview, RunSummary, SpiderOverview } from '../../../../shared/contract/types.ts';

/** A run of a spider, as lists have it. */
export const run = (spider: string, more: Partial<RunSummary> = {}): RunSummary => ({
  id: '1',
  project: 'shops',
  spider,
  version: 1,
  kind: 'full',
  source: null,
  acceptedAt: null,
  replacedBy: null,
  breaches: 0,
  state: 'completed',
  cause: null,
  reason: null,
  requested: null,
  counters: { queued: 0, active: 0, done: 3, failed: 0, skipped: 0, seen: 3, items: 20 },
  options: { limit: null, overrides: {}, args: {}, allowPrivate: false },
  activeMs: 1000,
  waitingSince: null,
  waitedMs: 0,
  here: false,
  createdAt: '2026-11-22T02:00:00.000Z',
  startedAt: '2026-11-22T02:00:00.000Z',
  endedAt: '2026-11-22T02:00:01.000Z',
  ...more,
});

/** What is known of a spider, which has never run unless told otherwise. */
export const spider = (name: string, more: Partial<SpiderOverview> = {}): SpiderOverview => ({
  spider: name,
  version: 1,
  lastRun: null,
  trend: [],
  fill: null,
  medianItems: null,
  needs: null,
  schedule: null,
  queued: 0,
  ...more,
});

/** The overview of a project of these spiders. */
export const overview = (
  spiders: readonly SpiderOverview[],
  more: Partial<ProjectOverview> = {},
): ProjectOverview => ({
  project: 'shops',
  spiders: [...spiders],
  totals: { spiders: spiders.length, runs: 40, items: 1234, failedLast7Days: 0 },
  days: [
    { day: '2026-11-21', items: 0, runs: 0, failed: 0 },
    { day: '2026-11-22', items: 1200, runs: 2, failed: 1 },
  ],
  needsPerson: [],
  ...more,
});
