import type { BrowserContext, CDPSession, Page, Request, Response } from 'playwright';
import { problem } from '../fetch/problem.ts';
import type { FetchProblem } from '../fetch/types.ts';
import { gateWelcome } from './gate.ts';
import type { GateSession } from './gate-session.ts';
import type { GivenDocument } from './types.ts';
import { RenderStop, type Visit } from './visit.ts';

/** A request of the page that waits to be told what becomes of it; a part of what the protocol gives. */
interface PausedRequest {
  requestId: string;
  request: { url: string };
  frameId: string;
  resourceType: string;
}

/** What is waited for before a page counts as loaded; the rest (images, streams, pings) may go on for ever. */
const countedTypes = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** A request that takes longer than this is one of those that do not end. Milliseconds. */
const longRequestMs = 5000;
/** Nothing that a page is asked takes this long unless its script is stuck. Milliseconds. */
const answerMs = 10_000;
/** For a tab to close; a stuck one does not. Milliseconds. */
const closeMs = 5000;
/** Redirects to a new document while something is being asked of the old one. */
const mostRestarts = 10;

/** Headers of an answer that mean nothing, or harm, for a document that the browser is handed. */
const notHandedOver = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'content-disposition',
  'set-cookie',
  'alt-svc',
  'clear-site-data',
  'connection',
  'keep-alive',
]);

