import { counted } from '../../../../shared/counted.ts';
import type { Advice } from '../../../../shared/contract/advice.ts';
import { runIs } from '../../../../shared/run-words.ts';
import { systemClock } from '../../../engine/clock.ts';
import { crawl, type CrawlEnd } from '../../../engine/crawl.ts';
import { ExpectationWatch } from '../../../engine/expectation-watch.ts';
import type { Moment } from '../../../expectations/meter.ts';
import type { NetworkHold } from '../../../engine/network-hold.ts';
import type { CrawlPorts } from '../../../engine/ports/crawl-ports.ts';
import { createPageProcessor } from '../../../engine/page-processor.ts';
import { GeneratedSeeds } from '../../../engine/generated-seeds.ts';
import { createListings } from '../../../engine/listings.ts';
import { planCrawl } from '../../../engine/page.ts';
import { rowsTravel } from '../../../engine/follow-rows.ts';
import { downloadsFiles } from '../../../../shared/spider/downloads.ts';
import { seedRequests } from '../../../engine/seeds.ts';
import { firstUrls, generatedEntries } from '../../../../shared/spider/generated-urls.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { readSettings, type CrawlSettings } from '../../../../shared/spider/settings.ts';
import type { RunOptions } from '../../../store/runs/run-queries.ts';
import { concludeRun, withExpectations, type Conclusion } from './conclusion.ts';
import { checkedSpider } from '../../data/checked-spider.ts';
import { inProject, ownProblems } from '../../../../shared/spider/in-project.ts';
import { defaultSettingsOf } from '../../data/effective-spider.ts';
import { withArgs } from '../../data/run-args.ts';
import { createCrawlSetup } from './crawl-setup.ts';
import { HostError } from '../../errors.ts';
import { logNote } from '../../log.ts';
import { serveSampleFor } from '../../../sample-site/serving.ts';
import { requireRun } from '../../data/require-run.ts';
import type { ProxyPlan } from '../../data/proxies.ts';
import { itemLimitOf } from './item-limit.ts';
import { openRunNetwork, type RunNetworkOptions } from './run-network.ts';
import { keepCookies, keepingCookies, openLoginOf, watchLogin } from './run-login.ts';
import type { OpenedLogin } from '../logins/logins.ts';
import { planBrowser, type BrowserPlan } from './run-browser.ts';
import type { ExecutionOptions, RunOutcome } from './run-session.ts';
import { resumeReextraction } from './reextract-run.ts';
import { planRoutes } from './run-routes.ts';
import { endedByRequest, followRequests } from './run-requests.ts';
import { finish, progressReporter, recordFailure } from './run-end.ts';
import { storedSpider } from '../../data/stored-spiders.ts';
import { version } from '../../version.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A run to start. */
export interface RunRequest {
  project: string;
  spider: string;
  /** Maximum number of items, for a test run; null: a full run. */
  limit: number | null;
  /** Settings that replace those of the spider in this run. */
  overrides: Record<string, unknown>;
  /** Values of the spider's arguments; left out: none are given. */
  args?: Record<string, string>;
  /** Whether loopback and private addresses are allowed. */
  allowPrivate: boolean;
  /** The version, by its number or label; left out: the newest. */
  version?: number | string;
}

/**
 * Starts a run of a stored spider and executes it to its end.
 * @throws HostError for an unknown spider or invalid settings; StoreError when the database cannot be written
 */
export async function startRun(
  workspace: Workspace,
  { project, spider: name, limit, overrides, args = {}, allowPrivate, version: wanted }: RunRequest,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const stored = await storedSpider(workspace, project, name, wanted);
  const defaults = await defaultSettingsOf(workspace.queries, project);
  const frozen = Object.keys(defaults).length === 0 ? {} : { defaults };
  const asked: RunOptions = { limit, overrides, args, allowPrivate, ...frozen };
  const { spider, settings } = prepare(stored.spider, asked, execution);
  // The sample site is on this computer, so a spider for it may use a private address.
  const sample = await serveSampleFor({ ...spider, start_urls: firstUrls(spider) });
  try {
    const options: RunOptions = { ...asked, allowPrivate: allowPrivate || sample !== null };
    const { versionId } = stored;
    return await begin(workspace, { project, versionId, spider, settings, options }, execution);
  } finally {
    await sample?.close();
  }
}

async function begin(
  workspace: Workspace,
  { project, versionId, spider, settings, options }: BeginningRun,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const proxies = planRoutes(workspace, project, settings);
  const browser = planBrowser(workspace, settings);
  const login = await openLoginOf(workspace, settings);
  const { id } = await workspace.queries.runs.create({
    versionId,
    kind: options.limit === null ? 'full' : 'test',
    options,
    appVersion: version,
    entry: execution.entry ?? null,
  });
  return execute(workspace, { id, project, spider, settings, options, proxies, browser, login }, execution);
}

