import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { errors } from 'undici';
import type { Controller, Exchange } from './exchange.ts';
import type { ResponseHeaders } from './response-headers.ts';
import { broken, invalid, lost, type Http2Error } from './http2-error.ts';
import { validateHeaderName, validateHeaderValue } from './node-http.ts';
import { Pieces } from './pieces.ts';
import { codeOf } from './error-code.ts';
import type { FetchLimits } from './types.ts';

/** Flow-control windows of one response and of a whole connection, in bytes. */
const streamWindow = 256 * 1024;
const connectionWindow = 1024 * 1024;
/** How long an idle connection is kept, in milliseconds. */
const idleMs = 10_000;
/** Assumed minimum size of a header with its overhead, in bytes; limits the number of headers. */
const smallestHeader = 32;

/** Connection-specific headers, which HTTP/2 forbids (RFC 9113, section 8.2.2), and `host`, which is sent as `:authority`. */
const notSent = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'te',
  'host',
]);

/** Options of an HTTP/2 connection. */
export interface Http2Options {
  limits: FetchLimits;
  /** Maximum number of concurrent requests. */
  maxStreams: number;
  /** Called when the connection is closed, by either side. */
  onClose?: () => void;
}

/**
 * One HTTP/2 connection to one origin. Sends requests and reports responses with the callbacks of undici's `dispatch`. Nothing is
 * sent twice here; an error states the remedy (`Http2Error`).
 */
export class Http2Connection {
  readonly #socket: Socket;
  readonly #session: ClientHttp2Session;
  readonly #options: Http2Options;
  readonly #waiting: Exchange[] = [];
  #active = 0;
  /** One until the server's settings arrive. */
  #room = 1;
  /** Whether a response has begun, which shows that HTTP/2 works with this host. */
  #hasWorked = false;
  #takesMore = true;
  /** Number of requests in progress when it died. */
  #diedWith: number | null = null;
  #idle: NodeJS.Timeout | null = null;

