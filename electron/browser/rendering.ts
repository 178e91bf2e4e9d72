import { isHtml } from '../fetch/page-kind.ts';
import { problem } from '../fetch/problem.ts';
import type { FetchProblem } from '../fetch/types.ts';
import { longestActions, longestPaging } from './action-limits.ts';
import type { CookieBridge } from './cookies.ts';
import type { EgressSession } from './egress-session.ts';
import { PageActions } from './page-actions.ts';
import { ListPaging } from './paging.ts';
import { callOf, readPage, scrollPage, untilQuiet } from './page-scripts.ts';
import type { Tab } from './tab.ts';
import type { ListPage, Paging, RenderedPage, RenderFacts, RenderSettings } from './types.ts';
import { RenderStop, withoutHash, type RequestPolicy } from './request-policy.ts';

/** Limit for the `load` event after the document has been parsed, in milliseconds. */
const loadMs = 10_000;
/** Limit for the page to become quiet after that. */
const settleMs = 8000;
/** How long the tree and the network must be quiet, for a page with text and for one without. */
const quietMs = 150;
const emptyQuietMs = 1500;
/** Limit for the tree of a page with text, as some never stop changing; also the duration of one wait. */
const busyMs = 2000;
/** Limit for BROWSER_WAIT_SELECTOR, set by the specification. */
const selectorMs = 30_000;
/** Limit for a challenge to clear. */
const defaultChallengeMs = 30_000;
/** Interval between checks of a challenge that does not change. */
const lookMs = 500;
/** Maximum number of elements of a page; the largest single-page standards have about 400,000. */
const maxElements = 1_000_000;
/** How long a page may take to grow after it was scrolled to its end. */
const growMs = 1000;
/** Allowance for all steps without a limit of their own. */
const spareMs = 10_000;

/** Returns the time after which a rendering counts as stuck, in milliseconds. */
export function longestRender(
  settings: RenderSettings,
  waitsOut: boolean,
  paging: Paging | null = null,
): number {
  const { timeoutMs, waitSelector, delayMs, scroll, challengeMs = defaultChallengeMs } = settings;
  const scrolling = scroll === null ? 0 : scroll.most * (scroll.delayMs + settleMs + growMs);
  const selector = waitSelector === null ? 0 : selectorMs;
  return (
    timeoutMs +
    loadMs +
    settleMs +
    selector +
    delayMs +
    scrolling +
    longestActions(settings.actions) +
    (paging === null ? 0 : longestPaging(paging)) +
    (waitsOut ? 2 * challengeMs : 0) +
    spareMs
  );
}

/** Renders a page in a tab whose request policy has begun: load, wait, scroll, read. Throws `RenderStop`. */
export class Rendering {
  readonly #tab: Tab;
  readonly #policy: RequestPolicy;
  readonly #session: EgressSession;
  readonly #settings: RenderSettings;
  readonly #notes: string[];
  readonly #began = performance.now();
  #scrolls = 0;
  #broken: string | null = null;

  /** @param notes receives what was done on the page, also where the rendering fails */
  constructor(tab: Tab, policy: RequestPolicy, session: EgressSession, notes: string[]) {
    this.#notes = notes;
    this.#tab = tab;
    this.#policy = policy;
    this.#session = session;
    this.#settings = policy.request.settings;
  }

