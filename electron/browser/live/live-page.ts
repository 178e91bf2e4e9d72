import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import type { Browser, BrowserContext, Dialog, Page, Request, Response } from 'playwright';
import type { LiveInput, LiveSize } from '../../../shared/live-page.ts';
import type { SessionCookie } from '../../fetch/session.ts';
import { problem } from '../../fetch/problem.ts';
import type { FetchProblem, ResolvedProxy } from '../../fetch/types.ts';
import { forBrowser, fromBrowser } from '../cookies.ts';
import type { EgressOptions } from '../egress-connection.ts';
import { introduce } from '../egress-introduction.ts';
import { EgressProxy } from '../egress-proxy.ts';
import type { EgressSession } from '../egress-session.ts';
import { launch } from '../launch.ts';
import type { OriginStorage } from '../pooled-context.ts';
import { FrameFlow } from './frame-flow.ts';
import { LiveWindow, type WindowEvents } from './live-window.ts';
import type { Seen } from './seen.ts';

/** The most windows that are open at a time; further ones are closed at once. */
const maxWindows = 5;
/** How long a picture may wait for the window of a person before none is taken any more, in milliseconds. */
const restAfterMs = 1000;
/** Script heap of a page in megabytes. */
const heapMb = 1024;

/** What a live page needs. */
export interface LivePageOptions {
  executable: string;
  size: LiveSize;
  /** Whether addresses that are not public are allowed. */
  allowPrivate: boolean;
  /** How names are resolved and routes found; as the system does if left out. */
  network?: Pick<EgressOptions, 'resolve' | 'connect' | 'system'>;
  /** Carries all traffic; null: direct. */
  proxy: ResolvedProxy | null;
  /** User-Agent header; null for the browser's own. */
  userAgent: string | null;
  /** Preferred language, as a BCP 47 tag. */
  language: string;
  /** What it begins with: those of a login. */
  cookies: readonly SessionCookie[];
  storage: readonly OriginStorage[];
  /** How a page is read. */
  reading: { flatten: boolean; maxBytes: number };
}

/** What a live page tells. */
export interface LiveEvents {
  /** A picture as JPEG, its number, and its size in CSS pixels. The next but one comes when it was shown. */
  frame(picture: Uint8Array, number: number, size: { width: number; height: number }): void;
  seen(seen: Seen, url: string): void;
  /** The window that is shown has another document. */
  arrived(): void;
  /** Its state has changed. */
  changed(): void;
  /** Something to tell, in a sentence. */
  note(text: string): void;
  /** A request of the window that is shown has ended. */
  requested(request: Request): void;
  /** The browser has ended by itself. */
  gone(): void;
}

/** A page that was read as it stands. */
export interface TakenState {
  url: string;
  body: Uint8Array;
  contentType: string;
  /** The answers of JSON that its scripts got. */
  answers: NetworkAnswer[];
}

const nothing = { url: '', title: '', loading: false, canGoBack: false, canGoForward: false };

interface Parts {
  browser: Browser;
  context: BrowserContext;
  egress: EgressProxy;
  session: EgressSession;
}

/** A browser that one person uses: its picture goes out, the input of the person comes in. It ends with its process. */
export class LivePage {
  readonly #options: LivePageOptions;
  readonly #events: LiveEvents;
  readonly #parts: Parts;
  readonly #flow: FrameFlow<{ picture: Uint8Array; size: { width: number; height: number } }>;
  /** The newest window, which is shown, is the last one. */
  readonly #windows: LiveWindow[] = [];
  readonly #hosts = new Set<string>();
  #size: LiveSize;
  #isCrashed = false;
  #isClosed = false;
  #isResting = false;
  #restTimer: NodeJS.Timeout | null = null;

