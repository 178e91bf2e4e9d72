import type { CallName } from '../../shared/contract/index.ts';
import type { RunState, RunSummary } from '../../shared/contract/types.ts';

/** Answers of the fake host, by call. */
type Answers = Partial<Record<CallName, (args: unknown) => unknown>>;

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

const sites = ['shop', 'news', 'press', 'prices', 'jobs', 'archive', 'reviews', 'events'];
const states: readonly RunState[] = ['failed', 'paused', 'interrupted'];
const needs = [
  'The last run failed: The site refused 40 of 40 pages (403).',
  'The run has paused itself: 5,000 pages in a row gave no item and repeat other pages.',
  'The run was interrupted with 1,204 pages left.',
];

/** A number between 0 and 1 that is the same each time. */
const noise = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;

/** A spider as the page of its project shows it; each fifteenth needs a person. */
function sampleRow(run: RunSummary, index: number) {
  const usual = Math.round(20 * 4 ** (1 + (index % 6)));
  const trouble = index % 15 === 3 ? Math.floor(index / 15) % 3 : null;
  const isNew = index % 23 === 7;
  const trend = Array.from({ length: 14 }, (_, at) => {
    const state: RunState = trouble === 0 && at > 11 ? 'failed' : 'completed';
    const items = state === 'failed' ? 0 : Math.round(usual * (0.85 + noise(index * 31 + at) * 0.3));
    return { run: String(at + 1), at: ago(14 - at), items, state };
  });
  const lastRun = {
    ...run,
    id: String(1000 + index),
    spider: nameOf(index),
    state: trouble === null ? ('completed' as const) : (states[trouble] ?? 'completed'),
    counters: { ...run.counters, items: trend.at(-1)?.items ?? 0 },
    createdAt: ago(0.3 + noise(index) * 0.2),
    endedAt: ago(0.2),
  };
  return {
    spider: nameOf(index),
    version: 3,
    lastRun: isNew ? null : lastRun,
    trend: isNew ? [] : trend,
    fill: isNew ? null : 0.8 + noise(index + 5) * 0.2,
    medianItems: isNew ? null : usual,
    needs: trouble === null ? null : (needs[trouble] ?? null),
    schedule: index % 4 === 1 ? null : { words: 'Every day at 02:30', next: ago(-0.4) },
    queued: index % 40 === 0 ? 1 : 0,
  };
}

const nameOf = (index: number) =>
  index < sites.length
    ? (sites[index] ?? '')
    : `${sites[index % sites.length] ?? ''}-${Math.floor(index / sites.length)}`;

/** What the page of a project asks for, with a number of spiders. @param run one to make others of */
export function sampleProject(count: number, run: RunSummary): Answers {
  const spiders = Array.from({ length: count }, (_, index) => sampleRow(run, index));
  const actions = { failed: 'retry', paused: 'look', interrupted: 'resume' } as const;
  const troubled = spiders.filter((spider) => spider.needs !== null);
  return {
    'projects.overview': () => ({
      project: 'default',
      spiders,
      totals: {
        spiders: count,
        runs: count * 28,
        items: spiders.reduce((sum, { lastRun }) => sum + (lastRun?.counters.items ?? 0), 0),
        failedLast7Days: troubled.length,
      },
      days: Array.from({ length: 30 }, (_, at) => ({
        day: ago(29 - at).slice(0, 10),
        items: at === 11 ? 0 : Math.round(count * 900 * (0.8 + noise(at) * 0.4)),
        runs: at === 11 ? 0 : count,
        failed: at % 9 === 4 || at > 27 ? troubled.length : 0,
      })),
      needsPerson: troubled.map(({ spider, lastRun, needs: message }) => ({
        spider,
        run: lastRun?.id ?? null,
        entry: lastRun?.state === 'failed' ? '7' : null,
        message,
        action:
          actions[lastRun?.state === 'failed' || lastRun?.state === 'paused' ? lastRun.state : 'interrupted'],
      })),
    }),
    ...sampleMany(spiders.map(({ spider }) => spider)),
    ...sampleNotices(),
    ...sampleTroubles(
      count,
      troubled.map(({ spider }) => spider),
    ),
  };
}

/** The dialogs about many spiders. */
function sampleMany(names: readonly string[]): Answers {
  return {
    'projects.defaults': () => ({
      settings: { DOWNLOAD_DELAY: 1.5, USER_AGENT: 'ExampleBot/1.0' },
      exports: { format: 'csv' },
    }),
    'app.defaults': () => ({ settings: {}, exports: {} }),
    'spiders.changeMany': () => ({
      written: false,
      changes: names.map((spider, index) => ({
        spider,
        changed: index % 3 !== 2,
        left: index % 11 === 4 ? 'draft' : null,
        hasDraft: index % 11 === 4,
        version: null,
        before: '{}',
        after: '{}',
        diff: '--- shop\n+++ shop\n@@ -3,5 +3,5 @@\n   "settings": {\n-    "DOWNLOAD_DELAY": 0.25,\n+    "DOWNLOAD_DELAY": 2,\n     "ROBOTSTXT_OBEY": true\n   }\n',
        settings: [{ key: 'DOWNLOAD_DELAY', before: 0.25, after: 2 }],
        replaced: [],
        mentions: [],
        problems: [],
      })),
    }),
  };
}

/** The settings of notices. */
function sampleNotices(): Answers {
  return {
    'notices.channels': () => ({
      channels: [
        {
          id: '1',
          kind: 'desktop',
          target: {},
          timing: 'digest',
          enabled: true,
          lastSentAt: ago(0.2),
          lastProblem: null,
        },
        {
          id: '2',
          kind: 'webhook',
          target: { url: 'https://hooks.example.org/spiders', allowPrivate: false },
          timing: 'each',
          enabled: true,
          lastSentAt: ago(1),
          lastProblem: 'The address answered 500.',
        },
      ],
      settings: {
        digestAt: '07:00',
        zone: 'Europe/Berlin',
        ownZone: false,
        on: {
          failed: true,
          tooFewItems: true,
          drop: true,
          blocked: true,
          breached: true,
          paused: true,
          dead: true,
          skipped: false,
        },
        quietNights: true,
      },
    }),
  };
}

/** The digest of a day and a report of the health. @param spiders those with trouble */
function sampleTroubles(count: number, spiders: readonly string[]): Answers {
  return {
    'notices.digest': () => ({
      from: ago(1),
      until: ago(0),
      madeAt: ago(0),
      counts: {
        spiders: count,
        runs: count,
        completed: count - spiders.length,
        withTrouble: spiders.length,
        items: 81_240,
      },
      troubles: spiders.map((spider) => ({
        project: 'default',
        spider,
        run: '812',
        what: 'failed',
        message: 'The run failed: the site refused 40 of 40 pages (403).',
        others: [],
        since: ago(2),
      })),
      markdown: '# The last night',
    }),
    'health.last': () => ({
      project: 'default',
      checkedAt: ago(0.1),
      healthy: count - spiders.length,
      broken: spiders.length,
      unknown: 0,
      spiders: spiders.map((spider) => ({
        spider,
        version: 3,
        checkedAt: ago(0.1),
        verdict: 'broken',
        reason: null,
        findings: [
          {
            kind: 'fill',
            field: 'price',
            message: '“price” is filled in 1 of 10 items; it was in 97 % of them.',
            hint: 'Open the page of an item in the tester.',
            since: ago(3),
            sinceRun: '812',
          },
        ],
        sampled: { run: '990', items: 10, pages: 12 },
        fixtures: { locked: 4, failed: 0 },
      })),
      markdown: '# Health',
    }),
  };
}
