import { runIs } from '../../data/run-words.ts';
import type { FetchVia } from '../../../engine/challenge-fetch.ts';
import { systemClock } from '../../../engine/clock.ts';
import { crawl, type CrawlDependencies } from '../../../engine/crawl.ts';
import type { Counters } from '../../../engine/ledger.ts';
import { createPageProcessor } from '../../../engine/page-processor.ts';
import { planCrawl } from '../../../engine/page.ts';
import { seedRequests } from '../../../engine/seeds.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { readSettings, type CrawlSettings } from '../../../../shared/spider/settings.ts';
import type { Problem } from '../../../../shared/spider/validate.ts';
import type { Receipt, RunOptions } from '../../../store/runs/runs.ts';
import type { OriginStatistics } from '../../../store/runs/statistics.ts';
import { keepLogSynced } from '../../../store/database/wal-fsync.ts';
import { concludeRun, type Conclusion } from './conclusion.ts';
import { checkedSpider } from '../../data/documents.ts';
import { withCache } from './http-cache.ts';
import { HostError } from '../../errors.ts';
import { logFault, logNote } from '../../log.ts';
import { serveSampleFor } from '../../../sample-site/serving.ts';
import { requireRun } from '../../data/run-queries.ts';
import type { ProxyPlan } from '../../data/proxies.ts';
import { openRunNetwork, withHold } from './run-network.ts';
import { planBrowser, RunBrowser, type BrowserPlan } from './run-browser.ts';
import { moreOf, openRoutes, planRoutes, type RunRoutes } from './run-routes.ts';
import { tiersOf, type TierTotals } from '../../data/run-tiers.ts';
import { openRunClient } from './run-client.ts';
import { keepTime } from './run-time.ts';
import { endedByRequest, followRequests } from './run-requests.ts';
import { storedSpider } from '../../data/stored-spiders.ts';
import { version } from '../../version.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export type { Counters, OriginStatistics, Receipt, TierTotals };

export interface RunRequest {
  project: string;
  spider: string;
  /** Items at most: a test run. null: a full run. */
  limit: number | null;
  /** Settings that this run uses instead of the spider's. */
  overrides: Record<string, unknown>;
  /** Let the run reach loopback and private addresses. */
  allowPrivate: boolean;
}

/** How the caller follows and steers a run. */
export interface RunWatch {
  /** Aborted: finish what is in flight, then pause. */
  pause: AbortSignal;
  /** Aborted: drop what is in flight and pause. */
  stop: AbortSignal;
  onStart(run: string): void;
  onWarning(problem: Problem): void;
  onProgress(counters: Counters): void;
  /** Why the run waits for the network, a sentence; null: it goes on. */
  onWaiting?(reason: string | null): void;
  /** By which the proxies of the system are asked for; left out: the environment names them. */
  proxyChannel?: string | null;
}

export interface RunOutcome {
  run: string;
  state: string;
  reason: string;
  counters: Counters;
  exitCode: 0 | 1;
  /** Of a run with proxies: its requests by the way they took. */
  tiers?: TierTotals;
  /** Of a run that was resumed: what became of its work, counted in the ledger. */
  receipt?: Receipt;
}

/**
 * Starts a run of a stored spider and follows it to its end.
 * @throws HostError for an unknown spider or settings that do not fit; StoreError when the database cannot take more
 */
export async function startRun(
  workspace: Workspace,
  { project, spider: name, limit, overrides, allowPrivate }: RunRequest,
  watch: RunWatch,
): Promise<RunOutcome> {
  const stored = storedSpider(workspace, project, name);
  const asked: RunOptions = { limit, overrides, allowPrivate };
  const spider = prepare(stored.spider, asked, watch);
  // A spider for the sample site finds it wherever it runs; that it is on this computer is no reason to refuse it then.
  const sample = await serveSampleFor(spider);
  try {
    const options: RunOptions = { ...asked, allowPrivate: allowPrivate || sample !== null };
    return await begin(workspace, { project, stored, spider, options }, watch);
  } finally {
    await sample?.close();
  }
}

async function begin(
  workspace: Workspace,
  { project, stored, spider, options }: BeginningRun,
  watch: RunWatch,
): Promise<RunOutcome> {
  const ways = planRoutes(workspace, project, readSettings(spider.settings));
  const browser = planBrowser(workspace, readSettings(spider.settings));
  const { id } = workspace.store.runs.create({
    versionId: stored.versionId,
    kind: options.limit === null ? 'full' : 'test',
    options,
    appVersion: version,
  });
  return execute(workspace, { id, project, ways, browser }, spider, options, watch);
}

