import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { errors } from 'undici';
import type { Controller, Exchange, ResponseHeaders } from './exchange.ts';
import { broken, invalid, lost, type Http2Error } from './http2-error.ts';
import { validateHeaderName, validateHeaderValue } from './node-http.ts';
import { Pieces } from './pieces.ts';
import { codeOf } from './error-code.ts';
import type { FetchLimits } from './types.ts';

/** What may be on its way to us unasked, for one answer and for all of a connection. Bytes. */
const streamWindow = 256 * 1024;
const connectionWindow = 1024 * 1024;
/** An idle connection is kept so long. Milliseconds. */
const idleMs = 10_000;
/** The smallest header that a server may send a multitude of, in bytes with all that belongs to it: sets how many there may be. */
const smallestHeader = 32;

/** Headers that speak of the connection, which HTTP/2 does not have (RFC 9113, section 8.2.2), and the one it names otherwise. */
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

export interface Http2Options {
  limits: FetchLimits;
  /** Requests that are under way at once, at most. */
  maxStreams: number;
  /** The connection is closed, by whomever. */
  onClose?: () => void;
}

/**
 * One HTTP/2 connection to one origin: sends requests, and tells each of them what comes back in the words of undici's
 * `dispatch`. Nothing is ever sent twice here; an error says what may be done (`Http2Error`).
 */
export class Http2Connection {
  readonly #socket: Socket;
  readonly #session: ClientHttp2Session;
  readonly #options: Http2Options;
  readonly #waiting: Exchange[] = [];
  #active = 0;
  /** One, until the server has said how many it allows. */
  #room = 1;
  /** Some answer has begun to arrive over it, so HTTP/2 works with this host. */
  #hasWorked = false;
  #takesMore = true;
  /** Requests that were under way when it died. */
  #diedWith: number | null = null;
  #idle: NodeJS.Timeout | null = null;

  /** @param socket established, on which the server has chosen HTTP/2 */
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
        // It counts more than bytes; the limit itself is checked when the headers are here.
        maxHeaderListSize: 2 * maxHeaderBytes,
      },
    });
    this.#session = session;
    session.once('connect', () => {
      // It may have been given up before it was told that it is there.
      if (!session.destroyed) session.setLocalWindowSize(connectionWindow);
    });
    session.on('remoteSettings', ({ maxConcurrentStreams = Infinity }) => {
      // One is sent even where the server allows none, for its clock to run.
      this.#room = Math.max(1, Math.min(options.maxStreams, maxConcurrentStreams));
      this.#sendWaiting();
    });
    session.on('goaway', () => (this.#takesMore = false));
    // Its streams are told the same.
    session.on('error', () => undefined);
    session.on('close', () => {
      this.retire();
      options.onClose?.();
    });
  }

  /** Whether it takes further requests. */
  get takesMore(): boolean {
    return this.#takesMore && !this.#session.closed;
  }

  /** Requests that it can have under way at once. */
  get room(): number {
    return this.#room;
  }

  /** Sends a request, or queues it until a stream is free. The exchange is called with the result. */
  carry(exchange: Exchange): void {
    this.#waiting.push(exchange);
    this.#sendWaiting();
  }

  /** Takes no further requests, and closes when those under way have ended. */
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
    // Not close(), which would wait for the server to close it as well.
    else this.#session.destroy();
  }

  #send(exchange: Exchange): void {
    let stream: ClientHttp2Stream;
    try {
      stream = this.#session.request(headersFor(exchange), { endStream: true });
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
        // Where nothing has come at all, the next request had better not wait for it too.
        if (!this.#hasWorked || this.#socket.bytesRead === bytesBefore) this.retire();
      },
      reasonOf: (error, code, hasAnswer) => this.#reasonOf(error, code, hasAnswer),
    });
  }

  /**
   * Why an answer has ended before it was whole.
   * @param error of its stream; null: it just ended
   * @param code with which its stream was closed
   */
  #reasonOf(error: unknown, code: number, hasAnswer: boolean): Http2Error {
    const name = codeOf(error);
    if (code === constants.NGHTTP2_REFUSED_STREAM) return broken(code, 'resend', this.#active > 1);
    if (name === 'ERR_HTTP2_STREAM_ERROR') return broken(code, 'http/1.1', false);
    if (error === null && !this.#socket.destroyed) return broken(code, 'http/1.1', false);
    // All of them end now, one after the other, and nobody knows because of which.
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

/** What a stream needs of its connection. */
interface Surroundings {
  /** It no longer takes a place. */
  released(): void;
  /** Its answer has begun. */
  answered(): void;
  /** Nobody waits for it any longer. */
  gaveUp(): void;
  reasonOf(error: unknown, code: number, hasAnswer: boolean): Error;
}

/** Lets a request take its course as a stream of a connection. */
function carryOver(
  stream: ClientHttp2Stream,
  exchange: Exchange,
  limits: FetchLimits,
  around: Surroundings,
): void {
  exchange.onRequestStart(new CarriedStream(stream, exchange, limits, around));
}

/** One request and its answer as a stream of a connection. */
class CarriedStream implements Controller {
  readonly #stream: ClientHttp2Stream;
  readonly #exchange: Exchange;
  readonly #limits: FetchLimits;
  readonly #around: Surroundings;
  /** What comes while nothing is wanted, up to the window of the stream; the stream would keep an object for each frame. */
  readonly #waiting = new Pieces();
  #isPaused = false;
  #hasAnswer = false;
  /** The server has said that this was all. */
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
      // Closed alone, it would wait until all that has come was read.
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
   * Node ends a stream in the same way whether the server has sent all of it or broken it off without an error. The two
   * differ only in whether the stream is closed already when its end is pushed.
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

  /** Its place is given to another one only when all is done: the server counts what it was told of. */
  #end(finish: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    finish();
    this.#around.released();
  }
}

/** @throws InvalidArgumentError of undici, as over HTTP/1.1, for a header that cannot be sent */
function headersFor({ url, headers }: Exchange): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = {
    ':method': 'GET',
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
  return sent;
}

/** What the same headers take over HTTP/1.1, where each has four more bytes. */
function sizeOf(raw: readonly string[]): number {
  return raw.reduce((sum, text) => sum + text.length + 2, 0);
}

function plain(headers: IncomingHttpHeaders): ResponseHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value]));
}
