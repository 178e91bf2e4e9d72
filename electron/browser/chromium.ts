import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright';
import type { EgressProxy } from './egress-proxy.ts';
import { launch, type LaunchOptions } from './launch.ts';
import { memoryOf } from './memory.ts';
import { PooledContext, type ContextKey, type OriginStorage } from './pooled-context.ts';
import { RenderStop } from './request-policy.ts';
import { problem } from '../fetch/problem.ts';
import type { Tab } from './tab.ts';

/** Pages after which a browser is replaced. */
const maxUses = 3000;
/** Idle contexts that are kept open. */
const maxIdleContexts = 6;

const browserGone = new RenderStop(
  problem('browser', 'The browser ended before the page was read.', true),
  'browser',
);

function isAborted(error: unknown): boolean {
  return error instanceof RenderStop && error.problem.code === 'aborted';
}

/** One running browser process with its pooled contexts. */
export class Chromium {
  readonly #browser: Browser;
  readonly #egress: EgressProxy;
  readonly #images: boolean;
  readonly #language: string;
  readonly #storage: readonly OriginStorage[];
  readonly #protocol: CDPSession;
  readonly #pid: number | null;
  readonly #visited = new Set<Tab>();
  #contexts: PooledContext[] = [];
  #uses = 0;
  /** Number of renderings, including those that wait for a tab. */
  #active = 0;
  #gone = false;
  #retired = false;
  #closed = false;
  readonly version: string;

  private constructor(
    parts: {
      browser: Browser;
      egress: EgressProxy;
      images: boolean;
      language: string;
      storage: readonly OriginStorage[];
      protocol: CDPSession;
      pid: number | null;
    },
    onGone: () => void,
  ) {
    this.#browser = parts.browser;
    this.#egress = parts.egress;
    this.#images = parts.images;
    this.#language = parts.language;
    this.#storage = parts.storage;
    this.#protocol = parts.protocol;
    this.#pid = parts.pid;
    this.version = parts.browser.version();
    parts.browser.on('disconnected', () => {
      this.#gone = true;
      for (const tab of this.#visited) tab.stop(browserGone);
      onGone();
    });
  }

  /** Starts a browser; `onGone` is called once when it ends. @throws LaunchError */
  static async start(
    options: LaunchOptions & { egress: EgressProxy; language: string; storage: readonly OriginStorage[] },
    onGone: () => void,
  ): Promise<Chromium> {
    const { egress, images, language, storage } = options;
    const browser = await launch(options);
    const protocol = await browser.newBrowserCDPSession();
    const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
    const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? null;
    return new Chromium({ browser, egress, images, language, storage, protocol, pid }, onGone);
  }

  /** Whether it accepts pages. */
  get isOpen(): boolean {
    return !this.#gone && !this.#retired && this.#uses < maxUses;
  }

  get isGone(): boolean {
    return this.#gone;
  }

  /** Whether `close` ended it. */
  get wasClosed(): boolean {
    return this.#closed;
  }

  /** Runs `work` with a tab of a matching context, then returns the tab to the pool. Rejects as `work` rejects. */
  async use<T>(key: ContextKey, work: (tab: Tab, context: PooledContext) => Promise<T>): Promise<T> {
    this.#active += 1;
    this.#uses += 1;
    const context = this.#contextFor(key);
    let tab: Tab | null = null;
    let reusable = false;
    try {
      tab = await this.#take(context);
      this.#visited.add(tab);
      const result = await work(tab, context);
      reusable = true;
      return result;
    } catch (error) {
      reusable = error instanceof RenderStop && (error.fault === 'page' || error.fault === 'download');
      // Its tabs report first that they were closed.
      if (!reusable && !this.#gone) await sleep(20);
      throw this.#gone && !isAborted(error) ? browserGone : error;
    } finally {
      if (tab === null) context.giveUp();
      else void this.#release(context, tab, reusable);
      if (tab === null) this.#done();
    }
  }

  /** Memory of all its processes in bytes; null if unknown. */
  async memory(): Promise<number | null> {
    if (this.#gone) return null;
    try {
      const { processInfo } = await this.#protocol.send('SystemInfo.getProcessInfo');
      return await memoryOf(processInfo.map(({ id }) => id));
    } catch {
      return null;
    }
  }

  /** Accepts no new pages, and closes after the last one. */
  retire(): void {
    this.#retired = true;
    if (this.#active === 0) void this.close();
  }

  async close(): Promise<void> {
    this.#retired = true;
    this.#closed = true;
    await Promise.all(this.#contexts.map((context) => context.close()));
    await this.#browser.close().catch(() => undefined);
  }

  /** Kills the process at once. */
  kill(): void {
    this.#retired = true;
    try {
      if (this.#pid === null) void this.#browser.close().catch(() => undefined);
      else process.kill(this.#pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }

  async #take(context: PooledContext): Promise<Tab> {
    try {
      return await context.take();
    } catch (error) {
      if (this.#gone) throw browserGone;
      const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
      // A context that cannot open a tab is useless to the next page too.
      void context.close();
      throw new RenderStop(problem('browser', `The browser could not open a tab: ${why}`, true), 'browser');
    }
  }

  async #release(context: PooledContext, tab: Tab, reusable: boolean): Promise<void> {
    tab.finish();
    const { closed } = await context.release(tab, reusable && !this.#gone);
    this.#visited.delete(tab);
    if (!closed && !this.#gone) this.kill();
    this.#done();
  }

  #done(): void {
    this.#active -= 1;
    if (this.#active === 0 && !this.isOpen && !this.#gone) void this.close();
  }

  #contextFor(key: ContextKey): PooledContext {
    const known = this.#contexts.find((context) => context.fits(key));
    if (known !== undefined) return known;
    const idle = this.#contexts.filter(({ active }) => active === 0).sort((a, b) => a.lastUsed - b.lastUsed);
    const surplus = Math.max(0, idle.length - maxIdleContexts);
    const over = new Set(idle.filter((context, index) => context.isUsedUp || index < surplus));
    this.#contexts = this.#contexts.filter((context) => !over.has(context));
    for (const context of over) void context.close();
    const made = new PooledContext(this.#browser, this.#egress, key, {
      images: this.#images,
      language: this.#language,
      storage: this.#storage,
    });
    this.#contexts.push(made);
    return made;
  }
}