  async run(cookies: CookieBridge | null, userAgent: string): Promise<RenderedPage> {
    const tab = this.#tab;
    if (cookies !== null) await tab.ask(cookies.give());
    await this.#go();
    await this.#arrive();
    const arrived = performance.now();
    const file = await this.#fileBehind();
    let body = file;
    let list: ListPage[] | null = null;
    let [waited, scrolled, acted] = [arrived, arrived, arrived];
    if (body === null) {
      body = await this.#waitOut();
      const { waitSelector, delayMs, scroll, actions } = this.#settings;
      if (waitSelector !== null || delayMs > 0 || scroll !== null || actions.length > 0) body = null;
      if (waitSelector !== null) await this.#waitFor(waitSelector);
      await tab.pause(delayMs);
      waited = performance.now();
      await this.#scroll();
      scrolled = performance.now();
      if (actions.length > 0) await this.#act();
      const { paging } = this.#policy.request;
      if (paging !== undefined) list = await this.#page(paging);
      acted = performance.now();
      body = list?.[0]?.html ?? body ?? (await this.#read());
      await tab.answersRead();
    }
    const refusal = await tab.race(this.#policy.arrivalRefusal());
    if (refusal !== null) throw new RenderStop(refusal);
    if (cookies !== null) await tab.ask(cookies.take());
    const now = performance.now();
    const page = this.#result(body, file === null, {
      timings: {
        loadMs: arrived - this.#began,
        waitMs: waited - arrived,
        scrollMs: scrolled - waited,
        actMs: acted - scrolled,
        readMs: now - acted,
      },
      consoleErrors: this.#policy.consoleErrors,
      scrolls: this.#scrolls,
      refused: tab.refused,
      userAgent,
      notes: this.#notes,
    });
    if (list === null) return page;
    return this.#broken === null ? { ...page, list } : { ...page, list, broken: this.#broken };
  }