const startAnother = (spider: string): Advice => ({ hint: null, action: { action: 'start-run', spider } });

/**
 * Resumes a paused or interrupted run with its original version and options.
 * @throws HostError `unknown-run`; `not-resumable` when it has ended or a process executes it
 */
export async function resumeRun(
  workspace: Workspace,
  id: string,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const run = await requireRun(workspace, id);
  if (run.state !== 'paused' && run.state !== 'interrupted') {
    const advice =
      run.state === 'running' || run.state === 'pausing'
        ? 'Another process carries it out.'
        : startAnother(run.spider);
    throw new HostError('not-resumable', `Run ${id} ${runIs(run.state)} and cannot be resumed.`, advice);
  }
  if (run.kind === 'reextract') return resumeReextraction(workspace, run, execution);
  const { queries } = workspace;
  const stored = checkedSpider(
    (await queries.spiders.versionById(run.versionId)).text,
    `The spider of run ${id}`,
  );
  const { options, project } = run;
  const { spider, settings } = prepare(stored.spider, options, execution);
  const proxies = planRoutes(workspace, project, settings);
  if (proxies === null && (await queries.runs.tiers(id)) !== null) {
    const message = `Run ${id} began with proxies, and the project "${project}" has none any more.`;
    throw new HostError('no-proxy', message, 'Add them again, or start a new run that goes without.');
  }
  const browser = planBrowser(workspace, settings);
  const login = await openLoginOf(workspace, settings);
  const planned = { id, project, spider, settings, options, proxies, browser, login };
  const sample = await serveSampleFor({ ...spider, start_urls: firstUrls(spider) });
  try {
    const outcome = await execute(workspace, planned, execution);
    return { ...outcome, receipt: await queries.runs.receipt(id) };
  } finally {
    await sample?.close();
  }
}

/**
 * Applies overrides, arguments and the defaults of the project to the spider, validates it, reads its settings, and reports warnings.
 * @throws HostError `bad-run-args`, `invalid-spider`
 */
function prepare(
  stored: Spider,
  { overrides, args = {}, defaults }: RunOptions,
  execution: ExecutionOptions,
): { spider: Spider; settings: CrawlSettings } {
  const changed = { ...stored, settings: { ...stored.settings, ...overrides } };
  const what = `"${stored.name}" with the settings of this run`;
  const own = withArgs(changed, args);
  const { spider, problems } = checkedSpider(
    inProject(own, defaults),
    what,
    'Change the settings that this run was given.',
  );
  for (const problem of ownProblems(problems, own, defaults)) execution.onWarning?.(problem);
  return { spider, settings: readSettings(spider.settings) };
}

/** The plan of a run, read from its spider once. */
interface RunPlan {
  project: string;
  spider: Spider;
  settings: CrawlSettings;
  options: RunOptions;
}

interface BeginningRun extends RunPlan {
  /** Version of the spider. */
  versionId: string;
}

interface PlannedRun extends RunPlan {
  id: string;
  /** Usable proxies; null: none. */
  proxies: ProxyPlan | null;
  browser: BrowserPlan;
  /** The login of SESSION; null: none. */
  login: OpenedLogin | null;
}

/** Executes one session of a run in this process, and records its end. */
async function execute(
  { dataDir, crawlPorts }: Workspace,
  planned: PlannedRun,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const ports = crawlPorts(planned.id, {
    incremental: planned.settings.incremental,
    rowsTravel: rowsTravel(planned.spider),
    downloads: downloadsFiles(planned.spider),
    entry: execution.entry ?? null,
    itemLimit: itemLimitOf(planned.options.limit, planned.settings),
    dropBy: planned.spider.expect?.duplicates === 'drop' ? planned.spider.expect : null,
  });
  const { spentMs } = await ports.control.begin();
  try {
    return await carryOut(dataDir, ports, { ...planned, spentMs }, execution);
  } catch (error) {
    throw await recordFailure(dataDir, planned.id, ports.control, error);
  } finally {
    ports.close();
  }
}

