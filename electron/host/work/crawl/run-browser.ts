import { counted } from '../../../../shared/counted.ts';
import { availableParallelism } from 'node:os';
import { createRenderer, type RendererOptions } from '../../../browser/renderer.ts';
import type {
  PageAction,
  Renderer,
  RenderRequest,
  RenderResult,
  RenderSettings,
} from '../../../browser/types.ts';
import { ChallengeFetch, type FetchThrough } from '../../../engine/challenge-fetch.ts';
import { steadyNow } from '../../../engine/clock.ts';
import type { NewEvent } from '../../../engine/ports/ledger.ts';
import type { NetworkHold } from '../../../engine/network-hold.ts';
import type { PageRenderRequest } from '../../../engine/renderer-port.ts';
import type { CrawlBrowser } from '../../../engine/rendered-page.ts';
import { describeChallenge, detectChallenge } from '../../../fetch/challenge.ts';
import type { HttpClient } from '../../../fetch/client.ts';
import type { SystemRoutes } from '../../../fetch/system-routes.ts';
import type { FetchedPage, FetchProblem } from '../../../fetch/types.ts';
import type { CrawlSettings } from '../../../../shared/spider/settings.ts';
import { browserAdvice, searchBrowser } from '../browser.ts';
import { HostError } from '../../errors.ts';
import { createProxyFetch, ProjectProxies } from '../proxies.ts';
import { pageActions } from '../../../engine/page-actions.ts';
import { peerOf } from './run-network.ts';
import type { Workspace } from '../../workspace/workspace.ts';

type Folder = Pick<Workspace, 'dataDir'>;

/** Concurrent browser tabs per core, and their maximum; more only compete for the processor. */
const tabsPerCore = 2;
const maxTabs = 8;

/** How a run uses a browser. */
export interface BrowserPlan {
  /** Path of the browser; null: there is none, or it is not needed. */
  executable: string | null;
  /** Which pages are rendered; null: none. */
  when: CrawlBrowser['when'] | null;
  /** Warning at the start of the run; null: none. */
  warning: string | null;
  /** Called with the answers of JSON that pages get; left out: none is read, as in a crawl. */
  onAnswer?: NonNullable<RenderRequest['onAnswer']>;
}

/**
 * Decides how a run uses a browser.
 * @throws HostError `no-browser` when the spider requires one
 */
export function planBrowser({ dataDir }: Folder, settings: CrawlSettings): BrowserPlan {
  const order = settings.extractorOrder;
  const isFirst = order?.[0] === 'browser';
  const onlyLists = settings.listings.length > 0 ? 'listings' : null;
  const when = isFirst ? 'all' : order === null || order.includes('browser') ? 'articles' : onlyLists;
  if (when === null && settings.challenge === 'off') return { executable: null, when, warning: null };
  const { found, problem } = searchBrowser(dataDir);
  if (found !== null) return { executable: found.executable, when, warning: null };
  if (isFirst || onlyLists !== null || settings.challenge !== 'off') {
    const set = onlyLists !== null ? 'PAGINATED_LISTINGS' : 'CHALLENGE_ENABLED';
    const who = isFirst ? '"browser" is first in EXTRACTOR_ORDER' : `${set} is set`;
    throw new HostError('no-browser', `${who}, and there is no browser to use: ${problem}`, browserAdvice());
  }
  const warning =
    order === null
      ? null
      : `"browser" in EXTRACTOR_ORDER is left out: ${problem} ${browserAdvice().hint ?? ''}`;
  return { executable: null, when: null, warning };
}

/** Options of `RunBrowser`. */
export interface RunBrowserOptions {
  run: { project: string };
  plan: BrowserPlan;
  settings: CrawlSettings;
  /** Local storage of the login, by origin. */
  storage: RendererOptions['storage'];
  allowPrivate: boolean;
  http: HttpClient;
  /** Detects rendered pages with missing parts after a network loss; left out: the network is not watched. */
  network?: Pick<NetworkHold, 'attempt'>;
  /** Proxies of the system, for requests without a project proxy; null: direct. */
  system: SystemRoutes | null;
  record: (events: readonly NewEvent[]) => Promise<void>;
  /** Proxy id for a site now, for pages from the cache: null means direct, a problem that there is no route. */
  proxyFor: (url: string) => string | null | FetchProblem;
  signal: AbortSignal;
}

/** Fetching and rendering in a run, with shared cookies and proxies. */
export class RunBrowser {
  /** Fetches through a proxy or directly, and solves challenges. */
  readonly fetch: FetchThrough;
  /** Renders pages for the crawl; null: no page is rendered. */
  readonly pages: CrawlBrowser | null;
  readonly #options: RunBrowserOptions;
  readonly #source: ChallengeFetch;
  readonly #proxies: ProjectProxies;
  readonly #actions: readonly PageAction[];
  #renderer: Renderer | null = null;

