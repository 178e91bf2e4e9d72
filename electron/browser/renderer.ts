import { totalmem } from 'node:os';
import { defaultFetchLimits } from '../fetch/limits.ts';
import { abortedProblem, problem } from '../fetch/problem.ts';
import type { FetchProblem } from '../fetch/types.ts';
import { Chromium } from './chromium.ts';
import { Deadline } from './deadline.ts';
import { Gate } from './gate.ts';
import type { GateOptions } from './gate-connection.ts';
import { LaunchError } from './launch.ts';
import { longestVisit, Rendering } from './rendering.ts';
import type { Room } from './room.ts';
import type { Tab } from './tab.ts';
import { Semaphore } from './semaphore.ts';
import type { Renderer, RendererStatistics, RenderRequest, RenderResult, RenderedPage } from './types.ts';
import { RenderStop, Visit } from './visit.ts';

export interface RendererOptions {
  executable: string;
  /** Pages at once. */
  tabs: number;
  /** Load images, media and fonts too. */
  images?: boolean;
  /** The language that sites are asked for: "en", "pt-BR". */
  language?: string;
  /** Let pages reach addresses that are not public. */
  allowPrivate: boolean;
  /** How names are resolved and sockets opened; the system's way when not given. */
  network?: Pick<GateOptions, 'resolve' | 'connect' | 'system'>;
  /** Megabytes of a page's script heap; 1024 unless given. */
  heapMb?: number;
  /** Bytes of memory from which on the browser is replaced by a fresh one; a third of the machine's unless given. */
  memoryLimit?: number;
}

/** Memory is looked at this often at most, in milliseconds. */
const memoryEveryMs = 2000;
/** A browser that has grown to so many times its limit is not waited for. */
const killFactor = 1.5;
/** After a browser that did not start, or crashed again and again, no other is started for so long: doubled up to the longest. */
const firstRestMs = 1000;
const longestRestMs = 60_000;
/** Browsers that die in a row without having shown a page. */
const crashesBeforeRest = 2;

export function createRenderer(options: RendererOptions): Renderer {
  return new BrowserRenderer(options);
}

class BrowserRenderer implements Renderer {
  readonly #options: RendererOptions;
  readonly #tabs: Semaphore;
  readonly #gate: Gate;
  readonly #memoryLimit: number;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #gatePort: Promise<number> | null = null;
  #chromium: Promise<Chromium> | null = null;
  readonly #all = new Set<Chromium>();
  /** Set while no browser is started: why, and until when. */
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
    this.#gate = new Gate({ ...options.network, allowPrivate: options.allowPrivate });
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
    await this.#gate.close();
  }

  async #renderInTurn(request: RenderRequest, signal: AbortSignal): Promise<RenderResult> {
    if (!(await this.#tabs.acquire(signal))) return { ok: false, problem: abortedProblem, hops: [] };
    const { allowPrivate } = this.#options;
    const { maxUrlLength } = defaultFetchLimits;
    const visit = new Visit(request, {
      allowPrivate,
      maxRedirects: request.settings.maxRedirects,
      maxUrlLength,
    });
    try {
      const chromium = await this.#running();
      const page = await chromium.use(request, (tab, room) => this.#show(visit, tab, room, signal));
      this.#failures = 0;
      await this.#watchMemory(chromium);
      return { ok: true, page };
    } catch (error) {
      const download = error instanceof RenderStop && error.fault === 'download';
      const problem = this.#problemOf(error, signal);
      return { ok: false, problem, hops: visit.history, ...(download ? { download } : {}) };
    } finally {
      this.#tabs.release();
    }
  }

  async #show(visit: Visit, tab: Tab, room: Room, signal: AbortSignal): Promise<RenderedPage> {
    const { settings, challenge } = visit.request;
    const longest = longestVisit(settings, challenge !== undefined);
    const deadline = new Deadline(longest, () => {
      const message = `The page did not come to an end within ${Math.round(longest / 1000)} s in the browser.`;
      tab.stop(new RenderStop(problem('timeout', message, true), 'hang'));
    });
    const onAbort = (): void => tab.stop(new RenderStop(abortedProblem));
    visit.onWait = { begin: () => deadline.hold(), end: () => deadline.go() };
    tab.begin(visit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await new Rendering(tab, visit, room.session).run(room.cookies, room.userAgent);
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

  /** The browser, started where needed. */
  async #running(): Promise<Chromium> {
    for (;;) {
      const started = this.#chromium;
      const known = await started?.catch(() => null);
      // Another page may have started one meanwhile.
      if (started !== this.#chromium) continue;
      if (known?.isOpen === true) return known;
      if (this.#rest !== null && performance.now() < this.#rest.until)
        throw new RenderStop(this.#rest.problem);
      if (known?.isGone === false) known.retire();
      this.#chromium = this.#start();
    }
  }

  async #start(): Promise<Chromium> {
    const { executable, images = false, heapMb = 1024, language = 'en' } = this.#options;
    const shownBefore = this.#statistics.rendered;
    this.#statistics.launches += 1;
    try {
      this.#gatePort ??= this.#gate.listen();
      const gatePort = await this.#gatePort;
      const chromium: Chromium = await Chromium.start(
        { executable, gate: this.#gate, gatePort, images, heapMb, language },
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
    const message = `The browser has crashed ${this.#failures} times in a row; it is started again in a while.`;
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
