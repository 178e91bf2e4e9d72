import type { IncomingMessage } from 'node:http';
import type { SystemRoutes } from '../fetch/system-routes.ts';
import { bareEtag, timeOf } from './answers.ts';
import { isPassing, refusalError, StorageError, type Refusal } from './errors.ts';
import { pauseAfter, usualPatience, type Patience } from './repeat.ts';
import { encodedPath, encodedQuery, hashOf, signed } from './signature.ts';
import type { Cancellable, ObjectFacts, StorageCredentials, StoragePlace } from './storage.ts';
import { ConnectionError, Transport } from './transport.ts';
import { readXml, textOf, type XmlElement } from './xml.ts';

/** Options of `openS3`. */
export interface S3Options {
  place: StoragePlace;
  credentials: StorageCredentials;
  /** Routes of the system; null: direct. */
  routes?: SystemRoutes | null;
  patience?: Partial<Patience>;
  /** The most time without any progress, in milliseconds. */
  idleTimeoutMs?: number;
  now?: () => number;
}

/** The most bytes of an answer that is read as a whole: a list of a thousand keys of 1 kB. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** A request without its signature. */
export interface Asked extends Cancellable {
  method: string;
  /** Empty: the bucket itself. */
  key?: string;
  query?: readonly (readonly [string, string])[];
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses other than those of success that are answers, too. */
  accept?: readonly number[];
}

/** A whole answer. */
export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Whether an earlier try of the same request may have been carried out. */
  isRepeated: boolean;
}

/** Requests to one bucket: signed, repeated where that may help, and their refusals in words. */
export class S3Requests {
  /** What the bucket is called in messages. */
  readonly name: string;
  readonly host: string;
  readonly #options: S3Options;
  readonly #transport: Transport;
  readonly #patience: Patience;
  /** Path of the bucket: `/bucket`, or nothing where it is part of the host. */
  readonly #base: string;

