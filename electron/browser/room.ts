import type { Browser, BrowserContext } from 'playwright';
import type { SessionCookies } from '../fetch/session.ts';
import type { ResolvedProxy } from '../fetch/types.ts';
import { CookieBridge } from './cookies.ts';
import type { Gate } from './gate.ts';
import type { GateSession } from './gate-session.ts';
import { Tab } from './tab.ts';

/** What the pages of a context have in common: how they go out, what they call themselves, whose cookies they have. */
export interface RoomKind {
  proxy: ResolvedProxy | null;
  userAgent: string | null;
  cookies: SessionCookies | null;
}

/** A tab is used so often; then a fresh one takes its place, before what pages leave behind in it adds up. */
const mostUsesOfTab = 20;
/** The same for a context, with its cache. */
const mostUsesOfRoom = 150;

/** A tab that nobody wants for so long is cleared of its last page. Milliseconds. */
const clearAfterMs = 300;

/** A browser context with its tabs and its right to pass the gate. */
export class Room {
  readonly kind: RoomKind;
  readonly session: GateSession;
  /** Tabs that show a page now. */
  active = 0;
  lastUsed = 0;
  userAgent = '';
  cookies: CookieBridge | null = null;
  #uses = 0;
  #gone = false;
  readonly #idle: Tab[] = [];
  readonly #gate: Gate;
  readonly #browser: Browser;
  readonly #images: boolean;
  readonly #language: string;
  #context: Promise<BrowserContext> | null = null;

  constructor(browser: Browser, gate: Gate, kind: RoomKind, loads: { images: boolean; language: string }) {
    this.kind = kind;
    this.#browser = browser;
    this.#gate = gate;
    this.#images = loads.images;
    this.#language = loads.language;
    this.session = gate.admit(kind.proxy);
  }

  /** Whether it has been used up: no page is to be shown in it any more. */
  get isUsedUp(): boolean {
    return this.#gone || this.#uses >= mostUsesOfRoom;
  }

  /** Whether it is for pages of this kind. Where no cookies are kept, pages have it to themselves. */
  fits({ proxy, userAgent, cookies }: RoomKind): boolean {
    return (
      !this.isUsedUp &&
      sameProxy(this.kind.proxy, proxy) &&
      this.kind.userAgent === userAgent &&
      this.kind.cookies === cookies &&
      (cookies !== null || this.active === 0)
    );
  }

  /** A tab for one page. Rejects when the browser is gone. */
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

  /** Takes a tab back. @param reusable false: it is not to be used again */
  async giveBack(tab: Tab, reusable: boolean): Promise<{ closed: boolean }> {
    const reuse = reusable && !tab.isDead && tab.uses < mostUsesOfTab && !this.isUsedUp;
    const closed = reuse || (await tab.close());
    if (reuse && this.kind.cookies === null) await tab.context.clearCookies().catch(() => undefined);
    if (reuse) this.#rest(tab);
    this.active -= 1;
    return { closed };
  }

  /** The page stays in the tab for a while: the next one mostly comes at once, and to clear the tab costs as much as a small page. */
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

  /** A tab that was never got. */
  giveUp(): void {
    this.active -= 1;
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    this.#gone = true;
    const context = await this.#context?.catch(() => null);
    await context?.close().catch(() => undefined);
    this.#gate.dismiss(this.session);
  }

  async #open(): Promise<BrowserContext> {
    const { userAgent, cookies } = this.kind;
    const context = await this.#browser.newContext({
      serviceWorkers: 'block',
      acceptDownloads: false,
      locale: this.#language,
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
