import { crawlShare, type ShareEnd } from '../../../engine/crawl-share.ts';
import type { CrawlDependencies } from '../../../engine/crawl-dependencies.ts';
import type { NewEvent } from '../../../engine/ports/ledger.ts';
import type { RunControl } from '../../../engine/ports/run-control.ts';
import type { RunShare } from '../../../engine/ports/run-share.ts';
import type { SlotShare } from '../../../engine/slot-pool.ts';
import type { PlannedRun } from './run-plan.ts';
import { counted } from '../../../../shared/counted.ts';
import { systemClock } from '../../../engine/clock.ts';
import { crawl, type CrawlEnd } from '../../../engine/crawl.ts';
import { ExpectationWatch } from '../../../engine/expectation-watch.ts';
import type { Moment } from '../../../expectations/meter.ts';
import type { NetworkHold } from '../../../engine/network-hold.ts';
import type { CrawlPorts } from '../../../engine/ports/crawl-ports.ts';
import { createPageProcessor } from '../../../engine/page-processor.ts';
import { rowsTravel } from '../../../engine/follow-rows.ts';
import { GeneratedSeeds } from '../../../engine/generated-seeds.ts';
import { createListings } from '../../../engine/listings.ts';
import { planCrawl } from '../../../engine/page.ts';
import { downloadsFiles } from '../../../../shared/spider/downloads.ts';
import { seedRequests } from '../../../engine/seeds.ts';
import { generatedEntries } from '../../../../shared/spider/generated-urls.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { concludeRun, withExpectations, type Conclusion } from './conclusion.ts';
import { createCrawlSetup } from './crawl-setup.ts';
import { logNote } from '../../log.ts';
import { itemLimitOf } from './item-limit.ts';
import { openRunNetwork, type RunNetworkOptions } from './run-network.ts';
import { keepCookies, keepingCookies, watchLogin } from './run-login.ts';
import type { OpenedLogin } from '../logins/logins.ts';
import type { ExecutionOptions, RunOutcome } from './run-session.ts';
import { endedByRequest, followRequests } from './run-requests.ts';
import { finish, progressReporter } from './run-end.ts';

/** A session of a run that has begun. */
export interface BegunSession {
  ports: CrawlPorts;
  /** The part of this session in a run that several carry out; null: it has the run to itself. */
  share: RunShare | null;
  /** What it has of the slots of a worker; null: the process has no other runs. */
  slots: SlotShare | null;
  /** Working time of earlier sessions, in milliseconds. */
  spentMs: number;
}

/**
 * Carries out one session of a run, and records the end of the run.
 * @returns null: others go on with the run, or record its end
 */
export async function carryOut(
  dataDir: string,
  { ports, share, slots, spentMs }: BegunSession,
  planned: PlannedRun,
  execution: ExecutionOptions,
): Promise<RunOutcome | null> {
  const { ledger } = ports;
  const leads = (): boolean => share === null || share.leads;
  const control = share === null ? ports.control : ofLead(ports.control, leads);
  const { id, project, spider, settings, options, proxies } = planned;
  const requests = followRequests(control);
  // What is asked of a process that shares a run is asked of the run: it comes back as a request to all.
  const pause = share === null ? AbortSignal.any([execution.pause, requests.pause]) : requests.pause;
  const stop = AbortSignal.any([execution.stop, requests.stop, ...(share === null ? [] : [share.stop])]);
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
    const generated = new GeneratedSeeds(spider.settings);
    const made = madeByTemplates(generated.count);
    if (made !== null) execution.onGenerated?.(made);
    const opening = [...eventOf('browser', planned.browser.warning), ...eventOf('generated', made)];
    // Nobody may lead a shared run yet: who does, records it.
    if (share === null && opening.length > 0) await ledger.record(opening);
    // What was excluded in an earlier session is not asked for first.
    await requests.look();
    requests.follow();
    pause.addEventListener('abort', pausing, { once: true });
    const plan = planCrawl(spider, settings);
    const { measured } = ports;
    const watch = (): Promise<ExpectationWatch | null> =>
      ExpectationWatch.open(spider, { measured, ledger, clock: systemClock });
    let expectations = share === null ? await watch() : null;
    /** The lead of a shared run measures what all sessions have stored. */
    async function judge(): Promise<CrawlEnd | null> {
      expectations ??= await watch();
      await expectations?.recordStored(rowsTravel(spider) || downloadsFiles(spider));
      return expectations?.reached() ?? null;
    }
    const login = watchLogin(settings, ports.cache);
    const cookies = () => setup.http.cookies?.list() ?? [];
    const limits = {
      ...settings,
      downloads: downloadsFiles(spider),
      itemLimit: itemLimitOf(options.limit, settings),
      spentMs,
    };
    const dependencies: CrawlDependencies = {
      ledger,
      fetch: keepingCookies(setup.fetch, planned.login, login, cookies),
      whenSent: (listener) => setup.whenSent(listener),
      hosts: ports.hosts,
      slots,
      stuck: () => setup.stuck(),
      ...(setup.network === null ? {} : { network: setup.network }),
      expectations,
      opening,
      judge,
      login,
      process: (input) => processor.process(input),
      browser: setup.browser.pages,
      generated,
      listings: createListings(settings.listings),
      sitemaps: settings.useSitemap ? plan : null,
      refuseHop: (url) =>
        plan.domains.allows(url) ? null : `It redirects to ${url}, which is outside allowed_domains.`,
      excluded: requests.excluded,
      pause,
      stop,
      onChange: progressReporter(control, execution.onProgress, share === null ? 'alone' : 'shared'),
      clock: systemClock,
      random: Math.random,
    };
    const seeds = seedRequests(plan, generated);
    const ended: ShareEnd =
      share === null
        ? { kind: 'run', end: await crawl(seeds, limits, dependencies), leads: true }
        : await crawlShare(seeds, limits, { ...dependencies, share });
    if (ended.kind === 'left' || !ended.leads) {
      if (ended.kind === 'left' && ended.reason !== null)
        logNote(dataDir, `This process left run ${id}: ${ended.reason}`);
      return null;
    }
    const { end } = ended;
    if (share !== null) {
      await judge();
      await requests.look();
    }
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
    const outcome = await finish(dataDir, { id, control, routes: setup.routes }, conclusion);
    await share?.leave(null);
    return outcome;
  } finally {
    requests.end();
    pause.removeEventListener('abort', pausing);
    await Promise.all([setup.close(), processor.close()]);
  }
}

/** The control of a run by one of several sessions: only the lead says why the run waits or pauses. */
function ofLead(control: RunControl, leads: () => boolean): RunControl {
  return {
    ...control,
    waiting: async (reason) => (leads() ? control.waiting(reason) : true),
    pausing: async (reason) => (leads() ? control.pausing(reason) : true),
  };
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

/** How many start URLs are generated, in a sentence; null: none. */
const madeByTemplates = (count: number): string | null =>
  count === 0 ? null : `GENERATED_URLS makes ${counted(count, 'start URL')}.`;

const eventOf = (kind: string, message: string | null): NewEvent[] =>
  message === null ? [] : [{ kind, url: null, message }];

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
