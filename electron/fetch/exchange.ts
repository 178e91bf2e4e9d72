import type { Dispatcher } from 'undici';
import { createBodyReader, type BodyReader, type DecodedBody } from './body.ts';
import {
  interimProblem,
  overdueProblem,
  problemFromError,
  tooLargeProblem,
  tooManyPiecesProblem,
} from './problem.ts';
import type { Pools } from './pools.ts';
import { redirectLocation } from './redirect.ts';
import { joinedHeaders, type ResponseHeaders } from './response-headers.ts';
import { readHead, type RawHeaders } from './response-head.ts';
import type { FetchLimits, FetchProblem, LongBody, ResponseHead } from './types.ts';

/** Result of one request. */
export type ExchangeResult =
  | ({ ok: true; status: number; headers: ResponseHeaders; head: ResponseHead } & DecodedBody)
  /** `error`: error of the connection; null if a limit of the fetch was exceeded. `answered`: part of a response had arrived. */
  | { ok: false; problem: FetchProblem; error: unknown; answered: boolean };

/** Controls a request in progress. */
export interface Controller {
  /** Names and values of the response, alternating, as received. */
  readonly rawHeaders?: RawHeaders;
  /** Aborts the request. */
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Options of one exchange. */
export interface ExchangeOptions {
  url: URL;
  method: string;
  /** Names and values, alternating. */
  headers: string[];
  /** null: none. */
  body: Uint8Array | null;
  limits: FetchLimits;
  /** Number of decoded bytes of the body that suffice; null for the whole body. */
  cutAt: number | null;
  /** See `FetchRequest`. */
  onlyWhole: boolean;
  /** See `BodyPart`; null: long bodies are held in memory, too. */
  long: LongBody | null;
  /** Whether the request line contains the whole URL, for a proxy that forwards the request (RFC 9112, section 3.2.2). */
  wholeUrl: boolean;
  /** Whether the request is sent at once: no other request of this client uses its connection. */
  startsAtOnce: boolean;
  /** Called when the request is written to its connection, which may fail afterwards. */
  onSend?: ((url: URL) => void) | undefined;
}

/** Maximum number of interim responses (1xx); honest servers send one or two. */
const maxInterimAnswers = 10_000;

/**
 * How much of a redirect's body is read, and for how long in milliseconds, to keep its connection usable for the next request.
 */
const drainBytes = 64 * 1024;
const drainMs = 2000;

/**
 * Maximum number of chunks of a body. Each costs the process about a microsecond, in which all hosts wait. A page of the default
 * maximum size may still arrive in chunks of 17 bytes (decision 0230).
 */
const maxPieces = 1_000_000;

const noBody: DecodedBody = { body: new Uint8Array(0), wasCut: false, gzip: null, sunkBytes: null };

/**
 * One request and its response, over undici's `dispatch` or over HTTP/2, without a stream object or a promise per chunk. Settles
 * exactly once and never rejects. Ending it early also ends its connection, or its HTTP/2 stream.
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
  #head: ResponseHead = { statusLine: null, fields: [] };
  /** null before the headers, and while a redirect is drained. */
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

  get method(): string {
    return this.#options.method;
  }

  /** Headers to send; names and values, alternating. */
  get headers(): readonly string[] {
    return this.#options.headers;
  }

  /** The body to send; null: none. */
  get body(): Uint8Array | null {
    return this.#options.body;
  }

  /** Whether the exchange has settled. */
  get hasEnded(): boolean {
    return this.#resolve === null;
  }

  /** Sends the request over HTTP/1.1. */
  send(pools: Pools): void {
    const { url, method, headers, body, wholeUrl } = this.#options;
    const path = (wholeUrl ? url.origin : '') + url.pathname + url.search;
    pools.dispatch({ origin: url.origin, path, method, headers, body }, this);
  }

  /** Ends the exchange with a problem, unless it has settled. */
  stop(problem: FetchProblem): void {
    this.#fail(problem, null);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#resolve === null) {
      controller.abort(new Error('The request was given up before it was sent.'));
      return;
    }
    if (this.#timer === null) this.#startTimer();
    // Undici writes it when this returns. A process that has to wait for the processor between the two would count too early.
    const { onSend, url } = this.#options;
    if (onSend !== undefined) process.nextTick(onSend, url);
  }

  onResponseStarted(): void {
    this.#answered = true;
  }

  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders, reason?: string): void {
    if (this.#resolve === null) return;
    if (status < 200) return this.#onInterimAnswer();
    this.#status = status;
    this.#headers = headers;
    if (redirectLocation(status, headers) !== null) {
      this.#startTimer(drainMs);
      return;
    }
    this.#head = readHead(status, reason, controller.rawHeaders);
    const { url, limits, onlyWhole } = this.#options;
    const { cutAt, long } = this.#partOf(status);
    if (cutAt === null && Number(headers['content-length']) > limits.maxBytes) {
      this.#fail(tooLargeProblem(url, limits.maxBytes), null);
      return;
    }
    // A compressed body is longer yet.
    if (onlyWhole && cutAt !== null && Number(headers['content-length']) > cutAt) {
      this.#endEarly({ ...noBody, wasCut: true });
      return;
    }
    this.#reader = createBodyReader({
      url,
      encoding: [headers['content-encoding'] ?? ''].flat().join(','),
      limits,
      cutAt,
      long,
      headers: long === null ? {} : joinedHeaders(headers),
      onBody: (decoded) => {
        if (decoded.wasCut) this.#endEarly(decoded);
        else this.#succeed(decoded);
      },
      onProblem: (problem) => this.#fail(problem, null),
      onDrain: () => controller.resume(),
    });
  }

  /** How much is wanted of the body of a response, and where a long one goes. Of an error, what says why is enough. */
  #partOf(status: number): { cutAt: number | null; long: LongBody | null } {
    const { cutAt, long } = this.#options;
    if (long === null || (status >= 200 && status < 300)) return { cutAt, long };
    return { cutAt: Math.min(cutAt ?? Infinity, long.from), long: null };
  }

  /** Handles a response such as 103 Early Hints, which precedes the actual one. */
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
   * Settles with what has arrived, and closes the connection.
   * @param decoded null for a redirect, of which only the rest of the body is missing
   */
  #endEarly(decoded: DecodedBody | null): void {
    const controller = this.#controller;
    this.#succeed(decoded ?? noBody);
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

  #succeed(decoded: DecodedBody): void {
    const [status, headers, head] = [this.#status, this.#headers, this.#head];
    this.#settle({ ok: true, status, headers, head, ...decoded });
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
