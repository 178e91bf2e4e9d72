import type { Browser, BrowserContext } from 'playwright';
import type { SessionCookies } from '../fetch/session.ts';
import type { ResolvedProxy } from '../fetch/types.ts';
import { CookieBridge } from './cookies.ts';
import type { EgressProxy } from './egress-proxy.ts';
import type { EgressSession } from './egress-session.ts';
import { Tab } from './tab.ts';

/** What pages must share to use the same context: proxy, user agent and cookies. */
export interface ContextKey {
  proxy: ResolvedProxy | null;
  userAgent: string | null;
  cookies: SessionCookies | null;
}

/** The local storage of an origin. */
export interface OriginStorage {
  origin: string;
  localStorage: { name: string; value: string }[];
}

/** Uses of a tab before it is replaced, because leftovers of pages accumulate in it. */
const maxUsesOfTab = 20;
/** Uses of a context before it and its cache are replaced. */
const maxUsesOfContext = 150;

/** Idle time after which a tab is navigated to a blank page, in milliseconds. */
const clearAfterMs = 300;

/** A browser context with its tabs and its session at the egress proxy. */
export class PooledContext {
  readonly key: ContextKey;
  readonly session: EgressSession;
  /** Tabs in use. */
  active = 0;
  lastUsed = 0;
  userAgent = '';
  cookies: CookieBridge | null = null;
  #uses = 0;
  #gone = false;
  readonly #idle: Tab[] = [];
  readonly #egress: EgressProxy;
  readonly #browser: Browser;
  readonly #images: boolean;
  readonly #language: string;
  readonly #storage: readonly OriginStorage[];
  #context: Promise<BrowserContext> | null = null;

  constructor(
    browser: Browser,
    egress: EgressProxy,
    key: ContextKey,
    loads: { images: boolean; language: string; storage: readonly OriginStorage[] },
  ) {
    this.key = key;
    this.#browser = browser;
    this.#egress = egress;
    this.#images = loads.images;
    this.#language = loads.language;
    this.#storage = loads.storage;
    this.session = egress.admit(key.proxy);
  }

  /** Whether it takes no more pages. */
  get isUsedUp(): boolean {
    return this.#gone || this.#uses >= maxUsesOfContext;
  }

  /** Whether a page with this key can use it now. Without shared cookies, it is used by one page at a time. */
  fits({ proxy, userAgent, cookies }: ContextKey): boolean {
    return (
      !this.isUsedUp &&
      sameProxy(this.key.proxy, proxy) &&
      this.key.userAgent === userAgent &&
      this.key.cookies === cookies &&
      (cookies !== null || this.active === 0)
    );
  }

  /** Acquires a tab for one page. Rejects if the browser is gone. */
  async take(): Promise<Tab> {
    this.active += 1;
    this.#uses += 1;
    this.lastUsed = performance.now();
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (!idle.isDead) return idle;
    }
    this.#context ??= this.#open();
    return Tab.open(await this.#context, this.session, this.#images);
  }

  /** Returns a tab to the pool. @param reusable false: the tab is closed. @returns `closed`: false if the tab does not close */
  async release(tab: Tab, reusable: boolean): Promise<{ closed: boolean }> {
    const reuse = reusable && !tab.isDead && tab.uses < maxUsesOfTab && !this.isUsedUp;
    const closed = reuse || (await tab.close());
    if (reuse && this.key.cookies === null) await tab.context.clearCookies().catch(() => undefined);
    if (reuse) this.#rest(tab);
    this.active -= 1;
    return { closed };
  }

  /** Keeps the page in the tab for a while: the next one usually follows at once, and clearing costs as much as a small page. */
  #rest(tab: Tab): void {
    this.#idle.push(tab);
    const { uses } = tab;
    const timer = setTimeout(() => {
      const at = this.#idle.indexOf(tab);
      if (at === -1 || tab.uses !== uses || tab.isDead) return;
      this.#idle.splice(at, 1);
      tab.clear().then(
        () => this.#idle.push(tab),
        () => tab.close(),
      );
    }, clearAfterMs);
    timer.unref();
  }

  /** Releases the place of a tab that could not be opened. */
  giveUp(): void {
    this.active -= 1;
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    this.#gone = true;
    const context = await this.#context?.catch(() => null);
    await context?.close().catch(() => undefined);
    this.#egress.dismiss(this.session);
  }

  async #open(): Promise<BrowserContext> {
    const { userAgent, cookies } = this.key;
    const context = await this.#browser.newContext({
      serviceWorkers: 'block',
      acceptDownloads: false,
      locale: this.#language,
      ...(this.#storage.length === 0 ? {} : { storageState: { cookies: [], origins: [...this.#storage] } }),
      ...(userAgent === null ? {} : { userAgent }),
    });
    const tab = await Tab.open(context, this.session, this.#images);
    await tab.introduce();
    this.userAgent = String(await tab.evaluate('navigator.userAgent'));
    this.cookies = cookies === null ? null : new CookieBridge(context, cookies);
    this.#idle.push(tab);
    return context;
  }
}

function sameProxy(one: ResolvedProxy | null, other: ResolvedProxy | null): boolean {
  return (
    one?.url === other?.url &&
    one?.credentials?.username === other?.credentials?.username &&
    one?.credentials?.password === other?.credentials?.password
  );
}
