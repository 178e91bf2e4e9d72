import type { CDPSession, Page, Request, Response } from 'playwright';
import type { LiveInput, LiveSize } from '../../../shared/live-page.ts';
import { AnswerCollection, type NetworkAnswer } from '../../../shared/network-answer.ts';
import { SeenAnswers } from '../seen-answers.ts';
import { isHtml } from '../../fetch/page-kind.ts';
import { isLostContext } from '../lost-context.ts';
import { callOf, readPage } from '../page-scripts.ts';
import { inputCommand, type InputCommand } from './protocol-input.ts';
import { FrameWatch, watchWorld } from './frame-watch.ts';
import type { Seen, SeenAt } from './seen.ts';
import { chooseCall } from './watch-script.ts';

/** Quality of the picture as JPEG, of 100. */
const quality = 70;
/** Limit for a step in the history and for reading the page, in milliseconds; a page that hangs gives no answer. */
const answerMs = 15_000;
/** How long further input waits for a press of the mouse to arrive, in milliseconds; a page that hangs delays it so long. */
const pressMs = 1000;
/** Maximum number of elements of a page that is read, as for rendering. */
const maxElements = 1_000_000;
/** Documents that may come during one evaluation before it fails. */
const maxRestarts = 5;

/** What a window of a live page tells. */
export interface WindowEvents {
  /** A picture as JPEG, and its size in CSS pixels. */
  frame(picture: Uint8Array, size: { width: number; height: number }): void;
  seen(seen: Seen, at: SeenAt): void;
  /** Its address, its title or its history have changed, or it has begun or ended to load. */
  changed(): void;
  /** It shows another document. */
  arrived(): void;
  requested(request: Request): void;
  crashed(): void;
}

/** A window of a live page: one page of Playwright, with its picture and the input that it gets. */
export class LiveWindow {
  readonly page: Page;
  readonly #protocol: CDPSession;
  readonly #mainFrame: string;
  readonly #events: WindowEvents;
  #world: number | null = null;
  /** The answers of JSON that its document got so far. */
  #answers = new AnswerCollection();
  readonly #reader = new SeenAnswers((answer) => this.#answers.add(answer));
  #response: Response | null = null;
  #history = { canGoBack: false, canGoForward: false };
  #title = '';
  #loading = true;
  #isCast = false;
  #watch: FrameWatch | null = null;
  /** Where the mouse was pressed last. */
  #pressedAt = { x: 0, y: 0 };
  /** The document with the list of choices that is open. */
  #choosing = '';
  /** Settles when the page has got the last press or release of the mouse, or has had its time for it. */
  #ready: Promise<unknown> = Promise.resolve();
  /** Settles when the last input has arrived at the page. */
  #lastInput: Promise<unknown> = Promise.resolve();

  private constructor(page: Page, protocol: CDPSession, mainFrame: string, events: WindowEvents) {
    this.page = page;
    this.#protocol = protocol;
    this.#mainFrame = mainFrame;
    this.#events = events;
  }

  static async open(page: Page, events: WindowEvents): Promise<LiveWindow> {
    const protocol = await page.context().newCDPSession(page);
    const { frameTree } = await protocol.send('Page.getFrameTree');
    const window = new LiveWindow(page, protocol, frameTree.frame.id, events);
    await window.#listen();
    return window;
  }

