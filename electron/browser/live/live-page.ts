import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import type { Browser, BrowserContext, Request } from 'playwright';
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
import { PictureFlow } from './picture-flow.ts';
import type { Seen, SeenAt } from './seen.ts';
import { tellPage } from './tell-page.ts';
import { WindowStack } from './window-stack.ts';

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
  seen(seen: Seen, at: SeenAt): void;
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
  readonly #pictures: PictureFlow;
  readonly #hosts = new Set<string>();
  #windows: WindowStack | null = null;
  #isClosed = false;

  private constructor(options: LivePageOptions, events: LiveEvents, parts: Parts) {
    this.#options = options;
    this.#events = events;
    this.#parts = parts;
    this.#pictures = new PictureFlow({
      send: ({ picture, size }, number) => events.frame(picture, number, size),
      rest: async () => this.#windows?.shown?.rest(),
      show: async () => this.#windows?.show(),
    });
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
      const live = new LivePage(options, events, { browser, context, egress, session });
      await live.#openWindows();
      // With its last window a context ends in the browser, and a page that is opened at that moment never comes.
      await first.close();
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
    const { url, title, loading, canGoBack, canGoForward } = this.#windows?.shown?.state ?? nothing;
    const windows = this.#windows?.behind ?? 0;
    const isCrashed = this.#windows?.isCrashed === true;
    return {
      phase: isCrashed ? 'crashed' : loading ? 'loading' : 'ready',
      url,
      title,
      // Back from the first page of a window leads to the one that has opened it. A crash takes the history with it.
      canGoBack: (canGoBack && !isCrashed) || windows > 0,
      canGoForward: canGoForward && !isCrashed,
      windows,
    };
  }

  /** Hosts of documents that were shown, for which a login is. */
  get hosts(): readonly string[] {
    return [...this.#hosts];
  }

  /** Goes to an address. @returns why it is not reached; null: it is, or still loads */
  async go(url: string): Promise<FetchProblem | null> {
    if (this.#windows?.isCrashed === true && !(await this.#windows.renew()))
      return problem('browser', 'The browser opens no window: each of them crashes at once.', true);
    const window = this.#windows?.shown ?? null;
    if (window === null) return null;
    const code = await window.go(url);
    const host = URL.parse(url)?.host ?? url;
    const known = this.#parts.session.problemOf(host);
    if (known !== null) return known;
    // A download is told by itself, and another navigation has taken its place.
    if (code === null || code === 'net::ERR_ABORTED') return null;
    return problem('connection', `The connection of the browser to ${host} failed (${code.slice(5)}).`, true);
  }

  /** Moves in the history, loads anew, or stops. @returns why a page that has crashed is not loaded anew; null: nothing is wrong */
  async step(to: 'back' | 'forward' | 'reload' | 'stop'): Promise<FetchProblem | null> {
    const windows = this.#windows;
    const window = windows?.shown ?? null;
    if (windows === null || window === null) return null;
    const goesBack = async (): Promise<void> => {
      if (to === 'back' && windows.behind > 0) await windows.closeShown();
    };
    if (windows.isCrashed) {
      if (to === 'reload') return this.go(window.page.url());
      await goesBack();
    } else if (to === 'reload' || to === 'stop') await window[to]();
    else if (!(await window.step(to === 'back' ? -1 : 1))) await goesBack();
    return null;
  }

  input(input: LiveInput): void {
    this.#windows?.shown?.input(input);
  }

  /** What is selected on the page that is shown. */
  async selection(): Promise<string> {
    return (await this.#windows?.shown?.selection()) ?? '';
  }

  /** Whether a selector also finds something in a document of the page that is shown other than one. */
  async isAlsoIn(selector: string, place: string): Promise<boolean> {
    return (await this.#windows?.shown?.isAlsoIn(selector, place)) ?? false;
  }

  /** Fits the picture to a size. */
  async resize(size: LiveSize): Promise<void> {
    await this.#windows?.resize(size);
  }

  /** A person sees this picture, and all before. */
  async shown(number: number): Promise<void> {
    await this.#pictures.shown(number);
  }

  /** Sends its picture anew, to a window that has none of it. */
  async again(): Promise<void> {
    await this.#pictures.again();
  }

  /** Reads the page that is shown as it stands; null: it gives no answer, or is too large. */
  async take(): Promise<TakenState | null> {
    const window = this.#windows?.shown ?? null;
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
    this.#windows?.close();
    this.#pictures.close();
    await this.#parts.browser.close().catch(() => undefined);
    await this.#parts.egress.close();
  }

  async #openWindows(): Promise<void> {
    const { context, session } = this.#parts;
    const events = this.#events;
    const note = (text: string): void => events.note(text);
    this.#windows = await WindowStack.open(context, this.#options.size, {
      frame: (picture, size) => this.#pictures.offer({ picture, size }),
      seen: (seen, at) => events.seen(seen, at),
      changed: () => events.changed(),
      arrived: (url) => {
        this.#visited(url);
        events.arrived();
      },
      arrivedBehind: (url) => this.#visited(url),
      requested: (request) => events.requested(request),
      opened: (page) => tellPage(page, session, note),
      note,
    });
  }

  #visited(url: string): void {
    const host = URL.parse(url)?.hostname ?? '';
    if (host !== '') this.#hosts.add(host);
  }
}