  /** @param socket established, with HTTP/2 negotiated */
  constructor(socket: Socket, origin: string, options: Http2Options) {
    this.#socket = socket;
    this.#options = options;
    const { maxHeaderBytes } = options.limits;
    const session = connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: Math.ceil(maxHeaderBytes / smallestHeader),
      strictFieldWhitespaceValidation: false,
      settings: {
        enablePush: false,
        initialWindowSize: streamWindow,
        // Node counts overhead; the actual limit is checked when the headers arrive.
        maxHeaderListSize: 2 * maxHeaderBytes,
      },
    });
    this.#session = session;
    session.once('connect', () => {
      // The session may have been destroyed before this callback.
      if (!session.destroyed) session.setLocalWindowSize(connectionWindow);
    });
    session.on('remoteSettings', ({ maxConcurrentStreams = Infinity }) => {
      // One request is sent even if the server allows none, so that its timeout runs.
      this.#room = Math.max(1, Math.min(options.maxStreams, maxConcurrentStreams));
      this.#sendWaiting();
    });
    session.on('goaway', () => (this.#takesMore = false));
    // The streams receive the same error.
    session.on('error', () => undefined);
    session.on('close', () => {
      this.retire();
      options.onClose?.();
    });
  }

  /** Whether it accepts further requests. */
  get takesMore(): boolean {
    return this.#takesMore && !this.#session.closed;
  }

  /** Maximum number of concurrent requests. */
  get room(): number {
    return this.#room;
  }

  /** Sends a request, or queues it until a stream is free. The exchange is called with the result. */
  carry(exchange: Exchange): void {
    this.#waiting.push(exchange);
    this.#sendWaiting();
  }

  /** Accepts no further requests, and closes when those in progress have ended. */
  retire(): void {
    this.#takesMore = false;
    this.#sendWaiting();
  }

  /** Closes it at once; resolves when it is closed. */
  destroy(): Promise<void> {
    this.#takesMore = false;
    this.#session.destroy();
    return new Promise((resolve) => {
      if (this.#socket.closed) return resolve();
      this.#socket.once('close', () => resolve());
      this.#socket.destroy();
    });
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0 && (this.#active < this.#room || !this.takesMore)) {
      const exchange = this.#waiting.shift();
      if (exchange === undefined || exchange.hasEnded) continue;
      if (this.takesMore) this.#send(exchange);
      else exchange.onResponseError(null, lost(this.#hasWorked ? 'resend' : 'http/1.1', true));
    }
    if (this.#active > 0) return;
    this.#stopIdling();
    if (this.takesMore) this.#startIdling();
    // Not `close()`, which would wait for the server.
    else this.#session.destroy();
  }

  #send(exchange: Exchange): void {
    let stream: ClientHttp2Stream;
    try {
      const { body } = exchange;
      stream = this.#session.request(headersFor(exchange), { endStream: body === null });
      if (body !== null) stream.end(body);
    } catch (error) {
      const isOurs = error instanceof errors.InvalidArgumentError;
      exchange.onResponseError(null, isOurs ? error : lost('resend', true));
      if (!isOurs) this.retire();
      return;
    }
    this.#stopIdling();
    this.#active += 1;
    const bytesBefore = this.#socket.bytesRead;
    const released = (): void => {
      this.#active -= 1;
      this.#sendWaiting();
    };
    carryOver(stream, exchange, this.#options.limits, {
      released,
      answered: () => (this.#hasWorked = true),
      gaveUp: () => {
        // If nothing at all arrived, the next request should not have to time out too.
        if (!this.#hasWorked || this.#socket.bytesRead === bytesBefore) this.retire();
      },
      reasonOf: (error, code, hasAnswer) => this.#reasonOf(error, code, hasAnswer),
    });
  }

  /**
   * Returns why a response ended early.
   * @param error of its stream; null if the stream just ended
   * @param code with which the stream was closed
   */
  #reasonOf(error: unknown, code: number, hasAnswer: boolean): Http2Error {
    const name = codeOf(error);
    if (code === constants.NGHTTP2_REFUSED_STREAM) return broken(code, 'resend', this.#active > 1);
    if (name === 'ERR_HTTP2_STREAM_ERROR') return broken(code, 'http/1.1', false);
    if (error === null && !this.#socket.destroyed) return broken(code, 'http/1.1', false);
    // All streams end now, one after the other, and it is unknown which one caused it.
    this.#diedWith ??= this.#active;
    const isShared = this.#diedWith > 1;
    if (name === 'ERR_HTTP2_SESSION_ERROR') return broken(code, 'http/1.1', isShared);
    if (name.startsWith('ERR_HTTP2_')) return invalid(isShared);
    return lost(this.#hasWorked ? (hasAnswer ? 'none' : 'resend') : 'http/1.1', isShared);
  }

  #startIdling(): void {
    this.#session.unref();
    this.#idle = setTimeout(() => this.retire(), idleMs).unref();
  }

  #stopIdling(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (!this.#session.destroyed) this.#session.ref();
  }
}

/** What a stream reports to its connection. */
interface Surroundings {
  /** The stream no longer counts as active. */
  released(): void;
  /** Its response has begun. */
  answered(): void;
  /** Its request timed out or was aborted. */
  gaveUp(): void;
  reasonOf(error: unknown, code: number, hasAnswer: boolean): Error;
}

/** Sends a request as a stream of a connection. */
function carryOver(
  stream: ClientHttp2Stream,
  exchange: Exchange,
  limits: FetchLimits,
  around: Surroundings,
): void {
  exchange.onRequestStart(new CarriedStream(stream, exchange, limits, around));
}

/** One request and its response as a stream of a connection. */
class CarriedStream implements Controller {
  rawHeaders: string[] = [];
  readonly #stream: ClientHttp2Stream;
  readonly #exchange: Exchange;
  readonly #limits: FetchLimits;
  readonly #around: Surroundings;
  /** Data that arrives while paused, up to the window of the stream; the stream would keep an object per frame. */
  readonly #waiting = new Pieces();
  #isPaused = false;
  #hasAnswer = false;
  /** Whether the server has ended the stream properly. */
  #isWhole = false;
  #isOver = false;

  constructor(stream: ClientHttp2Stream, exchange: Exchange, limits: FetchLimits, around: Surroundings) {
    this.#stream = stream;
    this.#exchange = exchange;
    this.#limits = limits;
    this.#around = around;
    this.#takeWhatIsPushed();
    stream.on('error', (error) => this.#endTooEarly(error));
    stream.on('headers', (headers) => this.#onInterimAnswer(headers));
    stream.on('response', (headers, _flags, raw) => this.#onResponse(headers, raw));
    stream.on('data', (chunk: Buffer) => {
      if (!this.#isOver) exchange.onResponseData(this, chunk);
    });
    stream.on('end', () => {
      if (this.#isWhole && this.#hasAnswer) this.#end(() => exchange.onResponseEnd());
      else this.#endTooEarly(null);
    });
    stream.on('close', () => this.#endTooEarly(null));
    stream.setTimeout(limits.idleTimeoutMs, () => this.#onSilence());
  }

  abort(): void {
    this.#end(() => {
      // `close` alone would wait until all received data was read.
      this.#stream.close(constants.NGHTTP2_CANCEL);
      this.#stream.destroy();
      this.#around.gaveUp();
    });
  }

  pause(): void {
    this.#isPaused = true;
    this.#stream.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#pushWaiting();
    this.#stream.resume();
  }

  /**
   * Takes data as it is pushed to the stream. Node ends a stream in the same way whether the server completed it or broke it off
   * without an error: the only difference is whether the stream is already closed when its end is pushed.
   */
  #takeWhatIsPushed(): void {
    const stream = this.#stream;
    const push = stream.push.bind(stream);
    stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
      if (this.#isPaused && chunk instanceof Uint8Array) {
        this.#waiting.add(chunk);
        return false;
      }
      if (chunk === null) {
        if (!stream.closed) this.#isWhole = true;
        this.#isPaused = false;
        this.#pushWaiting();
      }
      return push(chunk, encoding);
    };
  }

  #pushWaiting(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting.joined();
    this.#waiting.clear();
    this.#stream.push(Buffer.from(waiting.buffer));
  }

  #beginsToAnswer(): void {
    this.#around.answered();
    this.#exchange.onResponseStarted();
  }

  #onInterimAnswer({ ':status': status }: IncomingHttpHeaders): void {
    this.#beginsToAnswer();
    if (!this.#isOver) this.#exchange.onResponseStart(this, Number(status), {});
  }

  #onResponse(headers: IncomingHttpHeaders, raw: readonly string[]): void {
    if (this.#isOver) return;
    this.#beginsToAnswer();
    this.#hasAnswer = true;
    if (sizeOf(raw) > this.#limits.maxHeaderBytes) {
      this.#exchange.onResponseError(this, new errors.HeadersOverflowError());
      this.abort();
      return;
    }
    const { ':status': status, ...fields } = headers;
    this.rawHeaders = [...raw];
    this.#exchange.onResponseStart(this, Number(status), plain(fields));
  }

  #onSilence(): void {
    const message = 'nothing came';
    const error = this.#hasAnswer
      ? new errors.BodyTimeoutError(message)
      : new errors.HeadersTimeoutError(message);
    this.#exchange.onResponseError(this, error);
    this.abort();
  }

  #endTooEarly(error: unknown): void {
    const code = this.#stream.rstCode ?? 0;
    this.#end(() => {
      this.#exchange.onResponseError(this, this.#around.reasonOf(error, code, this.#hasAnswer));
    });
  }

  /** Releases the stream only when everything is done, because the server counts streams until then. */
  #end(finish: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    finish();
    this.#around.released();
  }
}

/** Returns the headers of a request. @throws InvalidArgumentError of undici, as over HTTP/1.1, for an invalid header */
function headersFor({ url, method, headers, body }: Exchange): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = {
    ':method': method,
    ':authority': url.host,
    ':scheme': 'https',
    ':path': url.pathname + url.search,
  };
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? '';
    const value = headers[i + 1] ?? '';
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new errors.InvalidArgumentError(`invalid ${name} header`);
    }
    if (name === 'host') sent[':authority'] = value;
    else if (!notSent.has(name)) sent[name] = value;
  }
  if (body !== null) sent['content-length'] = body.byteLength;
  return sent;
}

/** Returns the size of the headers over HTTP/1.1, where each has four more bytes. */
function sizeOf(raw: readonly string[]): number {
  return raw.reduce((sum, text) => sum + text.length + 2, 0);
}

function plain(headers: IncomingHttpHeaders): ResponseHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value]));
}
