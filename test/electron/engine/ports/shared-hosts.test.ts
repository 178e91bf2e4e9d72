import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SharedHosts } from '../../../../electron/engine/ports/shared-hosts.ts';
import { createSharedHosts } from '../../../../electron/store/hosts/shared-hosts.ts';
import { scratchFolder } from '../../store/support.ts';
import { MemoryHosts } from './memory-hosts.ts';
import { runTogether, type RunsUnderTest, type SeenRequest, type SharedRun } from './shared-runs.ts';
import { SimulatedClock } from './simulated-clock.ts';

function inMemory(): RunsUnderTest {
  const clock = new SimulatedClock(() => false);
  const hosts = new MemoryHosts(() => clock.now());
  const sessions = new Map<number, SharedHosts>();
  return {
    clock,
    open(run) {
      const session = hosts.session();
      sessions.set(run, session);
      return session;
    },
    kill(run) {
      const session = sessions.get(run);
      if (session !== undefined) hosts.remove(session);
    },
  };
}

/** One file, with a connection for each run, as in processes of their own. */
function inAFile(): RunsUnderTest {
  const clock = new SimulatedClock(() => false);
  const path = join(scratchFolder(), 'spider-studio.db');
  const alive = new Set<string>();
  return {
    clock,
    open(run) {
      const lock = `run ${run}`;
      alive.add(lock);
      const hosts = createSharedHosts(path, {
        owners: {
          self: () => ({ pid: 1, lock }),
          isAlive: ({ lock: asked }) => asked !== null && alive.has(asked),
          areOthers: () => alive.size > 1,
        },
        now: () => clock.now(),
        date: () => clock.now(),
      });
      onTestFinished(() => hosts.leave());
      return hosts;
    },
    kill: (run) => void alive.delete(`run ${run}`),
  };
}

/** Requests that follow on one another sooner than the longest delay of the runs that were there. */
function tooSoon(seen: readonly SeenRequest[], delayOf: (run: number) => number): SeenRequest[] {
  return seen.slice(1).filter((request, n) => {
    const before = seen[n];
    if (before === undefined) return false;
    const least = Math.max(...before.present.map((run) => delayOf(run)));
    return request.at - before.at < least - 0.1;
  });
}

/** Requests for which there was no slot by the smallest number of the runs that were there. */
function tooMany(seen: readonly SeenRequest[], slotsOf: (run: number) => number): SeenRequest[] {
  return seen.filter(({ inFlight, present }) => inFlight > Math.min(...present.map((run) => slotsOf(run))));
}

/** The longest series of requests of one run while others are there, too. */
function longestSeries(seen: readonly SeenRequest[]): number {
  let longest = 0;
  let series = 0;
  for (const [n, { run, present }] of seen.entries()) {
    series = present.length > 1 && seen[n - 1]?.run === run ? series + 1 : 1;
    longest = Math.max(longest, present.length > 1 ? series : 0);
  }
  return longest;
}

interface Case {
  what: string;
  runs: SharedRun[];
  /** Longest series of one run among others; 2 unless given. */
  series?: number;
}

const cases: Case[] = [
  {
    what: 'two runs with one delay do not double the load',
    runs: [
      { requests: 20, delayMs: 1000 },
      { requests: 20, delayMs: 1000 },
    ],
  },
  {
    what: 'the longer delay holds while both are there',
    runs: [
      { requests: 30, delayMs: 200, latencyMs: 30 },
      { requests: 10, delayMs: 1500, latencyMs: 90, from: 650 },
    ],
  },
  {
    what: 'a Crawl-delay that one of them keeps to',
    runs: [
      { requests: 15, delayMs: 100 },
      { requests: 5, crawlDelayMs: 3000, from: 250 },
    ],
  },
  {
    what: 'the smaller number of slots holds while both are there',
    runs: [
      { requests: 100, slots: 8, latencyMs: 100 },
      { requests: 30, slots: 2, latencyMs: 100, from: 350 },
    ],
    series: 3,
  },
  {
    what: 'one slot for three runs, of which one comes late',
    runs: [
      { requests: 30, slots: 1, latencyMs: 40 },
      { requests: 30, slots: 3, latencyMs: 40 },
      { requests: 10, slots: 8, latencyMs: 40, from: 500 },
    ],
  },
  {
    what: 'redirects count',
    runs: [
      { requests: 10, delayMs: 500, latencyMs: 20, redirectsEvery: 2 },
      { requests: 10, delayMs: 300, latencyMs: 20, redirectsEvery: 3 },
    ],
    series: 3,
  },
  {
    what: 'a run leaves, and another one comes back to its own pace',
    runs: [
      { requests: 30, delayMs: 100 },
      { requests: 3, delayMs: 2000, from: 500 },
    ],
  },
  {
    what: 'a run that dies takes its slots and its delay with it',
    runs: [
      { requests: 20, delayMs: 50, slots: 2, latencyMs: 20 },
      { requests: 20, delayMs: 400, slots: 1, latencyMs: 5000, diesAfter: 1, from: 100 },
    ],
  },
];

for (const [name, open] of [
  ['in memory', inMemory],
  ['in a file', inAFile],
] as const) {
  describe(`hosts shared ${name}`, () => {
    it.each(cases)('$what', async ({ runs, series = 2 }) => {
      const seen = await runTogether(open(), runs);
      const redirected = runs.map(({ requests, redirectsEvery = Infinity }) =>
        Math.floor(requests / redirectsEvery),
      );
      for (const [run, { requests, diesAfter = requests }] of runs.entries()) {
        const own = seen.filter((request) => request.run === run);
        expect(own).toHaveLength(diesAfter + (redirected[run] ?? 0));
      }
      const delayOf = (run: number): number =>
        Math.max(runs[run]?.delayMs ?? 0, runs[run]?.crawlDelayMs ?? 0);
      expect(tooSoon(seen, delayOf)).toEqual([]);
      const slotsOf = (run: number): number => runs[run]?.slots ?? 8;
      expect(tooMany(seen, slotsOf)).toEqual([]);
      expect(longestSeries(seen)).toBeLessThanOrEqual(series);
    });

    it('delays that vary do so between half and one and a half times the longer one', async () => {
      const runs = [
        { requests: 40, delayMs: 400, randomize: true },
        { requests: 40, delayMs: 1000, randomize: true },
      ];
      const seen = await runTogether(open(), runs);
      const together = seen.filter(({ present }) => present.length === 2);
      const gaps = together.slice(1).map(({ at }, n) => at - (together[n]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500 - 0.1);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(1500 + 60);
      expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(900);
    });

    it('runs at different hosts do not slow one another, and http and https are one host', async () => {
      const run = { requests: 10, delayMs: 1000, latencyMs: 10 };
      const apart = await runTogether(open(), [run, { ...run, origin: 'https://other.example' }]);
      expect(apart.at(-1)?.at).toBeCloseTo(9000, -1);
      const one = await runTogether(open(), [run, { ...run, origin: 'http://shop.example' }]);
      expect(one.at(-1)?.at).toBeGreaterThanOrEqual(19_000 - 1);
    });

    it('a run is at its own pace as soon as it is alone', async () => {
      const seen = await runTogether(open(), [
        { requests: 60, delayMs: 100 },
        { requests: 2, delayMs: 2000, from: 500 },
      ]);
      // 5 requests before the other comes, 2 or 3 long delays, and the rest at its own pace.
      expect(seen.at(-1)?.at).toBeLessThan(500 + 4 * 2000 + 56 * 100);
    });
  });
}
