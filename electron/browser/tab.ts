import type { BrowserContext, CDPSession, Page, Request, Response } from 'playwright';
import { problem } from '../fetch/problem.ts';
import type { FetchProblem } from '../fetch/types.ts';
import { egressWelcomeUrl } from './egress-proxy.ts';
import { introduce } from './egress-introduction.ts';
import type { EgressSession } from './egress-session.ts';
import { isLostContext } from './lost-context.ts';
import type { GivenDocument } from './types.ts';
import { RenderStop, type RequestPolicy } from './request-policy.ts';
import { SeenAnswers } from './seen-answers.ts';

/** A paused request of the page, which waits for a decision: the fields used of `Fetch.requestPaused`. */
interface PausedRequest {
  requestId: string;
  request: { url: string };
  frameId: string;
  resourceType: string;
}

/** Resource types that must finish before a page counts as loaded. Others (images, streams, pings) may never end. */
const countedTypes = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch']);
/** A request pending for longer no longer counts as loading, in milliseconds. */
const longRequestMs = 5000;
/** Limit for an answer of the page; a longer one means a stuck script. Milliseconds. */
const answerMs = 10_000;
/** Limit for closing a tab, in milliseconds; a stuck one does not close. */
const closeMs = 5000;
/** Navigations during one evaluation before it fails. */
const maxRestarts = 10;

/** Response headers that are left out when a fetched document is passed to the browser. */
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