async function carryOut(
  dataDir: string,
  ports: CrawlPorts,
  planned: PlannedRun & { spentMs: number },
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const { ledger, control } = ports;
  const { id, project, spider, settings, options, proxies, spentMs } = planned;
  const requests = followRequests(control);
  const pause = AbortSignal.any([execution.pause, requests.pause]);
  const stop = AbortSignal.any([execution.stop, requests.stop]);
  const setup = createCrawlSetup({
    dataDir,
    project,
    settings,
    allowPrivate: options.allowPrivate,
    proxyChannel: execution.proxyChannel ?? null,
    browser: planned.browser,
    routes: proxies === null ? null : { proxies, state: await ports.routes.load(), memory: ports.routes },
    cache: ports.cache,
    login: planned.login,
    hold: (http) => openHold({ control, ledger, http, allowPrivate: options.allowPrivate, stop }, execution),
    record: (events) => ledger.record(events),
    stop,
  });
  const processor = createPageProcessor(spider, settings.depthLimit);
  const pausing = (): void => void control.pausing('Pausing on request.').catch(() => undefined);
  try {
    execution.onStart?.(id);
    logNote(dataDir, `Run ${id} of ${project}/${spider.name} began.`);
    const { warning } = planned.browser;
    if (warning !== null) await ledger.record([{ kind: 'browser', url: null, message: warning }]);
    const generated = new GeneratedSeeds(spider.settings);
    await tellGenerated(generated.count, ledger, execution);
    requests.follow();
    pause.addEventListener('abort', pausing, { once: true });
    const plan = planCrawl(spider, settings);
    const { measured } = ports;
    const expectations = await ExpectationWatch.open(spider, { measured, ledger, clock: systemClock });
    const login = watchLogin(settings, ports.cache);
    const cookies = () => setup.http.cookies?.list() ?? [];
    const end = await crawl(
      seedRequests(plan, generated),
      {
        ...settings,
        downloads: downloadsFiles(spider),
        itemLimit: itemLimitOf(options.limit, settings),
        spentMs,
      },
      {
        ledger,
        fetch: keepingCookies(setup.fetch, planned.login, login, cookies),
        whenSent: (listener) => setup.whenSent(listener),
        hosts: ports.hosts,
        stuck: () => setup.stuck(),
        ...(setup.network === null ? {} : { network: setup.network }),
        expectations,
        login,
        process: (input) => processor.process(input),
        browser: setup.browser.pages,
        generated,
        listings: createListings(settings.listings),
        sitemaps: settings.useSitemap ? plan : null,
        refuseHop: (url) =>
          plan.domains.allows(url) ? null : `It redirects to ${url}, which is outside allowed_domains.`,
        pause,
        stop,
        onChange: progressReporter(control, execution.onProgress),
        clock: systemClock,
        random: Math.random,
      },
    );
    const unkept = unkeptCookies(end, planned.login, cookies());
    if (unkept !== null) await ledger.record([{ kind: 'login', url: null, message: unkept }]);
    await setup.routes?.keep();
    await setup.browser.recordEvents();
    const summary = await control.summary();
    const concluded =
      endedByRequest(end, requests) ?? concludeRun(end, { ...summary, wantsItems: wantsItems(spider) });
    const moment = momentOf(end, concluded, options.limit === null);
    const report = await expectations?.close(moment, summary.extractedBefore);
    const conclusion = report === undefined ? concluded : withExpectations(concluded, report);
    return await finish(dataDir, { id, control, routes: setup.routes }, conclusion);
  } finally {
    requests.end();
    pause.removeEventListener('abort', pausing);
    await Promise.all([setup.close(), processor.close()]);
  }
}

/** Stores what sites have set for the login, unless it has expired. @returns why it could not be; null: it could */
function unkeptCookies(
  { kind }: CrawlEnd,
  login: OpenedLogin | null,
  cookies: Parameters<OpenedLogin['keep']>[0],
): string | null {
  return login !== null && kind !== 'login-expired' ? keepCookies(login, cookies) : null;
}

/** When the data of a run is judged that a crawl has ended. @param isFull whether it is no test run */
function momentOf(end: CrawlEnd, { state }: Conclusion, isFull: boolean): Moment {
  if (state === 'paused') return 'running';
  if (end.kind === 'exhausted') return isFull && state === 'completed' ? 'complete' : 'over';
  return end.kind.endsWith('-limit') ? 'over' : 'running';
}

/** Says in the log of the run, and to who started it, how many start URLs are generated. */
async function tellGenerated(
  count: number,
  { record }: Pick<CrawlPorts['ledger'], 'record'>,
  { onGenerated }: ExecutionOptions,
): Promise<void> {
  if (count === 0) return;
  const message = `GENERATED_URLS makes ${counted(count, 'start URL')}.`;
  await record([{ kind: 'generated', url: null, message }]);
  onGenerated?.(message);
}

/** Creates the hold for times without a network. */
function openHold(
  {
    ledger,
    ...of
  }: Pick<RunNetworkOptions, 'control' | 'http' | 'allowPrivate' | 'stop'> & Pick<CrawlPorts, 'ledger'>,
  execution: ExecutionOptions,
): NetworkHold {
  return openRunNetwork({
    ...of,
    record: (events) => ledger.record(events),
    onWaiting: (reason) => execution.onWaiting?.(reason),
  });
}

/** Whether a spider extracts items: a rule, a start request or generated URLs with a callback, or no rules. */
function wantsItems({ rules, start_requests: requests, settings }: Spider): boolean {
  const all = rules ?? [];
  const generated = generatedEntries(settings).some(({ callback }) => callback !== null);
  return (
    generated ||
    all.length === 0 ||
    [...all, ...(requests ?? [])].some(({ callback }) => typeof callback === 'string')
  );
}
