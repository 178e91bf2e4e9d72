import type { Browser, BrowserContext, Frame } from 'playwright';
import type { SessionCookie } from '../fetch/session.ts';
import { fromBrowser } from './cookies.ts';
import { launchVisible } from './launch.ts';
import type { OriginStorage } from './pooled-context.ts';

/** What a browser holds of sites. */
export interface BrowserState {
  cookies: SessionCookie[];
  origins: OriginStorage[];
}

/** Time between two looks at what the browser holds, because a browser that has ended cannot be asked. Milliseconds. */
const lookMs = 300;
/** Time for the last look; a page with an open question does not answer. Milliseconds. */
const lastLookMs = 3000;

/**
 * A window of a browser in which a person logs in. Its profile is in memory and is gone with it; what the person types is not looked
 * at.
 */
export class LoginWindow {
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  readonly #origins = new Map<string, OriginStorage>();
  readonly #timer: NodeJS.Timeout;
  #cookies: SessionCookie[] = [];
  #look: Promise<void> | null = null;
  /** Resolves when the person has closed the last window, or the browser has ended. */
  readonly closed: Promise<void>;

  private constructor(browser: Browser, context: BrowserContext) {
    this.#browser = browser;
    this.#context = context;
    this.closed = new Promise((resolve) => {
      browser.on('disconnected', () => resolve());
      context.on('page', (page) => {
        // A page may ask something; the person answers, and not Playwright.
        page.on('dialog', () => undefined);
        page.on('close', () => {
          if (context.pages().length === 0) resolve();
        });
      });
    });
    this.#timer = setInterval(() => void this.#lookOnce(), lookMs);
  }

  /** Opens a window at an address. @throws LaunchError */
  static async open(executable: string, url: string): Promise<LoginWindow> {
    const browser = await launchVisible(executable);
    const context = await browser.newContext({ viewport: null, acceptDownloads: false });
    const window = new LoginWindow(browser, context);
    const page = await context.newPage();
    // Where the address does not answer, the window says so.
    void page.goto(url, { timeout: 0 }).catch(() => undefined);
    return window;
  }

  /** What the browser holds; once it has ended, what it held at the last look. */
  async state(): Promise<BrowserState> {
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, lastLookMs).unref();
    });
    // A look that has begun may have read less than there is now.
    await Promise.race([(this.#look ?? Promise.resolve()).then(() => this.#lookOnce()), late]);
    return { cookies: this.#cookies, origins: [...this.#origins.values()] };
  }

  /** Closes the browser, and removes all that it holds. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#browser.close().catch(() => undefined);
  }

  #lookOnce(): Promise<void> {
    this.#look ??= this.#lookNow().finally(() => {
      this.#look = null;
    });
    return this.#look;
  }

  async #lookNow(): Promise<void> {
    try {
      this.#cookies = (await this.#context.cookies()).map(fromBrowser);
    } catch {
      // It has ended.
      return;
    }
    const frames = this.#context.pages().flatMap((page) => page.frames());
    await Promise.all(frames.map((frame) => this.#lookAt(frame)));
  }

  async #lookAt(frame: Frame): Promise<void> {
    if (!/^https?:/.test(frame.url())) return;
    try {
      const read: unknown = await frame.evaluate('[location.origin, Object.entries(localStorage)]');
      const kept = asStorage(read);
      if (kept !== null) this.#origins.set(kept.origin, kept);
    } catch {
      // It has just gone to another page, or may have no storage.
    }
  }
}

/** What a page says of its storage; null: nothing of use, because its scripts have changed what is asked. */
function asStorage(read: unknown): OriginStorage | null {
  if (!Array.isArray(read)) return null;
  const [origin, entries]: unknown[] = read;
  if (typeof origin !== 'string' || !Array.isArray(entries)) return null;
  const localStorage = entries.flatMap((entry: unknown) => {
    const [name, value]: unknown[] = Array.isArray(entry) ? entry : [];
    return typeof name === 'string' && typeof value === 'string' ? [{ name, value }] : [];
  });
  return { origin, localStorage };
}