  private constructor(options: LivePageOptions, events: LiveEvents, parts: Parts) {
    this.#options = options;
    this.#events = events;
    this.#parts = parts;
    this.#size = options.size;
    this.#flow = new FrameFlow(({ picture, size }, number) => events.frame(picture, number, size));
    parts.browser.on('disconnected', () => {
      if (!this.#isClosed) events.gone();
    });
  }

  /** Starts a browser. @throws LaunchError */
  static async open(options: LivePageOptions, events: LiveEvents): Promise<LivePage> {
    const egress = new EgressProxy({ ...options.network, allowPrivate: options.allowPrivate });
    let browser: Browser | null = null;
    try {
      const egressPort = await egress.listen();
      browser = await launch({ executable: options.executable, egressPort, images: true, heapMb });
      const session = egress.admit(options.proxy);
      const { userAgent, language, storage, cookies } = options;
      const context = await browser.newContext({
        serviceWorkers: 'block',
        acceptDownloads: false,
        locale: language,
        viewport: null,
        storageState: { cookies: cookies.map(forBrowser), origins: [...storage] },
        ...(userAgent === null ? {} : { userAgent }),
      });
      const first = await context.newPage();
      await introduce(first, session);
      await first.close();
      const live = new LivePage(options, events, { browser, context, egress, session });
      context.on('page', (page) => void live.#opened(page));
      await live.#add(await context.newPage());
      return live;
    } catch (error) {
      await browser?.close().catch(() => undefined);
      await egress.close();
      throw error;
    }
  }

  /** How it is. */
  get state(): {
    phase: 'loading' | 'ready' | 'crashed';
    url: string;
    title: string;
    canGoBack: boolean;
    canGoForward: boolean;
    windows: number;
  } {
    const { url, title, loading, canGoBack, canGoForward } = this.#shown?.state ?? nothing;
    return {
      phase: this.#isCrashed ? 'crashed' : loading ? 'loading' : 'ready',
      url,
      title,
      // Back from the first page of a window leads to the one that has opened it.
      canGoBack: canGoBack || this.#windows.length > 1,
      canGoForward,
      windows: Math.max(0, this.#windows.length - 1),
    };
  }

  /** Hosts of documents that were shown, for which a login is. */
  get hosts(): readonly string[] {
    return [...this.#hosts];
  }

  /** Goes to an address. @returns why it is not reached; null: it is, or still loads */
  async go(url: string): Promise<FetchProblem | null> {
    const window = this.#shown;
    if (window === null) return null;
    const code = await window.go(url);
    const host = URL.parse(url)?.host ?? url;
    const known = this.#parts.session.problemOf(host);
    if (known !== null) return known;
    // A download is told by itself, and another navigation has taken its place.
    if (code === null || code === 'net::ERR_ABORTED') return null;
    return problem('connection', `The connection of the browser to ${host} failed (${code.slice(5)}).`, true);
  }

  async step(to: 'back' | 'forward' | 'reload' | 'stop'): Promise<void> {
    const window = this.#shown;
    if (window === null) return;
    if (to === 'reload') return this.#isCrashed ? this.#renew(window) : window.reload();
    if (to === 'stop') return window.stop();
    const found = await window.step(to === 'back' ? -1 : 1);
    if (!found && to === 'back' && this.#windows.length > 1) await window.page.close();
  }

  input(input: LiveInput): void {
    this.#shown?.input(input);
  }

  /** Fits the picture to a size. */
  async resize(size: LiveSize): Promise<void> {
    this.#size = size;
    await this.#shown?.show(size);
  }

  /** A person sees this picture, and all before. */
  async shown(number: number): Promise<void> {
    this.#flow.shown(number);
    await this.#wake();
  }

  /** Sends its picture anew, to a window that has none of it. */
  async again(): Promise<void> {
    this.#flow.restart();
    this.#isResting = true;
    await this.#wake();
  }

  /** Reads the page that is shown as it stands; null: it gives no answer, or is too large. */
  async take(): Promise<TakenState | null> {
    const window = this.#shown;
    const read = (await window?.read(this.#options.reading)) ?? null;
    if (window === null || read === null) return null;
    return { ...read, url: window.page.url(), answers: await window.answers() };
  }

  /** Its cookies and its local storage now. */
  async login(): Promise<{ cookies: SessionCookie[]; origins: OriginStorage[] }> {
    const { cookies, origins } = await this.#parts.context.storageState();
    const kept = origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.map(({ name, value }) => ({ name, value })),
    }));
    return { cookies: cookies.map(fromBrowser), origins: kept };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#restTimer !== null) clearTimeout(this.#restTimer);
    await this.#parts.browser.close().catch(() => undefined);
    await this.#parts.egress.close();
  }

  get #shown(): LiveWindow | null {
    return this.#windows.at(-1) ?? null;
  }

  /** A page has opened a window: it is shown, as a login in a window of its own needs it. */
  async #opened(page: Page): Promise<void> {
    const opener = await page.opener();
    if (opener === null || this.#isClosed) return;
    if (this.#windows.length >= maxWindows) {
      this.#events.note('The page wanted to open one more window, which was closed.');
      return void page.close().catch(() => undefined);
    }
    this.#events.note('The page opened a window, which is shown now. Back closes it.');
    await this.#add(page).catch(() => undefined);
  }

  async #add(page: Page): Promise<void> {
    const before = this.#shown;
    const window = await LiveWindow.open(page, this.#eventsOf(page));
    this.#windows.push(window);
    page.on('close', () => void this.#closed(window));
    page.on('dialog', (dialog) => this.#answer(dialog));
    page.on('download', (download) => {
      this.#events.note(`The file ${download.suggestedFilename()} was not downloaded.`);
      download.cancel().catch(() => undefined);
    });
    page.on('filechooser', () => this.#events.note('Files cannot be chosen on a live page.'));
    await before?.rest();
    await window.show(this.#size);
    this.#events.changed();
  }

  #eventsOf(page: Page): WindowEvents {
    const isShown = (): boolean => this.#shown?.page === page;
    return {
      frame: (picture, size) => {
        if (!isShown()) return;
        this.#flow.offer({ picture, size });
        this.#restSoon();
      },
      seen: (seen) => this.#events.seen(seen, page.url()),
      changed: () => {
        if (isShown()) this.#events.changed();
      },
      arrived: () => {
        const host = URL.parse(page.url())?.hostname ?? '';
        if (host !== '') this.#hosts.add(host);
        if (!isShown()) return;
        this.#isCrashed = false;
        this.#events.arrived();
      },
      requested: (request) => {
        if (isShown()) this.#events.requested(request);
      },
      answered: (response) => this.#tellRefusal(response),
      crashed: () => {
        if (!isShown()) return;
        this.#isCrashed = true;
        this.#events.changed();
      },
    };
  }

  /** The egress proxy answers for hosts that it does not reach, with an empty page. */
  #tellRefusal(response: Response): void {
    const status = response.status();
    if (status !== 403 && status !== 502) return;
    const known = this.#parts.session.problemOf(URL.parse(response.url())?.host ?? '');
    if (known !== null) this.#events.note(known.message);
  }

  async #closed(window: LiveWindow): Promise<void> {
    const wasShown = this.#shown === window;
    const at = this.#windows.indexOf(window);
    if (at !== -1) this.#windows.splice(at, 1);
    if (!wasShown || this.#isClosed) return;
    if (this.#windows.length === 0) return this.#add(await this.#parts.context.newPage());
    await this.#shown?.show(this.#size).catch(() => undefined);
    this.#events.changed();
  }

  /** Opens a new page in the place of one that has crashed. */
  async #renew(window: LiveWindow): Promise<void> {
    const url = window.page.url();
    const page = await this.#parts.context.newPage();
    await this.#add(page);
    this.#isCrashed = false;
    await window.close();
    await this.go(url);
  }

  /** As in a crawl: closed without an answer. */
  #answer(dialog: Dialog): void {
    const type = dialog.type();
    const answered = type === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answered.catch(() => undefined);
    const said = dialog.message().trim();
    const words = said === '' ? '' : ` It said: “${said.slice(0, 300)}”.`;
    if (type === 'alert') this.#events.note(`The page showed a message, which was closed.${words}`);
    else if (type !== 'beforeunload')
      this.#events.note(`The page asked something, which was cancelled, as in a crawl.${words}`);
  }

  #restSoon(): void {
    this.#restTimer ??= setTimeout(() => {
      this.#restTimer = null;
      if (!this.#flow.isHeld || this.#isClosed) return;
      this.#isResting = true;
      void this.#shown?.rest();
    }, restAfterMs);
  }

  async #wake(): Promise<void> {
    if (!this.#isResting || this.#isClosed) return;
    this.#isResting = false;
    await this.#shown?.show(this.#size).catch(() => undefined);
  }
}
