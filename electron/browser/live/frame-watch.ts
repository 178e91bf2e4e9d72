import type { CDPSession, Frame, Page } from 'playwright';
import { callOf } from '../page-scripts.ts';
import { markAttribute, readSeen, type Seen, type SeenAt } from './seen.ts';
import { matchCall, selectionCall, watchPerson } from './watch-script.ts';

/** The isolated world of the script that watches, and the function by which it reports. */
export const watchWorld = 'spider-studio-live';
const report = 'spiderStudioSeen';
/** How soon after a click a frame must go away for it to be what was closed, in milliseconds. */
const closedByClickMs = 1500;
/** How long to wait whether a frame went away with its whole page, in milliseconds. */
const settleMs = 300;
/** Limit for the answer of a document, in milliseconds; one that hangs gives none. */
const answerMs = 1000;

/** A document that is watched: that of the page, or that of a frame. */
interface Watched {
  session: CDPSession;
  context: number;
}

/** What a frame watch tells. */
interface WatchEvents {
  seen(seen: Seen, at: Omit<SeenAt, 'url'>): void;
  /** It watches all frames that there are. */
  attached(): void;
}

const source = callOf(watchPerson, { report, markAttribute });

/**
 * Watches what a person does on a page and in its frames. A frame of another site has a process and a session of its own, and gets the
 * script as soon as it is there.
 */
export class FrameWatch {
  readonly #page: Page;
  readonly #events: WatchEvents;
  /** The name of the frame that the page itself is. */
  readonly #mainFrame: string;
  /** By their unique names. */
  readonly #documents = new Map<string, Watched>();
  readonly #attached = new Set<Frame>();
  #attaching = 0;
  /** The last click in each frame, by the name of the frame. */
  readonly #clicks = new Map<string, { place: string; click: number; when: number }>();
  #pageChanges = 0;

  private constructor(page: Page, mainFrame: string, events: WatchEvents) {
    this.#page = page;
    this.#mainFrame = mainFrame;
    this.#events = events;
  }

  /**
   * @param session that of the page
   * @param mainFrame the name of the frame that the page itself is
   */
  static async start(
    page: Page,
    session: CDPSession,
    mainFrame: string,
    events: WatchEvents,
  ): Promise<FrameWatch> {
    const watch = new FrameWatch(page, mainFrame, events);
    page.on('framenavigated', (frame) => watch.#look(frame));
    await watch.#attach(session);
    for (const frame of page.frames()) watch.#look(frame);
    return watch;
  }

  /** Whether there are frames that it does not watch yet. */
  get isAttaching(): boolean {
    return this.#attaching > 0;
  }

  /** What is selected where the keyboard is; never what is in a field for a secret. */
  async selection(): Promise<string> {
    const texts = await Promise.all(
      Array.from(this.#documents.values(), (document) => this.#ask(document, selectionCall)),
    );
    return texts.find((text) => typeof text === 'string' && text !== '')?.toString() ?? '';
  }

  /** Whether a document other than one shows something that a selector matches. */
  async isAlsoIn(selector: string, place: string): Promise<boolean> {
    const others = Array.from(this.#documents).filter(([name]) => name !== place);
    const found = await Promise.all(others.map(([, document]) => this.#ask(document, matchCall(selector))));
    return found.includes(true);
  }

  /** Evaluates an expression in the world of a document. */
  async evaluateIn(place: string, expression: string): Promise<void> {
    const document = this.#documents.get(place);
    if (document !== undefined) await this.#ask(document, expression);
  }

  async #ask({ session, context }: Watched, expression: string): Promise<unknown> {
    const asked = { expression, contextId: context, returnByValue: true, timeout: answerMs };
    try {
      return (await session.send('Runtime.evaluate', asked)).result.value;
    } catch {
      // Its document has gone.
      return null;
    }
  }

  #look(frame: Frame): void {
    if (frame === this.#page.mainFrame()) this.#pageChanges += 1;
    else if (!this.#attached.has(frame)) void this.#watch(frame);
  }

  async #watch(frame: Frame): Promise<void> {
    this.#attached.add(frame);
    this.#attaching += 1;
    try {
      const session = await this.#page.context().newCDPSession(frame);
      session.on('close', () => this.#attached.delete(frame));
      await this.#attach(session);
    } catch {
      // It is of the process of its parent, whose session watches it, until it goes elsewhere.
      this.#attached.delete(frame);
    }
    this.#attaching -= 1;
    if (this.#attaching === 0) this.#events.attached();
  }

  async #attach(session: CDPSession): Promise<void> {
    const mine = new Map<number, { place: string; id: string; origin: string }>();
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== watchWorld) return;
      const frame: unknown = Reflect.get(Object(context.auxData), 'frameId');
      mine.set(context.id, { place: context.uniqueId, id: String(frame), origin: context.origin });
      this.#documents.set(context.uniqueId, { session, context: context.id });
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      this.#documents.delete(executionContextUniqueId);
    });
    const forget = (): void => {
      for (const { place } of mine.values()) this.#documents.delete(place);
      mine.clear();
    };
    session.on('Runtime.executionContextsCleared', forget);
    session.on('close', forget);
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      const seen = name === report ? readSeen(payload) : null;
      const document = mine.get(executionContextId);
      if (seen === null || document === undefined) return;
      const { place, id, origin } = document;
      if (seen.kind === 'click') this.#clicks.set(id, { place, click: seen.click, when: performance.now() });
      this.#events.seen(seen, {
        place,
        frame: id === this.#mainFrame ? null : (URL.parse(origin)?.host ?? ''),
      });
    });
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') this.#removed(frameId);
    });
    await session.send('Runtime.enable');
    await session.send('Page.enable');
    await session.send('Runtime.addBinding', { name: report, executionContextName: watchWorld });
    // A window that a page has opened, and a frame, may have their documents already.
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source,
      worldName: watchWorld,
      runImmediately: true,
    });
  }

  /** A frame that goes away with a click in it was closed by it: no script of it is left to tell. */
  #removed(frame: string): void {
    const last = this.#clicks.get(frame);
    this.#clicks.delete(frame);
    if (last === undefined || performance.now() - last.when > closedByClickMs) return;
    const before = this.#pageChanges;
    setTimeout(() => {
      if (this.#pageChanges !== before) return;
      this.#events.seen(
        { kind: 'gone', click: last.click, withFrame: true },
        { place: last.place, frame: '' },
      );
    }, settleMs);
  }
}