/** One tab of the browser and what it is asked over the protocol. It shows one page at a time. */
export class Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** How often it was used. */
  uses = 0;
  /** Whether its page crashed, or closed itself. */
  isDead = false;
  /** Whether no page of an earlier visit is in it. */
  #isBlank = true;
  readonly #protocol: CDPSession;
  readonly #mainFrame: string;
  readonly #session: GateSession;
  #visit: Visit | null = null;
  /** Ends the visit from outside. */
  #end: (stop: RenderStop) => void = () => undefined;
  #ended: Promise<never> = new Promise(() => undefined);
  #world: number | null = null;
  /** The last document's answer, for what is not shown as it is. */
  #response: Response | null = null;
  readonly #pending = new Map<Request, number>();
  #refusedBefore = 0;
  #patienceMs = answerMs;

  private constructor(
    parts: { page: Page; context: BrowserContext; protocol: CDPSession; mainFrame: string },
    session: GateSession,
  ) {
    this.page = parts.page;
    this.context = parts.context;
    this.#protocol = parts.protocol;
    this.#mainFrame = parts.mainFrame;
    this.#session = session;
  }

  /** @param images whether images, media and fonts are loaded */
  static async open(context: BrowserContext, session: GateSession, images: boolean): Promise<Tab> {
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    const { frameTree } = await protocol.send('Page.getFrameTree');
    const tab = new Tab({ page, context, protocol, mainFrame: frameTree.frame.id }, session);
    await tab.#listen(images);
    return tab;
  }

  /** Presents the credentials of its context to the gate, which asks for them once; the context remembers them. */
  async introduce(): Promise<void> {
    const { username, password } = this.#session;
    const protocol = await this.context.newCDPSession(this.page);
    const accept = { response: 'ProvideCredentials', username, password } as const;
    protocol.on('Fetch.requestPaused', ({ requestId }) => {
      protocol.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
    });
    protocol.on('Fetch.authRequired', ({ requestId }) => {
      protocol
        .send('Fetch.continueWithAuth', { requestId, authChallengeResponse: accept })
        .catch(() => undefined);
    });
    await protocol.send('Fetch.enable', {
      handleAuthRequests: true,
      patterns: [{ urlPattern: gateWelcome }],
    });
    const answer = await this.page.goto(gateWelcome, { timeout: answerMs });
    await protocol.detach();
    if (answer?.status() !== 200) throw new Error('The browser does not use its gate.');
  }

  /** Begins a visit; `ended` of it rejects when something ends it from outside. */
  begin(visit: Visit): void {
    this.uses += 1;
    this.#visit = visit;
    this.#pending.clear();
    this.#response = null;
    this.#patienceMs = Math.min(answerMs, visit.request.settings.timeoutMs);
    this.#refusedBefore = this.#session.refused;
    this.#ended = new Promise((_, reject) => {
      this.#end = reject;
    });
    // Who waits for nothing at the moment is told at the next question.
    this.#ended.catch(() => undefined);
  }

  stop(stop: RenderStop): void {
    this.#end(stop);
  }

  finish(): void {
    this.#visit = null;
    this.#isBlank = false;
  }

  /** Requests of this visit that the gate has refused. */
  get refused(): number {
    return this.#session.refused - this.#refusedBefore;
  }

  /** Waits for something, but no longer than the visit goes on. */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#ended]);
  }

  /** The same for something that answers at once unless the page's script is stuck. `extraMs`: what it may take by itself. */
  async ask<T>(work: Promise<T>, extraMs = 0): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(stuckStop), this.#patienceMs + extraMs);
    });
    try {
      return await this.race(Promise.race([work, stuck]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for so many milliseconds. */
  async pause(ms: number): Promise<void> {
    if (ms <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.race(
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, ms);
        }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Evaluates an expression in the page, out of reach of its scripts. When the page goes on to another document meanwhile, it
   * is asked there again.
   */
  async evaluate(expression: string, extraMs = 0): Promise<unknown> {
    for (let restarts = 0; ; restarts += 1) {
      try {
        return await this.ask(this.#evaluate(expression), extraMs);
      } catch (error) {
        if (error instanceof RenderStop || restarts >= mostRestarts || !isLostContext(error)) throw error;
        this.#world = null;
        await this.pause(20);
        await this.loaded('domcontentloaded', answerMs);
      }
    }
  }

  async #evaluate(expression: string): Promise<unknown> {
    this.#world ??= (
      await this.#protocol.send('Page.createIsolatedWorld', {
        frameId: this.#mainFrame,
        worldName: 'spider-studio',
      })
    ).executionContextId;
    const { result, exceptionDetails } = await this.#protocol.send('Runtime.evaluate', {
      expression,
      contextId: this.#world,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? 'It failed.');
    return result.value;
  }

  /** Waits for a state of loading; false when it did not come in time. */
  async loaded(state: 'load' | 'domcontentloaded', timeoutMs: number): Promise<boolean> {
    try {
      await this.race(this.page.waitForLoadState(state, { timeout: Math.max(1, timeoutMs) }));
      return true;
    } catch (error) {
      if (error instanceof RenderStop) throw error;
      return false;
    }
  }

  /** Whether the page waits for answers that it needs, as far as one can tell. */
  isWaiting(): boolean {
    const now = performance.now();
    for (const began of this.#pending.values()) if (now - began < longRequestMs) return true;
    return false;
  }

  /** The bytes of the last document; null: there are none to be had. */
  async bytes(): Promise<Uint8Array | null> {
    return this.#response === null ? null : new Uint8Array(await this.ask(this.#response.body()));
  }

  /** Shows nothing, so that nothing of the last page goes on. */
  async clear(): Promise<void> {
    await this.ask(this.page.goto('about:blank'));
    this.#isBlank = true;
  }

  /** @returns false when it does not close: then only the end of the browser ends it */
  async close(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), closeMs);
    });
    const closed = this.page.close().then(
      () => true,
      () => true,
    );
    const done = await Promise.race([closed, late]);
    clearTimeout(timer);
    return done;
  }

  async #listen(images: boolean): Promise<void> {
    const { page } = this;
    const protocol = this.#protocol;
    const died = (reason: FetchProblem): void => {
      this.isDead = true;
      this.#end(new RenderStop(reason, 'crash'));
    };
    page.on('crash', () => died(crashed));
    page.on('close', () => died(closedItself));
    // Chromium itself lets through what a person's click would open, and there is nobody.
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    page.on('console', (message) => {
      const isPages = message.type() === 'error' && !message.text().includes('ERR_BLOCKED_BY_CLIENT');
      if (isPages && this.#visit !== null) this.#visit.consoleErrors += 1;
    });
    page.on('pageerror', () => {
      if (this.#visit !== null) this.#visit.consoleErrors += 1;
    });
    page.on('request', (request) => {
      if (countedTypes.has(request.resourceType())) this.#pending.set(request, performance.now());
    });
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('response', (response) => {
      const request = response.request();
      const visit = this.#visit;
      if (visit === null || !request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      if (visit.answered(response.url(), response.status(), response.headers())) this.#response = response;
    });
    protocol.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== this.#mainFrame) return;
      this.#world = null;
      this.#isBlank = this.#visit?.hasBegun === true;
      if (this.#visit !== null) this.#visit.arrivals += 1;
    });
    protocol.on('Fetch.requestPaused', (paused) => {
      // The page may be gone before it is told.
      this.#decide(paused).catch(() => undefined);
    });
    await protocol.send('Page.enable');
    await protocol.send('Fetch.enable', { patterns: interceptions(images) });
  }

  async #decide(paused: PausedRequest): Promise<void> {
    const { requestId, resourceType, frameId, request } = paused;
    const visit = this.#visit;
    if (resourceType === 'Other') return this.#sendNothing(requestId);
    if (resourceType !== 'Document') return this.#refuse(requestId);
    if (frameId !== this.#mainFrame || request.url === gateWelcome) return this.#pass(requestId);
    if (visit === null) return this.#refuse(requestId);
    const decision = await visit.decide(request.url, this.#isBlank);
    switch (decision.kind) {
      case 'give':
        return this.#give(requestId, decision.document);
      case 'go-on':
        return this.#pass(requestId);
      case 'refuse':
        if (this.#visit === visit && decision.stop !== null) this.#end(decision.stop);
        return this.#refuse(requestId);
      default:
        return decision satisfies never;
    }
  }

  async #pass(requestId: string): Promise<void> {
    await this.#protocol.send('Fetch.continueRequest', { requestId });
  }

  async #refuse(requestId: string): Promise<void> {
    await this.#protocol.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }

  /** For icons, which nobody will look at: a refusal would show up as an error of the page. */
  async #sendNothing(requestId: string): Promise<void> {
    await this.#protocol.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
  }

  async #give(requestId: string, { status, headers, body }: GivenDocument): Promise<void> {
    await this.#protocol.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries(headers)
        .filter(([name]) => !notHandedOver.has(name))
        .map(([name, value]) => ({ name, value: value.replaceAll(/[\r\n]+/g, ' ') })),
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
    });
  }
}

/** What is stopped on its way: every document, and what nobody will look at. */
function interceptions(
  images: boolean,
): { urlPattern?: string; resourceType: 'Document' | 'Image' | 'Media' | 'Font' | 'Other' }[] {
  const documents = { resourceType: 'Document' } as const;
  const icons = { urlPattern: '*favicon*', resourceType: 'Other' } as const;
  if (images) return [documents, icons];
  return [documents, icons, { resourceType: 'Image' }, { resourceType: 'Media' }, { resourceType: 'Font' }];
}

const crashed = problem('browser', 'The page crashed its tab in the browser.', true);
const closedItself = problem('browser', 'The tab was closed before the page was read.', true);
const stuckStop = new RenderStop(
  problem('browser', 'A script of the page does not come to an end, so its tab was killed.', true),
  'hang',
);

/** The page went on to another document, and what was asked went with the old one. */
function isLostContext(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return /context was destroyed|Cannot find (?:execution )?context|Inspected target navigated|uniqueContextId not found|Promise was collected/i.test(
    text,
  );
}