/**
 * Goes on with a run that was paused or interrupted, with the version and the options it began with.
 * @throws HostError `unknown-run`, or `not-resumable` when it has ended or is being carried out
 */
export async function resumeRun(workspace: Workspace, id: string, watch: RunWatch): Promise<RunOutcome> {
  const run = requireRun(workspace, id);
  if (run.state !== 'paused' && run.state !== 'interrupted') {
    const hint =
      run.state === 'running' || run.state === 'pausing'
        ? 'Another process carries it out.'
        : 'Start a new run with "spider-studio crawl".';
    throw new HostError('not-resumable', `Run ${id} ${runIs(run.state)} and cannot be resumed.`, hint);
  }
  const { store } = workspace;
  const stored = checkedSpider(store.spiders.versionById(run.versionId).text, `The spider of run ${id}`);
  const spider = prepare(stored.spider, run.options, watch);
  const ways = planRoutes(workspace, run.project, readSettings(spider.settings));
  if (ways === null && store.routes.of(id) !== null) {
    const message = `Run ${id} began with proxies, and the project "${run.project}" has none any more.`;
    throw new HostError('no-proxy', message, 'Add them again, or start a new run that goes without.');
  }
  const browser = planBrowser(workspace, readSettings(spider.settings));
  const planned = { id, project: run.project, ways, browser };
  const sample = await serveSampleFor(spider);
  try {
    const outcome = await execute(workspace, planned, spider, run.options, watch);
    return { ...outcome, receipt: store.runs.receipt(id) };
  } finally {
    await sample?.close();
  }
}

/** The spider as this run uses it: with the overrides, checked, warnings told. */
function prepare(stored: Spider, { overrides }: RunOptions, watch: RunWatch): Spider {
  const changed = { ...stored, settings: { ...stored.settings, ...overrides } };
  const what = `"${stored.name}" with the settings of this run`;
  const { spider, problems } = checkedSpider(changed, what, 'Change the settings that this run was given.');
  for (const problem of problems) watch.onWarning(problem);
  return spider;
}

interface BeginningRun {
  project: string;
  stored: ReturnType<typeof storedSpider>;
  spider: Spider;
  options: RunOptions;
}

/** A run with the ways to the sites that it may use; null: straight. */
interface PlannedRun {
  id: string;
  project: string;
  ways: ProxyPlan | null;
  browser: BrowserPlan;
}

/** Carries a run out in this process and writes down how it ended. */
async function execute(
  workspace: Workspace,
  { id, project, ways, browser: plannedBrowser }: PlannedRun,
  spider: Spider,
  options: RunOptions,
  watch: RunWatch,
): Promise<RunOutcome> {
  const { store } = workspace;
  const settings = readSettings(spider.settings);
  const plan = planCrawl(spider, settings.depthLimit);
  const ledger = store.ledger(id, { incremental: settings.incremental });
  const { http, system } = openRunClient(workspace, { settings, options, watch, ledger });
  const processor = createPageProcessor(spider, settings.depthLimit);
  const requests = followRequests(store.runs, id);
  const pause = AbortSignal.any([watch.pause, requests.pause]);
  const stop = AbortSignal.any([watch.stop, requests.stop]);
  const network = openRunNetwork(workspace, {
    run: id,
    http,
    ledger,
    allowPrivate: options.allowPrivate,
    stop,
    onWaiting: (reason) => watch.onWaiting?.(reason),
  });
  const browser = new RunBrowser(workspace, {
    run: { project },
    plan: plannedBrowser,
    settings,
    allowPrivate: options.allowPrivate,
    http: withHold(http, network, system),
    network,
    system,
    record: (events) => ledger.record(events),
    way: (url) => routes?.way(url) ?? null,
    signal: stop,
  });
  const via = browser.fetch;
  const routes: RunRoutes | null =
    ways === null ? null : openRoutes(workspace, { id, project }, ways, settings, { via, ledger });
  const fetch = createFetch(workspace, id, settings, routes?.fetch ?? straight(via));
  const progress = everySoOften(() => watch.onProgress(store.runs.counters(id)));
  const pausing = (): void => void store.runs.setState(id, 'pausing', 'Pausing on request.');
  const { run } = store.runs.start(id);
  const endSync = keepLogSynced(store.path);
  const endTime = keepTime(store.runs, id);
  watch.onStart(id);
  logNote(workspace.dataDir, `Run ${id} of ${project}/${spider.name} began.`);
  if (plannedBrowser.warning !== null) {
    await ledger.record([{ kind: 'browser', url: null, message: plannedBrowser.warning }]);
  }
  pause.addEventListener('abort', pausing, { once: true });
  try {
    const end = await crawl(
      seedRequests(plan),
      { ...settings, itemLimit: smaller(options.limit, settings.itemLimit), spentMs: run.activeMs },
      {
        ledger,
        fetch,
        stuck: () => routes?.stuck() ?? http.stuck(),
        network,
        process: (input) => processor.process(input),
        browser: browser.pages,
        sitemaps: settings.useSitemap ? plan : null,
        refuseHop: (url) =>
          plan.domains.allows(url) ? null : `It redirects to ${url}, which is outside allowed_domains.`,
        pause,
        stop,
        onChange: progress,
        clock: systemClock,
        random: Math.random,
      },
    );
    await routes?.keep();
    await browser.tell();
    const conclusion = endedByRequest(end, requests) ?? concludeRun(id, end, factsOf(workspace, id, spider));
    return finish(workspace, id, conclusion);
  } catch (error) {
    recordFailure(workspace, id, error);
    throw error;
  } finally {
    endSync();
    endTime();
    network.close();
    requests.end();
    pause.removeEventListener('abort', pausing);
    await Promise.all([http.close(), processor.close(), browser.close()]);
  }
}