/** One tab of the browser, driven over the DevTools protocol. It renders one page at a time. */
export class Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Number of pages rendered. */
  uses = 0;
  /** Whether its page crashed, or closed itself. */
  isDead = false;
  /** Whether it contains no earlier page. */
  #isBlank = true;
  readonly #protocol: CDPSession;
  readonly #mainFrame: string;
  readonly #session: EgressSession;
  #policy: RequestPolicy | null = null;
  /** Ends the rendering from outside. */
  #end: (stop: RenderStop) => void = () => undefined;
  #ended: Promise<never> = new Promise(() => undefined);
  #world: number | null = null;
  /** Response to the last document request, for bodies that are not HTML. */
  #response: Response | null = null;
  /** Null: nobody asks for the answers that the page gets. */
  #answers: SeenAnswers | null = null;
  readonly #pending = new Map<Request, number>();
  #refusedBefore = 0;
  #callTimeoutMs = answerMs;

  private constructor(
    parts: { page: Page; context: BrowserContext; protocol: CDPSession; mainFrame: string },
    session: EgressSession,
  ) {
    this.page = parts.page;
    this.context = parts.context;
    this.#protocol = parts.protocol;
    this.#mainFrame = parts.mainFrame;
    this.#session = session;
  }

  /** @param images whether images, media and fonts are loaded */
  static async open(context: BrowserContext, session: EgressSession, images: boolean): Promise<Tab> {
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    const { frameTree } = await protocol.send('Page.getFrameTree');
    const tab = new Tab({ page, context, protocol, mainFrame: frameTree.frame.id }, session);
    await tab.#listen(images);
    return tab;
  }

  /** Presents the credentials of its context to the egress proxy. */
  async introduce(): Promise<void> {
    await introduce(this.page, this.#session);
  }

  /** Starts a rendering under a request policy. */
  begin(policy: RequestPolicy): void {
    this.uses += 1;
    this.#policy = policy;
    this.#pending.clear();
    this.#response = null;
    const { onAnswer } = policy.request;
    this.#answers = onAnswer === undefined ? null : new SeenAnswers(onAnswer);
    this.#callTimeoutMs = Math.min(answerMs, policy.request.settings.timeoutMs);
    this.#refusedBefore = this.#session.refused;
    this.#ended = new Promise((_, reject) => {
      this.#end = reject;
    });
    // Without a pending call, the next one rejects.
    this.#ended.catch(() => undefined);
  }

  /** Ends the rendering: pending and later calls of `race` reject with `stop`. */
  stop(stop: RenderStop): void {
    this.#end(stop);
  }

  finish(): void {
    this.#policy = null;
    this.#answers = null;
    this.#isBlank = false;
  }

  /** Requests of this page that the egress proxy refused. */
  get refused(): number {
    return this.#session.refused - this.#refusedBefore;
  }

  /** Waits for `work`. @throws RenderStop if the rendering ends first */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#ended]);
  }

  /** The same with a limit, after which the page's script counts as stuck. `extraMs` is added to the limit. */
  async ask<T>(work: Promise<T>, extraMs = 0): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(stuckStop), this.#callTimeoutMs + extraMs);
    });
    try {
      return await this.race(Promise.race([work, stuck]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for a number of milliseconds. */
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
   * Evaluates an expression in an isolated world of the page. If the page navigates meanwhile, the expression is evaluated
   * again in the new document.
   */
  async evaluate(expression: string, extraMs = 0): Promise<unknown> {
    for (let restarts = 0; ; restarts += 1) {
      try {
        return await this.ask(this.#evaluate(expression), extraMs);
      } catch (error) {
        if (error instanceof RenderStop || restarts >= maxRestarts || !isLostContext(error)) throw error;
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

  /** Waits for a load state. @returns false if it was not reached within `timeoutMs` */
  async loaded(state: 'load' | 'domcontentloaded', timeoutMs: number): Promise<boolean> {
    try {
      await this.race(this.page.waitForLoadState(state, { timeout: Math.max(1, timeoutMs) }));
      return true;
    } catch (error) {
      if (error instanceof RenderStop) throw error;
      return false;
    }
  }

  /** Whether requests that count as loading are pending. */
  isWaiting(): boolean {
    const now = performance.now();
    for (const began of this.#pending.values()) if (now - began < longRequestMs) return true;
    return false;
  }

  /** Waits for the answers of the page that are being read. */
  async answersRead(): Promise<void> {
    if (this.#answers !== null) await this.race(this.#answers.settled());
  }

  /** Returns the bytes of the last document, or null if there are none. */
  async bytes(): Promise<Uint8Array | null> {
    return this.#response === null ? null : new Uint8Array(await this.ask(this.#response.body()));
  }

  /** Navigates to a blank page, which ends all activity of the last one. */
  async clear(): Promise<void> {
    await this.ask(this.page.goto('about:blank'));
    this.#isBlank = true;
  }

  /** Closes the tab. @returns false if it does not close, and the browser must be ended */
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
    // Chromium allows what a user's click would open, but there is no user.
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    page.on('console', (message) => {
      const isPages = message.type() === 'error' && !message.text().includes('ERR_BLOCKED_BY_CLIENT');
      if (isPages && this.#policy !== null) this.#policy.consoleErrors += 1;
    });
    page.on('pageerror', () => {
      if (this.#policy !== null) this.#policy.consoleErrors += 1;
    });
    page.on('request', (request) => {
      if (countedTypes.has(request.resourceType())) this.#pending.set(request, performance.now());
    });
    page.on('requestfinished', (request) => {
      this.#pending.delete(request);
      this.#answers?.finished(request);
    });
    page.on('requestfailed', (request) => this.#pending.delete(request));
    page.on('response', (response) => {
      const request = response.request();
      const policy = this.#policy;
      if (policy === null || !request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      if (policy.answered(response.url(), response.status(), response.headers())) this.#response = response;
    });
    protocol.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== this.#mainFrame) return;
      this.#world = null;
      this.#isBlank = this.#policy?.hasBegun === true;
      if (this.#policy !== null) this.#policy.arrivals += 1;
    });
    protocol.on('Fetch.requestPaused', (paused) => {
      // The page may be closed before it receives the decision.
      this.#decide(paused).catch(() => undefined);
    });
    await protocol.send('Page.enable');
    await protocol.send('Fetch.enable', { patterns: interceptions(images) });
  }

  async #decide(paused: PausedRequest): Promise<void> {
    const { requestId, resourceType, frameId, request } = paused;
    const policy = this.#policy;
    if (resourceType === 'Other') return this.#sendNothing(requestId);
    if (resourceType !== 'Document') return this.#refuse(requestId);
    if (frameId !== this.#mainFrame || request.url === egressWelcomeUrl) return this.#pass(requestId);
    if (policy === null) return this.#refuse(requestId);
    const decision = await policy.decide(request.url, this.#isBlank);
    switch (decision.kind) {
      case 'give':
        return this.#give(requestId, decision.document);
      case 'go-on':
        return this.#pass(requestId);
      case 'stay':
        return this.#refuse(requestId, 'Aborted');
      case 'refuse':
        if (this.#policy === policy && decision.stop !== null) this.#end(decision.stop);
        return this.#refuse(requestId);
      default:
        return decision satisfies never;
    }
  }

  async #pass(requestId: string): Promise<void> {
    await this.#protocol.send('Fetch.continueRequest', { requestId });
  }

  /** @param errorReason after `Aborted` the page stays as it is */
  async #refuse(
    requestId: string,
    errorReason: 'BlockedByClient' | 'Aborted' = 'BlockedByClient',
  ): Promise<void> {
    await this.#protocol.send('Fetch.failRequest', { requestId, errorReason });
  }

  /** Answers icon requests with an empty response: a refusal would appear as an error of the page. */
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

/** Returns the request patterns to intercept: all documents, and resources that are never shown. */
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
  problem('browser', 'A script of the page hangs, so its tab was closed.', true),
  'hang',
);