  #result(body: Uint8Array, isPage: boolean, rendering: RenderFacts): RenderedPage {
    const { answer, request, url, history } = this.#policy;
    const headers = { ...answer?.headers };
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) delete headers[name];
    if (isPage) headers['content-type'] = 'text/html; charset=utf-8';
    return {
      url: request.url,
      finalUrl: url,
      hops: history,
      status: answer?.status ?? 200,
      headers,
      body,
      durationMs: performance.now() - this.#began,
      rendering,
    };
  }

  async #go(isAgain = false): Promise<void> {
    const tab = this.#tab;
    const { timeoutMs } = this.#settings;
    try {
      await tab.race(tab.page.goto(this.#policy.request.url, { waitUntil: 'commit', timeout: timeoutMs }));
    } catch (error) {
      if (error instanceof RenderStop) throw error;
      const text = error instanceof Error ? error.message : String(error);
      // A script navigated before the page loaded: its target is waited for.
      if (/interrupted by another navigation/i.test(text)) return;
      // A request of the tab's previous page was mistaken for one of this page, or the reverse.
      if (this.#policy.hasBegun || isAgain) throw this.#failedToGo(text);
      await tab.clear();
      return this.#go(true);
    }
    const { answer } = this.#policy;
    const known = this.#session.problemOf(hostOf(this.#policy.url));
    // Refused requests are answered by the egress proxy itself.
    const isEgressFailure = answer !== null && (answer.status === 403 || answer.status === 502);
    if (isEgressFailure && known !== null && this.#policy.request.document === null)
      throw new RenderStop(known);
  }

  #failedToGo(text: string): RenderStop {
    const { url } = this.#policy;
    const host = hostOf(url);
    if (/Download is starting/i.test(text)) {
      return new RenderStop(
        problem('browser', `${url} is a file to download, which a browser does not render.`),
        'download',
      );
    }
    const known = this.#session.problemOf(host);
    if (known !== null) return new RenderStop(known);
    if (/Timeout \d+ms exceeded/.test(text)) {
      const seconds = Math.round(this.#settings.timeoutMs / 1000);
      return new RenderStop(
        problem('timeout', `${host} did not answer the browser within ${seconds} s.`, true),
      );
    }
    return new RenderStop(netProblem(/net::(ERR_\w+)/.exec(text)?.[1] ?? '', host));
  }

  /** Waits until the document has been parsed, and for a limited time until its resources have loaded. */
  async #arrive(): Promise<void> {
    const { timeoutMs } = this.#settings;
    if (!(await this.#tab.loaded('domcontentloaded', timeoutMs))) {
      const seconds = Math.round(timeoutMs / 1000);
      this.#notes.push(
        `The page had not finished loading after ${seconds} s; the page is used as it was then.`,
      );
      return;
    }
    await this.#tab.loaded('load', Math.min(loadMs, timeoutMs));
  }

  /** Returns the body of a document that is not HTML, which a browser shows in a page of its own. */
  async #fileBehind(): Promise<Uint8Array | null> {
    const { answer, request } = this.#policy;
    const type = answer?.headers['content-type'] ?? null;
    if (type === null || request.document !== null || isHtml(type, new Uint8Array(0))) return null;
    return this.#tab.bytes();
  }

  /** Waits until the page is quiet and challenges have cleared. @returns the page, if it was read for the check */
  async #waitOut(): Promise<Uint8Array | null> {
    const { challengeMs = defaultChallengeMs, waitSelector } = this.#settings;
    const emptyMs = waitSelector === null ? emptyQuietMs : quietMs;
    if (this.#policy.request.challenge === undefined) {
      await this.#settle(emptyMs);
      return null;
    }
    const deadline = performance.now() + challengeMs;
    for (;;) {
      // Challenges are detected at once, pages without one when they are quiet.
      let name = this.#challengeIn(await this.#read());
      if (name === null) {
        await this.#settle(emptyMs);
        const body = await this.#read();
        name = this.#challengeIn(body);
        if (name === null) return body;
      }
      if (performance.now() > deadline) {
        const what = name.charAt(0).toUpperCase() + name.slice(1);
        const message = `${what} did not clear within ${challengeMs / 1000} seconds in the browser.`;
        throw new RenderStop(problem('challenge', message));
      }
      const { arrivals } = this.#policy;
      const next = performance.now() + lookMs;
      while (this.#policy.arrivals === arrivals && performance.now() < next) await this.#tab.pause(25);
      if (this.#policy.arrivals !== arrivals) await this.#arrive();
    }
  }

  #challengeIn(body: Uint8Array): string | null {
    const { status, headers } = this.#policy.answer ?? { status: 200, headers: {} };
    return this.#policy.request.challenge?.({ status, headers, body }) ?? null;
  }

  /** Waits until neither the network nor the tree has changed for a while. */
  async #settle(emptyMs = emptyQuietMs): Promise<void> {
    const deadline = performance.now() + settleMs;
    for (;;) {
      while (this.#tab.isWaiting() && performance.now() < deadline) await this.#tab.pause(25);
      const { arrivals } = this.#policy;
      const left = deadline - performance.now();
      if (left <= 0) return;
      const longestMs = Math.min(left, busyMs);
      const call = callOf(untilQuiet, { quietMs, emptyQuietMs: emptyMs, longestMs });
      const quiet = isQuiet(await this.#tab.evaluate(call, longestMs));
      if (quiet && !this.#tab.isWaiting() && this.#policy.arrivals === arrivals) return;
      if (this.#policy.arrivals !== arrivals) await this.#arrive();
    }
  }

  async #waitFor(selector: string): Promise<void> {
    const { page } = this.#tab;
    const options = { state: 'attached', timeout: selectorMs } as const;
    try {
      await this.#tab.race(page.waitForSelector(`css=${selector}`, options));
    } catch (error) {
      if (error instanceof RenderStop) throw error;
      const late = error instanceof Error && error.name === 'TimeoutError';
      const said = late
        ? `did not appear within ${selectorMs / 1000} seconds`
        : 'is not understood by the browser';
      this.#notes.push(`BROWSER_WAIT_SELECTOR "${selector}" ${said}; the page is used as it was then.`);
    }
  }

  /** Scrolls down as long as the page grows. */
  async #scroll(): Promise<void> {
    const { scroll } = this.#settings;
    if (scroll === null) return;
    while (this.#scrolls < scroll.most) {
      const before = sizeOf(await this.#tab.evaluate(callOf(scrollPage, { move: true })));
      this.#scrolls += 1;
      await this.#tab.pause(scroll.delayMs);
      await this.#settle(quietMs);
      if (!(await this.#growsBeyond(before))) return;
    }
  }

  /** Whether the page has grown, or grows within a while, so that scrolling does not end early. */
  async #growsBeyond(before: { height: number; elements: number }): Promise<boolean> {
    const deadline = performance.now() + growMs;
    for (;;) {
      const now = sizeOf(await this.#tab.evaluate(callOf(scrollPage, { move: false })));
      if (now.height > before.height || now.elements > before.elements) return true;
      if (performance.now() > deadline) return false;
      await this.#tab.pause(100);
    }
  }

  /** Carries out the actions, and tells what they did in one note. */
  async #act(): Promise<void> {
    await this.#telling((told) =>
      new PageActions(this.#tab, this.#policy, () => this.#settle(quietMs)).run(told),
    );
  }

  /** Pages through a list, and tells what was done in one note. */
  async #page(paging: Paging): Promise<ListPage[]> {
    const parts = { tab: this.#tab, policy: this.#policy, paging };
    const pages = new ListPaging(
      parts,
      () => this.#settle(quietMs),
      () => this.#read(),
    );
    const list = await this.#telling((told) => pages.run(told));
    this.#broken = pages.broken;
    return list;
  }

  /** Makes one note of what work tells, also where it fails. */
  async #telling<T>(work: (told: string[]) => Promise<T>): Promise<T> {
    const told: string[] = [];
    try {
      return await work(told);
    } finally {
      if (told.length > 0) this.#notes.push(told.join(' '));
    }
  }

  async #read(): Promise<Uint8Array> {
    const { maxBytes, flatten } = this.#settings;
    const url = this.#policy.url;
    const reading = await this.#tab.evaluate(
      callOf(readPage, { url, flatten, maxCharacters: maxBytes, maxElements }),
      spareMs,
    );
    const { html, at } = readingOf(reading);
    if (at.startsWith('chrome-error:')) {
      const host = hostOf(url);
      throw new RenderStop(this.#session.problemOf(host) ?? netProblem('', host));
    }
    const body = html === null ? null : Buffer.from(html);
    if (body === null || body.byteLength > maxBytes) {
      const message = `${withoutHash(url)} grew larger than the limit of ${Math.round(maxBytes / 1024 / 1024)} MiB in the browser.`;
      throw new RenderStop(problem('too-large', message));
    }
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
}

function readingOf(value: unknown): { html: string | null; at: string } {
  if (typeof value !== 'object' || value === null) return { html: '', at: '' };
  const html: unknown = 'html' in value ? value.html : null;
  const url: unknown = 'url' in value ? value.url : null;
  return { html: typeof html === 'string' ? html : null, at: typeof url === 'string' ? url : '' };
}

/** Whether there is nothing left to wait for. A page with text that never stops changing counts as quiet. */
function isQuiet(value: unknown): boolean {
  return Reflect.get(Object(value), 'quiet') === true || Reflect.get(Object(value), 'empty') === false;
}

function sizeOf(value: unknown): { height: number; elements: number } {
  const number = (name: string): number => Number(Reflect.get(Object(value), name) ?? 0);
  return { height: number('height'), elements: number('elements') };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** Converts the name of a Chromium network error to a problem, if the egress proxy recorded none. */
function netProblem(code: string, host: string): FetchProblem {
  if (code.startsWith('ERR_CERT_') || code.startsWith('ERR_SSL_')) {
    const name = code.slice(4).toLowerCase().replaceAll('_', ' ');
    return problem('tls', `No secure connection to ${host}: ${name}.`);
  }
  if (code === 'ERR_TOO_MANY_REDIRECTS') {
    return problem('too-many-redirects', `${host} redirects in a loop, so it has no page to read.`);
  }
  if (code === 'ERR_ABORTED') return problem('protocol', `${host} did not return a page to the browser.`);
  if (code === 'ERR_INVALID_RESPONSE' || code === 'ERR_INVALID_HTTP_RESPONSE') {
    return problem('protocol', `${host} answered with something that is not valid HTTP.`);
  }
  const what = code === '' ? 'failed' : `failed (${code})`;
  return problem('connection', `The connection of the browser to ${host} ${what}.`, true);
}
