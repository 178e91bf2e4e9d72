import { totalmem } from 'node:os';
import { defaultFetchLimits } from '../fetch/limits.ts';
import { abortedProblem, problem } from '../fetch/problem.ts';
import type { FetchProblem } from '../fetch/types.ts';
import { Chromium } from './chromium.ts';
import { Deadline } from './deadline.ts';
import { EgressProxy } from './egress-proxy.ts';
import type { EgressOptions } from './egress-connection.ts';
import { LaunchError } from './launch.ts';
import { longestRender, Rendering } from './rendering.ts';
import type { OriginStorage, PooledContext } from './pooled-context.ts';
import type { Tab } from './tab.ts';
import { Semaphore } from './semaphore.ts';
import type { Renderer, RendererStatistics, RenderRequest, RenderResult, RenderedPage } from './types.ts';
import { RenderStop, RequestPolicy } from './request-policy.ts';

/** Options of a renderer. */
export interface RendererOptions {
  executable: string;
  /** Pages rendered at the same time. */
  tabs: number;
  /** Whether images, media and fonts are loaded; no if left out. */
  images?: boolean;
  /** Preferred language, as a BCP 47 tag: "en", "pt-BR". "en" if left out. */
  language?: string;
  /** Local storage that pages of these origins find; none if left out. */
  storage?: readonly OriginStorage[] | undefined;
  /** Allow pages to load addresses that are not public. */
  allowPrivate: boolean;
  /** How names are resolved, sockets opened and routes found; as the system does if left out. */
  network?: Pick<EgressOptions, 'resolve' | 'connect' | 'system'>;
  /** Script heap of a page in megabytes; 1024 if left out. */
  heapMb?: number;
  /** Memory in bytes above which the browser is replaced; a third of the machine's memory if left out. */
  memoryLimit?: number;
}

/** Minimum interval between memory checks, in milliseconds. */
const memoryEveryMs = 2000;
/** A browser above this multiple of its memory limit is killed at once. */
const killFactor = 1.5;
/** Pause after a failed start or repeated crashes, in milliseconds: doubled each time up to the longest. */
const firstRestMs = 1000;
const longestRestMs = 60_000;
/** Consecutive crashes without a rendered page before starts are paused. */
const crashesBeforeRest = 2;

/** Creates a renderer. The browser starts with the first page. */
export function createRenderer(options: RendererOptions): Renderer {
  return new BrowserRenderer(options);
}

