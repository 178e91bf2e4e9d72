import type { BrowserContext, Page } from 'playwright';
import type { LiveSize } from '../../../shared/live-page.ts';
import { LiveWindow, type WindowEvents } from './live-window.ts';
import { retryCrashed } from './retry-crashed.ts';

/** The most windows that are open at a time; further ones are closed at once. */
const maxWindows = 5;

/** What the windows tell: the one that is shown, but for `seen` and `arrivedBehind`. */
export interface StackEvents extends Pick<WindowEvents, 'frame' | 'requested' | 'seen'> {
  /** Another window is shown, or how it is has changed. */
  changed(): void;
  /** It shows another document. */
  arrived(url: string): void;
  /** A window that is not shown has another document. */
  arrivedBehind(url: string): void;
  /** A new window, before its page does anything. */
  opened(page: Page): void;
  note(text: string): void;
}

/** The windows of a live page. The newest is shown, because a login in a window of its own needs it; the others wait behind it. */
export class WindowStack {
  readonly #context: BrowserContext;
  readonly #events: StackEvents;
  readonly #windows: LiveWindow[] = [];
  #size: LiveSize;
  #isCrashed = false;
  #isClosed = false;

  private constructor(context: BrowserContext, size: LiveSize, events: StackEvents) {
    this.#context = context;
    this.#size = size;
    this.#events = events;
  }

  /** Opens the first window. */
  static async open(context: BrowserContext, size: LiveSize, events: StackEvents): Promise<WindowStack> {
    const stack = new WindowStack(context, size, events);
    context.on('page', (page) => void stack.#opened(page));
    if (!(await stack.#addNew())) throw new Error('The browser opens no page.');
    return stack;
  }

  get shown(): LiveWindow | null {
    return this.#windows.at(-1) ?? null;
  }

  /** Windows behind the one that is shown. */
  get behind(): number {
    return Math.max(0, this.#windows.length - 1);
  }

  /** Whether the page of the window that is shown has crashed. */
  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  /** Fits the picture to a size, now and for windows to come. */
  async resize(size: LiveSize): Promise<void> {
    this.#size = size;
    await this.show();
  }

  /** Makes pictures, where none were made; a window that is closed meanwhile needs none. */
  async show(): Promise<void> {
    await this.shown?.show(this.#size).catch(() => undefined);
  }

  /** Closes the window that is shown, for the one behind it. */
  async closeShown(): Promise<void> {
    await this.shown?.close();
  }

  /** Puts a new window in the place of the one that is shown, which has crashed. @returns whether there is one */
  async renew(): Promise<boolean> {
    const crashed = this.shown;
    if (!(await this.#addNew())) return false;
    if (crashed === null) return true;
    this.#windows.splice(this.#windows.indexOf(crashed), 1);
    // It may take its time, and nobody needs it.
    void crashed.close();
    this.#events.changed();
    return true;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #opened(page: Page): Promise<void> {
    const opener = await page.opener();
    if (opener === null || this.#isClosed) return;
    if (this.#windows.length >= maxWindows) {
      this.#events.note('The page wanted to open one more window, which was closed.');
      return void page.close().catch(() => undefined);
    }
    this.#events.note('The page opened a window, which is shown now. Back closes it.');
    await this.#open(page)
      .then((window) => this.#add(window))
      .catch(() => undefined);
  }

  /** Adds an empty window. @returns whether the browser has opened one */
  async #addNew(): Promise<boolean> {
    const window = await retryCrashed(async () => this.#open(await this.#context.newPage()));
    if (window !== null) await this.#add(window);
    return window !== null;
  }

  /** Takes over a page. One that cannot be is closed. */
  async #open(page: Page): Promise<LiveWindow> {
    this.#events.opened(page);
    try {
      return await LiveWindow.open(page, this.#eventsOf(page));
    } catch (error) {
      void page.close().catch(() => undefined);
      throw error;
    }
  }

  /** Shows a window before those that are there. */
  async #add(window: LiveWindow): Promise<void> {
    const before = this.shown;
    this.#windows.push(window);
    this.#isCrashed = false;
    window.page.on('close', () => void this.#closed(window));
    await before?.rest();
    await this.show();
    this.#events.changed();
  }

  #eventsOf(page: Page): WindowEvents {
    const isShown = (): boolean => this.shown?.page === page;
    const events = this.#events;
    return {
      frame: (picture, size) => isShown() && events.frame(picture, size),
      seen: (seen, at) => events.seen(seen, at),
      changed: () => isShown() && events.changed(),
      arrived: () => {
        if (!isShown()) return events.arrivedBehind(page.url());
        this.#isCrashed = false;
        events.arrived(page.url());
      },
      requested: (request) => isShown() && events.requested(request),
      crashed: () => {
        if (!isShown()) return;
        this.#isCrashed = true;
        events.changed();
      },
    };
  }

  async #closed(window: LiveWindow): Promise<void> {
    const wasShown = this.shown === window;
    const at = this.#windows.indexOf(window);
    if (at !== -1) this.#windows.splice(at, 1);
    if (!wasShown || this.#isClosed) return;
    this.#isCrashed = false;
    if (this.#windows.length > 0) await this.show();
    else if (await this.#addNew()) return;
    else this.#isCrashed = true;
    this.#events.changed();
  }
}
