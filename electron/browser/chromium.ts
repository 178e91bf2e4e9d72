import { setTimeout as turn } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright';
import type { Gate } from './gate.ts';
import { launch, type LaunchOptions } from './launch.ts';
import { memoryOf } from './memory.ts';
import { Room, type RoomKind } from './room.ts';
import { RenderStop } from './visit.ts';
import { problem } from '../fetch/problem.ts';
import type { Tab } from './tab.ts';

/** A browser is used for so many pages; then another takes its place. */
const mostUses = 3000;
/** Contexts that wait for pages of their kind. */
const mostIdleRooms = 6;

const browserGone = new RenderStop(
  problem('browser', 'The browser ended before the page was read.', true),
  'browser',
);

function isAborted(error: unknown): boolean {
  return error instanceof RenderStop && error.problem.code === 'aborted';
}

/** One running browser: its contexts, and the pages that are in it now. */
export class Chromium {
  readonly #browser: Browser;
  readonly #gate: Gate;
  readonly #images: boolean;
  readonly #language: string;
  readonly #protocol: CDPSession;
  readonly #pid: number | null;
  readonly #visited = new Set<Tab>();
  #rooms: Room[] = [];
  #uses = 0;
  /** Renderings under way, those included that wait for their tab. */
  #active = 0;
  #gone = false;
  #retired = false;
  #closed = false;
  readonly version: string;

  private constructor(
    parts: {
      browser: Browser;
      gate: Gate;
      images: boolean;
      language: string;
      protocol: CDPSession;
      pid: number | null;
    },
    onGone: () => void,
  ) {
    this.#browser = parts.browser;
    this.#gate = parts.gate;
    this.#images = parts.images;
    this.#language = parts.language;
    this.#protocol = parts.protocol;
    this.#pid = parts.pid;
    this.version = parts.browser.version();
    parts.browser.on('disconnected', () => {
      this.#gone = true;
      for (const tab of this.#visited) tab.stop(browserGone);
      onGone();
    });
  }

  /** Starts one. @throws LaunchError */
  static async start(
    options: LaunchOptions & { gate: Gate; language: string },
    onGone: () => void,
  ): Promise<Chromium> {
    const { gate, images, language } = options;
    const browser = await launch(options);
    const protocol = await browser.newBrowserCDPSession();
    const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
    const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? null;
    return new Chromium({ browser, gate, images, language, protocol, pid }, onGone);
  }

  /** Whether pages may still be brought to it. */
  get isOpen(): boolean {
    return !this.#gone && !this.#retired && this.#uses < mostUses;
  }

  get isGone(): boolean {
    return this.#gone;
  }

  /** Whether it was ended on purpose. */
  get wasClosed(): boolean {
    return this.#closed;
  }

  /** Does something with a tab of a kind, and takes care of the tab afterwards. Rejects with what `work` rejects with. */
  async use<T>(kind: RoomKind, work: (tab: Tab, room: Room) => Promise<T>): Promise<T> {
    this.#active += 1;
    this.#uses += 1;
    const room = this.#roomFor(kind);
    let tab: Tab | null = null;
    let reusable = false;
    try {
      tab = await this.#take(room);
      this.#visited.add(tab);
      const result = await work(tab, room);
      reusable = true;
      return result;
    } catch (error) {
      reusable = error instanceof RenderStop && (error.fault === 'page' || error.fault === 'download');
      // Its tabs say first that they were closed.
      if (!reusable && !this.#gone) await turn(20);
      throw this.#gone && !isAborted(error) ? browserGone : error;
    } finally {
      if (tab === null) room.giveUp();
      else void this.#giveBack(room, tab, reusable);
      if (tab === null) this.#done();
    }
  }

  /** Memory of all of its processes, in bytes; null: not known here. */
  async memory(): Promise<number | null> {
    if (this.#gone) return null;
    try {
      const { processInfo } = await this.#protocol.send('SystemInfo.getProcessInfo');
      return await memoryOf(processInfo.map(({ id }) => id));
    } catch {
      return null;
    }
  }

  /** No new pages; it closes when the last one is done. */
  retire(): void {
    this.#retired = true;
    if (this.#active === 0) void this.close();
  }

  async close(): Promise<void> {
    this.#retired = true;
    this.#closed = true;
    await Promise.all(this.#rooms.map((room) => room.close()));
    await this.#browser.close().catch(() => undefined);
  }

  /** Ends it at once, whatever it is doing. */
  kill(): void {
    this.#retired = true;
    try {
      if (this.#pid === null) void this.#browser.close().catch(() => undefined);
      else process.kill(this.#pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  async #take(room: Room): Promise<Tab> {
    try {
      return await room.take();
    } catch (error) {
      if (this.#gone) throw browserGone;
      const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
      // A context that cannot open a tab is of no use to the next page either.
      void room.close();
      throw new RenderStop(problem('browser', `The browser could not open a tab: ${why}`, true), 'browser');
    }
  }

  async #giveBack(room: Room, tab: Tab, reusable: boolean): Promise<void> {
    tab.finish();
    const { closed } = await room.giveBack(tab, reusable && !this.#gone);
    this.#visited.delete(tab);
    if (!closed && !this.#gone) this.kill();
    this.#done();
  }

  #done(): void {
    this.#active -= 1;
    if (this.#active === 0 && !this.isOpen && !this.#gone) void this.close();
  }

  #roomFor(kind: RoomKind): Room {
    const known = this.#rooms.find((room) => room.fits(kind));
    if (known !== undefined) return known;
    const idle = this.#rooms.filter(({ active }) => active === 0).sort((a, b) => a.lastUsed - b.lastUsed);
    const surplus = Math.max(0, idle.length - mostIdleRooms);
    const over = new Set(idle.filter((room, index) => room.isUsedUp || index < surplus));
    this.#rooms = this.#rooms.filter((room) => !over.has(room));
    for (const room of over) void room.close();
    const made = new Room(this.#browser, this.#gate, kind, {
      images: this.#images,
      language: this.#language,
    });
    this.#rooms.push(made);
    return made;
  }
}