  get state(): { url: string; title: string; loading: boolean; canGoBack: boolean; canGoForward: boolean } {
    const loading = this.#loading || this.#watch?.isAttaching === true;
    return { url: this.page.url(), title: this.#title, loading, ...this.#history };
  }

  /** Shows it in a size. The picture is sent from now on. */
  async show({ width, height }: LiveSize): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.#protocol.send('Emulation.setDeviceMetricsOverride', metrics);
    await this.#protocol.send('Page.bringToFront');
    if (this.#isCast) await this.rest();
    this.#isCast = true;
    await this.#protocol.send('Page.startScreencast', {
      format: 'jpeg',
      quality,
      maxWidth: width,
      maxHeight: height,
      everyNthFrame: 1,
    });
  }

  /** Sends no picture until it is shown again. */
  async rest(): Promise<void> {
    this.#isCast = false;
    await this.#protocol.send('Page.stopScreencast').catch(() => undefined);
  }

  /** Hands an input to the page, after those before. A page that does not answer makes nobody wait. */
  input(input: LiveInput): void {
    if (input.kind === 'choose') return void this.#watch?.evaluateIn(this.#choosing, chooseCall(input.index));
    if (input.kind === 'mouse' && input.type === 'down') this.#pressedAt = { x: input.x, y: input.y };
    const command = inputCommand(input);
    if (command === null) return;
    const sent = this.#ready.then(() => this.#send(command)).catch(() => undefined);
    // Chromium hands a key to whatever has the focus at that moment, even while a press on its way to a frame is to move the focus there.
    const isPress = input.kind === 'mouse' && input.type !== 'move';
    if (isPress) this.#ready = within(sent, undefined, pressMs);
    this.#lastInput = sent;
  }

  // The types of Playwright tie parameters to one method each.
  async #send({ method, params }: InputCommand): Promise<unknown> {
    const protocol = this.#protocol;
    if (method === 'Input.dispatchMouseEvent') return protocol.send(method, params);
    if (method === 'Input.dispatchKeyEvent') return protocol.send(method, params);
    if (method === 'Input.imeSetComposition') return protocol.send(method, params);
    return protocol.send(method, params);
  }

  /** What is selected on the page, once it has got the inputs so far. */
  async selection(): Promise<string> {
    await within(this.#lastInput, undefined);
    return (await this.#watch?.selection()) ?? '';
  }

  /** Whether a selector also finds something in a document other than one. */
  async isAlsoIn(selector: string, place: string): Promise<boolean> {
    return (await this.#watch?.isAlsoIn(selector, place)) ?? false;
  }

  /** Goes to an address. @returns the name of the network error; null: the document is there, or still comes */
  async go(url: string): Promise<string | null> {
    const going = this.#protocol.send('Page.navigate', { url });
    const answer = await within(going, null);
    return answer?.errorText ?? null;
  }

  /** Goes back (-1) or on (1) in its history. @returns whether there was such a step */
  async step(by: 1 | -1): Promise<boolean> {
    const { currentIndex, entries } = await this.#protocol.send('Page.getNavigationHistory');
    const entry = entries[currentIndex + by];
    if (entry === undefined || entry.url === 'about:blank') return false;
    await this.#protocol.send('Page.navigateToHistoryEntry', { entryId: entry.id });
    return true;
  }

  async reload(): Promise<void> {
    await this.#protocol.send('Page.reload');
  }

  async stop(): Promise<void> {
    await this.#protocol.send('Page.stopLoading');
  }

  /** Evaluates an expression in the world of the script that watches; again, where another document comes meanwhile. */
  async #evaluateSoon(expression: string): Promise<unknown> {
    for (let restarts = 0; ; restarts += 1) {
      try {
        return await this.#evaluate(expression);
      } catch (error) {
        if (restarts >= maxRestarts || !isLostContext(error)) throw error;
        this.#world = null;
        await this.page.waitForLoadState('domcontentloaded', { timeout: answerMs });
      }
    }
  }

  async #evaluate(expression: string): Promise<unknown> {
    this.#world ??= (
      await this.#protocol.send('Page.createIsolatedWorld', {
        frameId: this.#mainFrame,
        worldName: watchWorld,
      })
    ).executionContextId;
    const { result, exceptionDetails } = await this.#protocol.send('Runtime.evaluate', {
      expression,
      contextId: this.#world,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? 'It failed.');
    return result.value;
  }

  /**
   * Reads the page as it stands now; a document that is no HTML as it came.
   * @returns null: it gives no answer, or is too large
   */
  async read(how: {
    flatten: boolean;
    maxBytes: number;
  }): Promise<{ body: Uint8Array; contentType: string } | null> {
    await within(this.page.waitForLoadState('domcontentloaded'), undefined);
    const type = this.#response?.headers()['content-type'] ?? null;
    if (this.#response !== null && type !== null && !isHtml(type, new Uint8Array(0))) {
      const body = await within(this.#response.body(), null);
      return body === null ? null : { body: new Uint8Array(body), contentType: type };
    }
    const input = {
      url: withoutHash(this.#response?.url() ?? this.page.url()),
      flatten: how.flatten,
      maxCharacters: how.maxBytes,
      maxElements,
    };
    const reading = await within(this.#evaluateSoon(callOf(readPage, input)), null);
    const html: unknown = Reflect.get(Object(reading), 'html');
    if (typeof html !== 'string') return null;
    const body = Buffer.from(html);
    return body.byteLength > how.maxBytes ? null : { body, contentType: 'text/html; charset=utf-8' };
  }

  /** The answers of JSON that its document got so far. */
  async answers(): Promise<NetworkAnswer[]> {
    await within(this.#reader.settled(), undefined);
    return this.#answers.answers;
  }

  async close(): Promise<void> {
    await within(this.page.close(), undefined);
  }

  async #listen(): Promise<void> {
    const { page } = this;
    const protocol = this.#protocol;
    page.on('crash', () => this.#events.crashed());
    page.on('requestfinished', (request) => {
      this.#events.requested(request);
      this.#reader.finished(request);
    });
    page.on('response', (response) => {
      const request = response.request();
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      this.#response = response;
    });
    protocol.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      protocol.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
      const { deviceWidth: width, deviceHeight: height } = metadata;
      this.#events.frame(Buffer.from(data, 'base64'), { width, height });
    });
    protocol.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== this.#mainFrame) return;
      this.#world = null;
      this.#answers = new AnswerCollection();
      this.#events.arrived();
      void this.#look();
    });
    protocol.on('Page.navigatedWithinDocument', ({ frameId }) => {
      if (frameId === this.#mainFrame) void this.#look();
    });
    protocol.on('Page.frameStartedLoading', ({ frameId }) => this.#loads(frameId, true));
    protocol.on('Page.frameStoppedLoading', ({ frameId }) => this.#loads(frameId, false));
    protocol.on('Page.domContentEventFired', () => void this.#look());
    this.#watch = await FrameWatch.start(page, protocol, this.#mainFrame, {
      seen: (seen, at) => this.#seen(seen, { ...at, url: page.url() }),
      attached: () => this.#events.changed(),
    });
    // A window that a page has opened may have loaded already.
    void within(page.waitForLoadState('load'), undefined).then(() => this.#loads(this.#mainFrame, false));
  }

  #seen(seen: Seen, at: SeenAt): void {
    if (seen.kind === 'title') {
      this.#title = seen.title;
      return this.#events.changed();
    }
    if (seen.kind !== 'choices' || seen.choices === null) return this.#events.seen(seen, at);
    this.#choosing = at.place;
    const { x, y } = this.#pressedAt;
    const choices = { ...seen.choices, x: seen.choices.x + x, y: seen.choices.y + y };
    return this.#events.seen({ kind: 'choices', choices }, at);
  }

  #loads(frameId: string, loading: boolean): void {
    if (frameId !== this.#mainFrame) return;
    this.#loading = loading;
    void this.#look();
  }

  /** Reads its title and history again. */
  async #look(): Promise<void> {
    this.#events.changed();
    try {
      const { currentIndex, entries } = await this.#protocol.send('Page.getNavigationHistory');
      const before = entries[currentIndex - 1]?.url ?? 'about:blank';
      this.#history = {
        canGoBack: before !== 'about:blank',
        canGoForward: currentIndex < entries.length - 1,
      };
      this.#title = entries[currentIndex]?.title ?? '';
    } catch {
      // It is being closed.
    }
    this.#events.changed();
  }
}

const withoutHash = (url: string): string => url.split('#', 1)[0] ?? '';

/** The result of work; `otherwise` if it fails or takes too long. */
async function within<T, U>(work: Promise<T>, otherwise: U, limitMs = answerMs): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