/** The way to the sites without proxies. */
function straight(via: FetchVia): CrawlDependencies['fetch'] {
  return (url, onHop, headers, _tries, cutAt) => via(null, url, onHop, moreOf(headers, cutAt));
}

/** How the run gets its pages: from the sites, or from the cache where the spider asks for one. */
function createFetch(
  { store }: Workspace,
  id: string,
  { cache, retryStatuses }: CrawlSettings,
  fromSite: CrawlDependencies['fetch'],
): CrawlDependencies['fetch'] {
  if (cache === null) return fromSite;
  const { expirationMs } = cache;
  const options = { expirationMs, passingStatuses: retryStatuses, now: Date.now };
  return withCache(fromSite, store.answers.ofRun(id), options);
}

function factsOf({ store }: Workspace, id: string, spider: Spider) {
  const rules = spider.rules ?? [];
  const statistics = store.runs.statistics(id);
  const { statuses, reasons, extractionRequests, itemsWithValues, answeredBy } = statistics;
  const good = statuses.filter(({ status }) => status !== null && status >= 200 && status < 300);
  return {
    counters: store.runs.counters(id),
    pagesFetched: good.reduce((sum, { count }) => sum + count, answeredBy.storedPage),
    wantsItems: rules.length === 0 || rules.some(({ callback }) => typeof callback === 'string'),
    extractionRequests,
    itemsWithValues,
    failedExtractions: statistics.failedExtractions,
    extractedBefore: answeredBy.memory,
    // What was skipped because it is known is no reason for anything to be missing.
    commonReason:
      (answeredBy.memory > 0 ? reasons.find(({ state }) => state === 'failed') : reasons[0])?.reason ?? null,
    unreadSitemap: store.events.list(id, { kinds: ['sitemap-unread'], limit: 1 })[0]?.message ?? null,
    scriptMade: store.events.list(id, { kinds: ['needs-browser'], limit: 1 })[0]?.message ?? null,
  };
}

function finish(workspace: Workspace, id: string, { state, reason, exitCode }: Conclusion): RunOutcome {
  const { runs } = workspace.store;
  logNote(workspace.dataDir, `Run ${id} ${state}: ${reason}`);
  if (state === 'paused' && runs.get(id).state === 'running') runs.setState(id, 'pausing', reason);
  runs.setState(id, state, reason);
  return { run: id, state, reason, counters: runs.counters(id), ...tiersOf(workspace, id), exitCode };
}

/** Writes down that a run failed. On a full disk even that may fail: then it shows as interrupted, and can be resumed. */
function recordFailure({ store, dataDir }: Workspace, id: string, error: unknown): void {
  logFault(dataDir, `Run ${id} was cut off`, error);
  try {
    const message = error instanceof Error ? error.message : String(error);
    const reason = `It was cut off: ${message}`;
    if (store.runs.get(id).state === 'running') store.runs.setState(id, 'pausing', reason);
    store.runs.setState(id, 'paused', reason);
  } catch {
    // The error that is on its way to the caller says the same.
  }
}

/** Progress is looked up this often at most, in milliseconds: a person sees no more, and the ledger has work to do. */
const progressEvery = 100;

function everySoOften(report: () => void): () => void {
  let last = 0;
  return () => {
    const now = performance.now();
    if (now - last < progressEvery) return;
    last = now;
    report();
  };
}

function smaller(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