  constructor(options: S3Options) {
    const { place, routes = null, patience = {}, idleTimeoutMs } = options;
    const { bucket, region, pathStyle } = place;
    const endpoint = URL.parse(place.endpoint ?? `https://s3.${region}.amazonaws.com`);
    if (endpoint === null || !/^https?:$/.test(endpoint.protocol) || endpoint.username !== '')
      throw new StorageError(
        'bad-place',
        'The endpoint of an object storage is http(s)://HOST, without a login.',
      );
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(bucket))
      throw new StorageError('bad-place', `"${bucket}" is no name of a bucket.`, 'For example my-backups.');
    const origin = pathStyle ? endpoint : new URL(`${endpoint.protocol}//${bucket}.${endpoint.host}`);
    this.#options = options;
    this.host = origin.host;
    this.#base = `${endpoint.pathname.replace(/\/+$/, '')}${pathStyle ? `/${bucket}` : ''}`;
    this.#transport = new Transport(new URL(origin.origin), routes, { idleTimeoutMs });
    this.#patience = { ...usualPatience, ...patience };
    this.name = `s3://${bucket} (${endpoint.host})`;
  }

  /** Looks at an object. @returns null: there is none */
  async head(key: string, { signal }: Cancellable = {}): Promise<ObjectFacts | null> {
    const { status, headers } = await this.ask({ method: 'HEAD', key, signal, accept: [404] });
    if (status === 404) return null;
    return {
      key,
      bytes: Number(headers['content-length'] ?? 0),
      etag: bareEtag(headers.etag ?? ''),
      storedAt: timeOf(headers['last-modified'] ?? ''),
    };
  }

  /** Checks that a key is free, for services that cannot refuse to replace it. @throws StorageError `exists` */
  async requireAbsent(key: string, signal: AbortSignal | undefined): Promise<void> {
    if ((await this.head(key, { signal })) === null) return;
    throw new StorageError('exists', `"${key}" exists already in ${this.name}, and was not replaced.`);
  }

  /** Words an error of the connection. */
  explain(error: unknown, signal: AbortSignal | undefined): unknown {
    return this.#transport.explain(error, signal);
  }

  /** Closes all connections. */
  close(): void {
    this.#transport.close();
  }

  /** Sends a request, and reads the XML of its answer. @throws StorageError */
  async xml(asked: Asked): Promise<XmlElement> {
    const answer = await this.ask(asked);
    const page = readXml(answer.body.toString('utf8'));
    if (page !== null && page.name !== 'Error' && page.name !== 'html') return page;
    if (page?.name === 'Error') throw this.refusal(answer, asked.key ?? '');
    throw new StorageError(
      'failed',
      `${this.name} does not answer as an S3 service does.`,
      'Check the endpoint of the place.',
    );
  }

  /** Sends a request, repeatedly where that may help, and reads the whole answer. */
  async ask(asked: Asked): Promise<Answer> {
    let failures = 0;
    for (;;) {
      let answer: IncomingMessage | null = null;
      try {
        answer = await this.#send(asked);
        const body = await readWhole(answer);
        const { statusCode: status = 0, headers } = answer;
        const whole = { status, headers, body, isRepeated: failures > 0 };
        const isFine = (status >= 200 && status < 300) || asked.accept?.includes(status) === true;
        const refusal = this.read(whole);
        // The error of a request that takes long may come in the body of a success.
        const isBusy = isPassing(refusal);
        if (isFine && !isBusy) return whole;
        if (!isBusy) throw this.refusal(whole, asked.key ?? '');
        failures += 1;
        await this.pauseUnlessOver(
          this.refusal(whole, asked.key ?? ''),
          failures,
          retryAfter(headers),
          asked.signal,
        );
      } catch (error) {
        if (error instanceof StorageError) throw error;
        failures += 1;
        const known = answer === null ? error : this.#transport.explain(error, asked.signal);
        await this.pauseUnlessOver(known, failures, null, asked.signal);
      }
    }
  }

  /** Sends a request, repeatedly where that may help, until an answer begins. */
  async open(asked: Asked): Promise<IncomingMessage> {
    let failures = 0;
    for (;;) {
      try {
        const answer = await this.#send(asked);
        const { statusCode: status = 0, headers } = answer;
        if ((status >= 200 && status < 300) || asked.accept?.includes(status) === true) return answer;
        const whole = { status, headers, body: await readWhole(answer), isRepeated: failures > 0 };
        const error = this.refusal(whole, asked.key ?? '');
        if (!isPassing(this.read(whole))) throw error;
        failures += 1;
        await this.pauseUnlessOver(error, failures, retryAfter(headers), asked.signal);
      } catch (error) {
        if (error instanceof StorageError) throw error;
        failures += 1;
        await this.pauseUnlessOver(
          this.#transport.explain(error, asked.signal),
          failures,
          null,
          asked.signal,
        );
      }
    }
  }

  #send({ method, key = '', query = [], headers = {}, body, signal }: Asked): Promise<IncomingMessage> {
    const { credentials, place, now = Date.now } = this.#options;
    const path = `${this.#base}${key === '' ? '' : `/${encodedPath(key)}`}` || '/';
    const all = { ...headers, host: this.host };
    const bodyHash = hashOf(body ?? '');
    const sent = signed({ method, path, query, headers: all, bodyHash }, credentials, place.region, now());
    const rest = encodedQuery(query);
    return this.#transport.send(
      { method, target: rest === '' ? path : `${path}?${rest}`, headers: sent, body: body ?? null },
      signal,
    );
  }

  /** Waits before the next try. @throws the error, if there is to be none */
  async pauseUnlessOver(
    error: unknown,
    failures: number,
    asked: number | null,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (signal?.aborted === true) throw cancelled();
    const isOver = failures >= this.#patience.tries || (error instanceof ConnectionError && !error.transient);
    if (isOver) throw this.#worded(error);
    if (!(error instanceof ConnectionError) && !(error instanceof StorageError && error.reason === 'busy'))
      throw error;
    await this.#patience.sleep(pauseAfter(failures, asked, this.#patience), signal);
  }

  #worded(error: unknown): unknown {
    if (!(error instanceof ConnectionError)) return error;
    const hint = 'Check the endpoint of the place, and the network connection.';
    return new StorageError('unreachable', error.message, hint, error);
  }

  /** What a refusal says. */
  read({ status, headers, body }: Omit<Answer, 'isRepeated'>): Refusal {
    const root =
      body.length > 0 && /xml|^$/.test(headers['content-type'] ?? '') ? readXml(body.toString('utf8')) : null;
    const error = root?.name === 'Error' ? root : null;
    const told = Date.parse(textOf(error, 'ServerTime') || (headers.date ?? ''));
    const region = textOf(error, 'Region') || String(headers['x-amz-bucket-region'] ?? '');
    return {
      status,
      code: textOf(error, 'Code'),
      message: textOf(error, 'Message'),
      region: region === '' ? null : region,
      serverTime: Number.isNaN(told) ? null : told,
    };
  }

  /** A refusal in words. @param key empty: of the bucket */
  refusal(answer: Omit<Answer, 'isRepeated'>, key: string): StorageError {
    const { now = Date.now } = this.#options;
    const what = key === '' ? 'the bucket' : `"${key}"`;
    return refusalError(this.read(answer), this.name, what, now());
  }
}

const cancelled = (): StorageError => new StorageError('cancelled', 'It was cancelled.');

/** Reads an answer that fits into memory. */
async function readWhole(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    const piece: Buffer = chunk;
    bytes += piece.length;
    if (bytes > maxAnswerBytes) throw new ConnectionError('The answer is too long.', false);
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}

/** The pause that a server asks for, in milliseconds; null: none. */
function retryAfter(headers: IncomingMessage['headers']): number | null {
  const seconds = Number(headers['retry-after'] ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
