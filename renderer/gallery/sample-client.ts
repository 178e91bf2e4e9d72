import type { Client } from '../client/client.ts';
import type { CallArgs, CallName, CallValue, TopicName } from '../../shared/contract/index.ts';
import type { Result } from '../../shared/contract/errors.ts';
import type { PreferencesPatch, RunState, RunSummary, SpiderSummary } from '../../shared/contract/types.ts';
import { defaultPreferences, patched } from '../state/preferences.ts';
import { SampleFailure, sampleAuthor } from './sample-author.ts';
import { sampleProject } from './sample-project.ts';

/** A host of a few calls, so that the frame of the window can be looked at without one. */
/** `empty`: as at the first start. @param inProject spiders that the page of a project shows */
export function createSampleClient(empty = false, inProject = 12): Client {
  let preferences = defaultPreferences;
  const listeners = new Map<TopicName, Set<(event: unknown) => void>>();
  const emit = (topic: TopicName, event: unknown) => {
    for (const listener of listeners.get(topic) ?? []) listener(event);
  };
  const answers: Partial<Record<CallName, (args: unknown) => unknown>> = {
    'app.preferences': () => preferences,
    'app.setPreferences': (args) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only caller is setPreferences
      const { patch } = args as { patch: PreferencesPatch };
      preferences = patched(preferences, patch);
      emit('preferences', preferences);
      return preferences;
    },
    'app.status': () => ({
      firstStart: false,
      projects: 2,
      spiders: spiders.length,
      runs: 14,
      interrupted: [sampleRun('9', 'archive', 'interrupted', 310)],
      underway: [sampleRun('12', 'news', 'running', 1840)],
      sampleSite: null,
      folderWarning: null,
    }),
    'app.info': () => ({
      name: 'Spider Studio',
      version: '0.1.0',
      platform: 'linux',
      dataFolder: '/home/ada/.local/share/spider-studio',
      logFile: '/home/ada/.local/share/spider-studio/logs/spider-studio.log',
      databaseBytes: 48_300_000,
      storedPages: { pages: 5120, bytes: 812_000_000, storedBytes: 96_000_000 },
      versions: { node: '24.21.0', v8: '13.6.233.17' },
      proxySource: 'variables',
    }),
    'projects.list': () => [
      { name: 'default', spiders: 4, runs: 10, createdAt: day(1) },
      { name: 'research', spiders: 2, runs: 4, createdAt: day(3) },
    ],
    'spiders.list': () => (empty ? [] : spiders),
    ...sampleAuthor(),
    ...sampleProject(inProject, sampleRun('12', 'news', 'completed', 1840)),
    'runs.list': () => ({ runs: [], more: false }),
    'spiders.templates': () =>
      ['Empty spider', 'News or blog', 'Shop or catalogue'].map((title) => ({
        name: title,
        title,
        description: 'Follows sections and pages of lists; articles are extracted without any selectors.',
        text: '{ "name": "x" }',
        isSample: false,
        rows: [],
      })),
    'spiders.import': () => ({
      project: 'default',
      spider: 'shop',
      version: 4,
      created: false,
      unchanged: false,
      problems: [],
    }),
  };
  return {
    window: 'gallery',
    state: 'open',
    call: <N extends CallName>(name: N, args: CallArgs<N>): Promise<Result<CallValue<N>>> => {
      const answer = answers[name];
      if (answer === undefined) {
        const message = `The gallery does not answer "${name}".`;
        return Promise.resolve({
          ok: false,
          error: { code: 'unknown-call', message, hint: null, action: null, details: {} },
        });
      }
      const value = answer(args);
      if (value instanceof SampleFailure) return Promise.resolve({ ok: false, error: value.error });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by hand to the shapes of the contract
      return Promise.resolve({ ok: true, value: value as CallValue<N> });
    },
    subscribe(topic, _params, listener) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only events of this topic are emitted to it
      const hear = (event: unknown) => listener.event(event as never);
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(hear));
      queueMicrotask(() => {
        if (topic === 'preferences') hear(preferences);
        if (topic === 'runs') hear({ kind: 'run', run: sampleRun('12', 'news', 'running', 1840) });
        if (topic === 'run') {
          hear({ run: sampleRun('12', 'news', 'running', 1840), pagesPerSecond: 41.3, itemsPerSecond: 28 });
        }
      });
      return () => set.delete(hear);
    },
    onState: () => () => {},
    close: () => {},
  };
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

function sampleRun(id: string, spider: string, state: RunState, items: number, ago = 0.1): RunSummary {
  return {
    id,
    project: 'default',
    spider,
    version: 3,
    kind: 'full',
    source: null,
    acceptedAt: null,
    replacedBy: null,
    cause: null,
    breaches: 0,
    state,
    reason: null,
    requested: null,
    counters: {
      queued: 420,
      active: 8,
      done: items,
      failed: 12,
      skipped: 31,
      seen: items + 471,
      items,
    },
    options: { limit: null, overrides: {}, args: {}, allowPrivate: false },
    activeMs: 61_000,
    waitingSince: null,
    waitedMs: 0,
    here: true,
    createdAt: day(ago),
    startedAt: day(ago),
    endedAt: state === 'running' ? null : day(ago),
  };
}

function sampleSpider(
  project: string,
  name: string,
  run: RunSummary | null,
  more: Partial<SpiderSummary> = {},
) {
  const spider: SpiderSummary = {
    project,
    name,
    version: 3,
    versions: 3,
    runs: run === null ? 0 : 4,
    hasDraft: false,
    icon: null,
    description: null,
    tags: [],
    lastRun: run,
    latestItems: run === null ? null : { run: run.id, items: run.counters.items },
    createdAt: day(9),
    updatedAt: day(1),
    ...more,
  };
  return spider;
}

const spiders = [
  sampleSpider('default', 'archive', sampleRun('9', 'archive', 'interrupted', 310, 2)),
  sampleSpider('default', 'news', sampleRun('12', 'news', 'running', 1840, 0)),
  sampleSpider('default', 'reviews', sampleRun('7', 'reviews', 'failed', 0, 4)),
  sampleSpider('default', 'shop', sampleRun('11', 'shop', 'completed', 1_284_310, 0.2), { hasDraft: true }),
  sampleSpider('research', 'press-releases-of-the-ministry', sampleRun('4', 'press', 'paused', 92, 12)),
  sampleSpider('research', 'prices', null),
];