class BrowserRenderer implements Renderer {
  readonly #options: RendererOptions;
  readonly #tabs: Semaphore;
  readonly #egress: EgressProxy;
  readonly #memoryLimit: number;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #egressPort: Promise<number> | null = null;
  #chromium: Promise<Chromium> | null = null;
  readonly #all = new Set<Chromium>();
  /** While set, no browser is started: why, and until when. */
  #rest: { until: number; problem: FetchProblem } | null = null;
  #failures = 0;
  #lookedAt = -Infinity;
  readonly #statistics: RendererStatistics = {
    rendered: 0,
    failed: 0,
    crashedTabs: 0,
    crashedBrowsers: 0,
    hung: 0,
    launches: 0,
    peakMemory: null,
  };

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#tabs = new Semaphore(Math.max(1, options.tabs));
    this.#egress = new EgressProxy({ ...options.network, allowPrivate: options.allowPrivate });
    this.#memoryLimit = options.memoryLimit ?? Math.max(1e9, totalmem() / 3);
  }

  async render(request: RenderRequest): Promise<RenderResult> {
    const signal = request.signal
      ? AbortSignal.any([request.signal, this.#closing.signal])
      : this.#closing.signal;
    const work = this.#renderInTurn(request, signal);
    this.#underWay.add(work);
    const result = await work;
    this.#underWay.delete(work);
    if (result.ok) this.#statistics.rendered += 1;
    else if (result.problem.code !== 'aborted') this.#statistics.failed += 1;
    return result;
  }

  statistics(): RendererStatistics {
    return { ...this.#statistics };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#underWay);
    await this.#chromium?.catch(() => undefined);
    await Promise.all([...this.#all].map((chromium) => chromium.close()));
    await this.#egress.close();
  }

  async #renderInTurn(request: RenderRequest, signal: AbortSignal): Promise<RenderResult> {
    if (!(await this.#tabs.acquire(signal))) return { ok: false, problem: abortedProblem, hops: [] };
    const { allowPrivate } = this.#options;
    const { maxUrlLength } = defaultFetchLimits;
    const policy = new RequestPolicy(request, {
      allowPrivate,
      maxRedirects: request.settings.maxRedirects,
      maxUrlLength,
    });
    const notes: string[] = [];
    try {
      const chromium = await this.#running();
      const page = await chromium.use(request, (tab, context) => {
        const place = { tab, context, notes };
        return this.#show(policy, place, signal);
      });
      this.#failures = 0;
      await this.#watchMemory(chromium);
      return { ok: true, page };
    } catch (error) {
      const download = error instanceof RenderStop && error.fault === 'download';
      const problem = this.#problemOf(error, signal);
      const said = notes.length > 0 ? { notes } : {};
      return { ok: false, problem, hops: policy.history, ...said, ...(download ? { download } : {}) };
    } finally {
      this.#tabs.release();
    }
  }

  async #show(
    policy: RequestPolicy,
    { tab, context, notes }: { tab: Tab; context: PooledContext; notes: string[] },
    signal: AbortSignal,
  ): Promise<RenderedPage> {
    const { settings, challenge, paging = null } = policy.request;
    const longest = longestRender(settings, challenge !== undefined, paging);
    const deadline = new Deadline(longest, () => {
      const message = `The browser could not finish the page within ${Math.round(longest / 1000)} s.`;
      tab.stop(new RenderStop(problem('timeout', message, true), 'hang'));
    });
    const onAbort = (): void => tab.stop(new RenderStop(abortedProblem));
    policy.onWait = { begin: () => deadline.hold(), end: () => deadline.go() };
    tab.begin(policy);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      const rendering = new Rendering(tab, policy, context.session, notes);
      return await rendering.run(context.cookies, context.userAgent);
    } finally {
      deadline.hold();
      signal.removeEventListener('abort', onAbort);
    }
  }

  #problemOf(error: unknown, signal: AbortSignal): FetchProblem {
    if (signal.aborted) return abortedProblem;
    if (error instanceof RenderStop) {
      if (error.fault === 'crash') this.#statistics.crashedTabs += 1;
      if (error.fault === 'hang') this.#statistics.hung += 1;
      return error.problem;
    }
    if (error instanceof LaunchError) return problem('browser', error.message);
    const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    return problem('browser', `The page could not be rendered: ${why}`, true);
  }

  /** Returns the running browser, or starts one. */
  async #running(): Promise<Chromium> {
    for (;;) {
      const started = this.#chromium;
      const known = await started?.catch(() => null);
      // Another page may have started a browser meanwhile.
      if (started !== this.#chromium) continue;
      if (known?.isOpen === true) return known;
      if (this.#rest !== null && performance.now() < this.#rest.until)
        throw new RenderStop(this.#rest.problem);
      if (known?.isGone === false) known.retire();
      this.#chromium = this.#start();
    }
  }

  async #start(): Promise<Chromium> {
    const { executable, images = false, heapMb = 1024, language = 'en', storage = [] } = this.#options;
    const shownBefore = this.#statistics.rendered;
    this.#statistics.launches += 1;
    try {
      this.#egressPort ??= this.#egress.listen();
      const egressPort = await this.#egressPort;
      const chromium: Chromium = await Chromium.start(
        { executable, egress: this.#egress, egressPort, images, heapMb, language, storage },
        () => {
          this.#all.delete(chromium);
          if (!chromium.wasClosed) this.#crashed(shownBefore);
        },
      );
      this.#all.add(chromium);
      return chromium;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#pauseStarts(problem('browser', message));
      throw error;
    }
  }

  #crashed(shownBefore: number): void {
    this.#statistics.crashedBrowsers += 1;
    if (this.#statistics.rendered > shownBefore) this.#failures = 0;
    this.#failures += 1;
    if (this.#failures <= crashesBeforeRest) return;
    const message = `The browser has crashed ${this.#failures} times in a row; it is restarted after a pause.`;
    this.#pauseStarts(problem('browser', message, true));
  }

  #pauseStarts(reason: FetchProblem): void {
    const ms = Math.min(longestRestMs, firstRestMs * 2 ** this.#failures);
    this.#rest = { until: performance.now() + ms, problem: reason };
  }

  async #watchMemory(chromium: Chromium): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < memoryEveryMs) return;
    this.#lookedAt = now;
    const bytes = await chromium.memory();
    if (bytes === null) return;
    this.#statistics.peakMemory = Math.max(this.#statistics.peakMemory ?? 0, bytes);
    if (bytes > this.#memoryLimit * killFactor) chromium.kill();
    else if (bytes > this.#memoryLimit) chromium.retire();
  }
}