  constructor(folder: Folder, options: RunBrowserOptions) {
    const { run, plan, settings, http, signal, record } = options;
    this.#options = options;
    this.#actions = pageActions(settings.browser.actions);
    this.#proxies = new ProjectProxies(folder, run.project);
    const fetch = createProxyFetch(folder, run.project, http);
    this.#source = new ChallengeFetch({
      strategy: settings.challenge,
      userAgent: settings.ownUserAgent,
      cookies: http.cookies,
      fetch: async (proxyId, url, onHop, { message, cookies, ...part } = {}) => {
        const request = { url, ...message, ...part };
        const sharing = cookies === undefined ? {} : { cookies };
        const result = await fetch(request, { proxy: proxyId, onHop, signal, ...sharing });
        return result.ok && proxyId !== null ? { ok: true, page: { ...result.page, proxyId } } : result;
      },
      render: plan.executable === null ? null : (ask) => this.#render(ask),
      record,
      now: steadyNow,
    });
    this.fetch = this.#source.fetch;
    const { when, executable } = plan;
    this.pages =
      when === null || executable === null
        ? null
        : { when, render: (page, onHop, list) => this.#show(page, onHop, list) };
  }

  /** Records events of the browser. */
  async recordEvents(): Promise<void> {
    const statistics = this.#renderer?.statistics();
    if (statistics === undefined) return;
    const { rendered, failed, crashedTabs, crashedBrowsers, hung, peakMemory } = statistics;
    const troubles = [
      [failed, 'failed'],
      [hung, 'did not end and were killed'],
      [crashedTabs, 'crashed their tab'],
      [crashedBrowsers, crashedBrowsers === 1 ? 'time the browser crashed' : 'times the browser crashed'],
    ]
      .filter(([count]) => count !== 0)
      .map(([count, what]) => `, ${count} ${what}`);
    const memory = peakMemory === null ? '' : ` It took up to ${Math.round(peakMemory / 1e6)} MB.`;
    const pages = counted(rendered, 'page');
    const message = `The browser has shown ${pages}${troubles.join('')}.${memory}`;
    await this.#options.record([{ kind: 'browser', url: null, message }]);
  }

  async close(): Promise<void> {
    await this.#renderer?.close();
  }

  async #show(
    page: FetchedPage,
    onHop: (url: string) => Promise<string | null>,
    list: Pick<PageRenderRequest, 'paging' | 'pause'> = {},
  ): Promise<RenderResult> {
    const { settings, proxyFor } = this.#options;
    const { finalUrl, status, headers, body } = page;
    const proxyId = page.fromCache === true ? proxyFor(finalUrl) : (page.proxyId ?? null);
    if (typeof proxyId === 'object' && proxyId !== null) return { ok: false, problem: proxyId, hops: [] };
    const { userAgent, cookies } = this.#source.sessionFor(finalUrl, proxyId);
    return this.#render({
      url: finalUrl,
      document: { status, headers, body },
      proxyId,
      userAgent: userAgent ?? settings.userAgent,
      cookies,
      waitsOut: false,
      onHop,
      ...list,
    });
  }

  async #render({ proxyId, waitsOut, pause, ...request }: PageRenderRequest): Promise<RenderResult> {
    const proxy = proxyId === null ? null : await this.#proxies.resolve(proxyId);
    if (proxy !== null && 'code' in proxy) return { ok: false, problem: proxy, hops: [] };
    const { settings, network, system, plan } = this.#options;
    const signal =
      pause === undefined ? this.#options.signal : AbortSignal.any([this.#options.signal, pause]);
    const show = (): Promise<RenderResult> =>
      this.#browser().render({
        ...request,
        proxy,
        signal,
        settings: renderSettings(settings, this.#actions),
        ...(waitsOut ? { challenge: challengeIn } : {}),
        ...(plan.onAnswer === undefined ? {} : { onAnswer: plan.onAnswer }),
      });
    const result =
      network === undefined
        ? await show()
        : await network.attempt(await peerOf(request.url, proxy, system), show, false);
    if (proxyId !== null && !result.ok && result.problem.code === 'proxy') this.#proxies.forget(proxyId);
    return result;
  }

  /** The browser, started with the first page. */
  #browser(): Renderer {
    const { plan, settings, allowPrivate, system, storage } = this.#options;
    const language = Object.entries(settings.headers).find(([name]) => /^accept-language$/i.test(name))?.[1];
    this.#renderer ??= createRenderer({
      executable: plan.executable ?? '',
      tabs: Math.min(settings.concurrency, maxTabs, availableParallelism() * tabsPerCore),
      images: settings.browser.images,
      allowPrivate,
      storage,
      network: { system },
      language: /^[a-z]{2,3}(?:-[a-z0-9]+)*/i.exec(language ?? '')?.[0] ?? 'en',
    });
    return this.#renderer;
  }
}

function renderSettings(
  { browser, timeoutMs, maxBytes, maxRedirects }: CrawlSettings,
  actions: readonly PageAction[],
): RenderSettings {
  const { waitSelector, delayMs, scroll, flatten } = browser;
  return { waitSelector, delayMs, scroll, actions, flatten, timeoutMs, maxBytes, maxRedirects };
}

function challengeIn(page: Parameters<typeof detectChallenge>[0]): string | null {
  const found = detectChallenge(page);
  return found === null ? null : describeChallenge(found);
}
