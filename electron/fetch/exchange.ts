import type { Dispatcher } from 'undici';
import { createBodyReader, type BodyReader } from './body.ts';
import {
  interimProblem,
  overdueProblem,
  problemFromError,
  tooLargeProblem,
  tooManyPiecesProblem,
} from './problem.ts';
import type { Pools } from './pools.ts';
import type { FetchLimits, FetchProblem } from './types.ts';

export type ResponseHeaders = Record<string, string | string[] | undefined>;

/** What one request came to. */
export type ExchangeResult =
  | {
      ok: true;
      status: number;
      headers: ResponseHeaders;
      body: Uint8Array;
      /** The body was longer, and ended where the request said that it is enough. */
      wasCut: boolean;
      /** See `FetchedPage`. */
      gzip: Uint8Array | null;
    }
  /** `error`: what the connection reported, null when the limit was ours. `answered`: a part of an answer had arrived. */
  | { ok: false; problem: FetchProblem; error: unknown; answered: boolean };

/** Steers a request that is under way. */
export interface Controller {
  /** Nothing more of it is wanted. */
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

export interface ExchangeOptions {
  url: URL;
  /** Names and values in turn. */
  headers: string[];
  limits: FetchLimits;
  /** So many decoded bytes of the body are enough; null: it is wanted whole. */
  cutAt: number | null;
  /** The request line names the whole URL: it goes to a proxy that is to fetch it (RFC 9112, section 3.2.2). */
  wholeUrl: boolean;
  /** The request leaves at once: no other request of this client holds its connection. */
  startsAtOnce: boolean;
}

/** Redirects whose body is not worth reading; see RFC 9110, section 15.4. */
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Interim answers (1xx) that may come before the answer: honest servers send one or two. */
const maxInterimAnswers = 10_000;

/** So much of a redirect's body is read, and so long (milliseconds), to keep its connection usable for the next request. */
const drainBytes = 64 * 1024;
const drainMs = 2000;

/**
 * A body in more pieces is given up: each costs the crawl about a microsecond, and all hosts wait for it. A page of the largest
 * size that is taken where nothing else was asked for may still come in pieces of 17 bytes (decision 0230).
 */
const maxPieces = 1_000_000;

const noBody = new Uint8Array(0);

/** Where a redirect leads, as written by the server; null when the answer is no redirect. */
export function redirectLocation(status: number, headers: ResponseHeaders): string | null {
  if (!redirectStatuses.has(status)) return null;
  const { location } = headers;
  return (Array.isArray(location) ? location[0] : location) ?? null;
}

/**
 * One request and its answer, over undici's `dispatch` or over HTTP/2: no stream object, no extra promise per piece.
 * Settles exactly once, never rejects; whatever ends it early also ends the connection, or its stream of one.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<ExchangeResult>;
  readonly #options: ExchangeOptions;
  #resolve: ((result: ExchangeResult) => void) | null = null;
  #controller: Controller | null = null;
  #timer: NodeJS.Timeout | null = null;
  #answered = false;
  #status = 0;
  #headers: ResponseHeaders = {};
  /** Null before the headers, and while a redirect is drained. */
  #reader: BodyReader | null = null;
  #drained = 0;
  #pieces = 0;
  #interimAnswers = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (options.startsAtOnce) this.#startTimer();
  }

  get url(): URL {
    return this.#options.url;
  }

  /** Names and values in turn, as they are to be sent. */
  get headers(): readonly string[] {
    return this.#options.headers;
  }

  /** Nobody waits for an answer any more. */
  get hasEnded(): boolean {
    return this.#resolve === null;
  }

  /** Sends the request over HTTP/1.1. */
  send(pools: Pools): void {
    const { url, headers, wholeUrl } = this.#options;
    const path = (wholeUrl ? url.origin : '') + url.pathname + url.search;
    pools.dispatch({ origin: url.origin, path, method: 'GET', headers }, this);
  }

  /** Ends it with this problem, if it has not ended. */
  stop(problem: FetchProblem): void {
    this.#fail(problem, null);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#resolve === null) controller.abort(new Error('The request was given up before it was sent.'));
    else if (this.#timer === null) this.#startTimer();
  }

  onResponseStarted(): void {
    this.#answered = true;
  }

  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders): void {
    if (this.#resolve === null) return;
    if (status < 200) return this.#onInterimAnswer();
    this.#status = status;
    this.#headers = headers;
    if (redirectLocation(status, headers) !== null) {
      this.#startTimer(drainMs);
      return;
    }
    const { url, limits, cutAt } = this.#options;
    if (cutAt === null && Number(headers['content-length']) > limits.maxBytes) {
      this.#fail(tooLargeProblem(url, limits.maxBytes), null);
      return;
    }
    this.#reader = createBodyReader({
      url,
      encoding: [headers['content-encoding'] ?? ''].flat().join(','),
      limits,
      cutAt,
      onBody: (body, wasCut, gzip) => {
        if (wasCut) this.#endEarly(body);
        else this.#succeed(body, false, gzip);
      },
      onProblem: (problem) => this.#fail(problem, null),
      onDrain: () => controller.resume(),
    });
  }

  /** 103 Early Hints and the like come before the answer. */
  #onInterimAnswer(): void {
    this.#interimAnswers += 1;
    if (this.#interimAnswers <= maxInterimAnswers) return;
    this.#fail(interimProblem(this.#options.url, maxInterimAnswers), null);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#resolve === null) return;
    this.#pieces += 1;
    if (this.#pieces > maxPieces) {
      this.#fail(tooManyPiecesProblem(this.#options.url, maxPieces), null);
    } else if (this.#reader === null) {
      this.#drained += chunk.length;
      if (this.#drained > drainBytes) this.#endEarly(null);
    } else if (!this.#reader.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#controller = null;
    if (this.#reader === null) this.#succeed(noBody);
    else this.#reader.end();
  }

  onResponseError(_controller: Controller | null, error: Error): void {
    this.#controller = null;
    if (this.#isDraining()) this.#succeed(noBody);
    else this.#fail(problemFromError(error, this.#options.url, this.#options.limits), error);
  }

  #isDraining(): boolean {
    return this.#status !== 0 && this.#reader === null;
  }

  /**
   * What has come is good enough, at the cost of the connection.
   * @param body null: the answer is a redirect, of which only the rest of the body is missing
   */
  #endEarly(body: Uint8Array | null): void {
    const controller = this.#controller;
    this.#succeed(body ?? noBody, body !== null);
    controller?.abort(new Error('The rest of the body is not read.'));
  }

  #startTimer(longest = Infinity): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const { timeoutMs } = this.#options.limits;
    this.#timer = setTimeout(() => this.#onTimeout(), Math.min(timeoutMs, longest));
  }

  #onTimeout(): void {
    const { url, limits } = this.#options;
    if (this.#isDraining()) this.#endEarly(null);
    else this.#fail(overdueProblem(url, limits.timeoutMs), null);
  }

  #succeed(body: Uint8Array, wasCut = false, gzip: Uint8Array | null = null): void {
    this.#settle({ ok: true, status: this.#status, headers: this.#headers, body, wasCut, gzip });
  }

  #fail(problem: FetchProblem, error: unknown): void {
    if (!this.#settle({ ok: false, problem, error, answered: this.#answered })) return;
    this.#reader?.destroy();
    this.#controller?.abort(new Error('The fetch ended early.'));
    this.#controller = null;
  }

  #settle(result: ExchangeResult): boolean {
    if (this.#resolve === null) return false;
    const resolve = this.#resolve;
    this.#resolve = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    resolve(result);
    return true;
  }
}
