import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SystemRoutes } from '../fetch/system-routes.ts';
import { isPassing, refusalError, StorageError, type Refusal } from './errors.ts';
import { pauseAfter, usualPatience, type Patience } from './repeat.ts';
import { encodedPath, encodedQuery, hashOf, signed } from './signature.ts';
import type {
  Cancellable,
  ObjectFacts,
  ObjectStorage,
  OpenUpload,
  PutOptions,
  StorageCredentials,
  StoragePlace,
  StoredPart,
} from './storage.ts';
import { ConnectionError, Transport } from './transport.ts';
import { childrenOf, readXml, textOf, xmlText, type XmlElement } from './xml.ts';

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
interface Asked extends Cancellable {
  method: string;
  /** Empty: the bucket itself. */
  key?: string;
  query?: readonly (readonly [string, string])[];
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses other than those of success that are answers, too. */
  accept?: readonly number[];
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Whether an earlier try of the same request may have been carried out. */
  isRepeated: boolean;
}

/** Opens a bucket. Nothing is sent before the first call. @throws StorageError `bad-place` */
export function openS3(options: S3Options): ObjectStorage {
  return new S3(options);
}

class S3 implements ObjectStorage {
  readonly name: string;
  readonly #options: S3Options;
  readonly #transport: Transport;
  readonly #patience: Patience;
  readonly #host: string;
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
    this.#host = origin.host;
    this.#base = `${endpoint.pathname.replace(/\/+$/, '')}${pathStyle ? `/${bucket}` : ''}`;
    this.#transport = new Transport(new URL(origin.origin), routes, { idleTimeoutMs });
    this.#patience = { ...usualPatience, ...patience };
    this.name = `s3://${bucket} (${endpoint.host})`;
  }

  async put(key: string, body: Uint8Array, { replace, signal }: PutOptions): Promise<void> {
    const headers = replace ? {} : { 'if-none-match': '*' };
    const asked = { method: 'PUT', key, body, headers, signal };
    const answer = await this.#ask({ ...asked, accept: [409, 412, 501] });
    if (answer.status === 412 || answer.status === 409) {
      const md5 = createHash('md5').update(body).digest('hex');
      // A try whose answer was lost may have stored it.
      const stored = answer.isRepeated ? await this.head(key, { signal }) : null;
      if (stored?.etag !== md5) throw this.#refusal(answer, key);
    } else if (answer.status === 501) {
      if (replace) throw this.#refusal(answer, key);
      await this.#requireAbsent(key, signal);
      await this.#ask({ ...asked, headers: {} });
    }
  }

  async head(key: string, { signal }: Cancellable = {}): Promise<ObjectFacts | null> {
    const { status, headers } = await this.#ask({ method: 'HEAD', key, signal, accept: [404] });
    if (status === 404) return null;
    return {
      key,
      bytes: Number(headers['content-length'] ?? 0),
      etag: bareEtag(headers.etag ?? ''),
      storedAt: timeOf(headers['last-modified'] ?? ''),
    };
  }

  async *get(
    key: string,
    { from = 0, signal }: Cancellable & { from?: number } = {},
  ): AsyncGenerator<Uint8Array> {
    let at = from;
    let etag: string | null = null;
    let total: number | null = null;
    let failures = 0;
    while (total === null || at < total) {
      const headers: Record<string, string> = {
        ...(at > 0 ? { range: `bytes=${at}-` } : {}),
        ...(etag === null ? {} : { 'if-match': etag }),
      };
      const answer = await this.#open({ method: 'GET', key, headers, signal, accept: [412, 416] });
      if (answer.statusCode === 412) {
        answer.destroy();
        throw new StorageError(
          'changed',
          `"${key}" in ${this.name} was replaced while it was read.`,
          'Try again.',
        );
      }
      if (answer.statusCode === 416) {
        answer.destroy();
        return;
      }
      if (at > 0 && answer.statusCode !== 206) {
        answer.destroy();
        throw new StorageError('unsupported', `${this.name} cannot continue an object in the middle.`);
      }
      etag ??= answer.headers.etag ?? null;
      total = at + Number(answer.headers['content-length'] ?? 0);
      try {
        for await (const chunk of answer) {
          const bytes: Buffer = chunk;
          at += bytes.length;
          failures = 0;
          yield bytes;
        }
        if (at < total) throw new ConnectionError(`${this.#host} ended its answer early.`, true);
      } catch (error) {
        failures += 1;
        await this.#pauseUnlessOver(this.#transport.explain(error, signal), failures, null, signal);
      } finally {
        answer.destroy();
      }
    }
  }

  async *list(prefix: string, { signal }: Cancellable = {}): AsyncGenerator<ObjectFacts> {
    let token = '';
    do {
      const page = await this.#xml({
        method: 'GET',
        query: [
          ['list-type', '2'],
          ['prefix', prefix],
          ...(token === '' ? [] : [['continuation-token', token] as const]),
        ],
        signal,
      });
      for (const object of childrenOf(page, 'Contents')) {
        yield {
          key: textOf(object, 'Key'),
          bytes: Number(textOf(object, 'Size')),
          etag: bareEtag(textOf(object, 'ETag')),
          storedAt: timeOf(textOf(object, 'LastModified')),
        };
      }
      token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : '';
    } while (token !== '');
  }

  async delete(key: string, { signal }: Cancellable = {}): Promise<void> {
    await this.#ask({ method: 'DELETE', key, signal, accept: [404] });
  }

  async beginUpload(key: string, { signal }: Cancellable = {}): Promise<string> {
    const started = await this.#xml({ method: 'POST', key, query: [['uploads', '']], signal });
    const id = textOf(started, 'UploadId');
    if (id === '') throw new StorageError('failed', `${this.name} began no upload.`);
    return id;
  }

  async uploadPart(
    { key, id }: Pick<OpenUpload, 'key' | 'id'>,
    number: number,
    body: Uint8Array,
    { signal }: Cancellable = {},
  ): Promise<string> {
    const query = [
      ['partNumber', String(number)],
      ['uploadId', id],
    ] as const;
    const { headers } = await this.#ask({ method: 'PUT', key, query, body, signal });
    return bareEtag(headers.etag ?? '');
  }

  async parts(
    { key, id }: Pick<OpenUpload, 'key' | 'id'>,
    { signal }: Cancellable = {},
  ): Promise<StoredPart[] | null> {
    const found: StoredPart[] = [];
    let marker = '';
    do {
      const query = [
        ['uploadId', id] as const,
        ...(marker === '' ? [] : [['part-number-marker', marker] as const]),
      ];
      const answer = await this.#ask({ method: 'GET', key, query, signal, accept: [404] });
      if (answer.status === 404) {
        if (this.#read(answer).code === 'NoSuchBucket') throw this.#refusal(answer, key);
        return null;
      }
      const page = readXml(answer.body.toString('utf8'));
      for (const part of childrenOf(page, 'Part')) {
        found.push({
          number: Number(textOf(part, 'PartNumber')),
          bytes: Number(textOf(part, 'Size')),
          etag: bareEtag(textOf(part, 'ETag')),
        });
      }
      marker = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextPartNumberMarker') : '';
    } while (marker !== '');
    return found.sort((a, b) => a.number - b.number);
  }

  async completeUpload(
    { key, id }: Pick<OpenUpload, 'key' | 'id'>,
    parts: readonly Pick<StoredPart, 'number' | 'etag'>[],
    { replace, signal }: PutOptions,
  ): Promise<void> {
    const rows = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>"${xmlText(etag)}"</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${rows.join('')}</CompleteMultipartUpload>`);
    const asked = { method: 'POST', key, query: [['uploadId', id]] as const, body, signal };
    const conditional = replace ? {} : { 'if-none-match': '*' };
    let answer = await this.#ask({ ...asked, headers: conditional, accept: [404, 409, 412, 501] });
    if (answer.status === 501 && !replace) {
      await this.#requireAbsent(key, signal);
      answer = await this.#ask({ ...asked, accept: [404] });
    }
    // The status is sent before the parts are joined, so that an error may be in the body of a success.
    const failed = answer.status !== 200 || readXml(answer.body.toString('utf8'))?.name === 'Error';
    if (!failed) return;
    // A try whose answer was lost may have completed it.
    const stored = answer.isRepeated ? await this.head(key, { signal }) : null;
    if (stored === null || stored.etag !== etagOfParts(parts)) throw this.#refusal(answer, key);
  }

  async abortUpload(
    { key, id }: Pick<OpenUpload, 'key' | 'id'>,
    { signal }: Cancellable = {},
  ): Promise<void> {
    await this.#ask({ method: 'DELETE', key, query: [['uploadId', id]], signal, accept: [404] });
  }

  async uploads(prefix: string, { signal }: Cancellable = {}): Promise<OpenUpload[]> {
    const found: OpenUpload[] = [];
    let more: (readonly [string, string])[] | null = [];
    while (more !== null) {
      const page: XmlElement | null = await this.#xml({
        method: 'GET',
        query: [['uploads', ''], ['prefix', prefix], ...more],
        signal,
      });
      for (const upload of childrenOf(page, 'Upload')) {
        found.push({
          key: textOf(upload, 'Key'),
          id: textOf(upload, 'UploadId'),
          begunAt: timeOf(textOf(upload, 'Initiated')),
        });
      }
      more =
        textOf(page, 'IsTruncated') === 'true'
          ? [
              ['key-marker', textOf(page, 'NextKeyMarker')],
              ['upload-id-marker', textOf(page, 'NextUploadIdMarker')],
            ]
          : null;
    }
    return found;
  }

  close(): void {
    this.#transport.close();
  }

  async #requireAbsent(key: string, signal: AbortSignal | undefined): Promise<void> {
    if ((await this.head(key, { signal })) === null) return;
    throw new StorageError('exists', `"${key}" exists already in ${this.name}, and was not replaced.`);
  }

  async #xml(asked: Asked): Promise<XmlElement> {
    const answer = await this.#ask(asked);
    const page = readXml(answer.body.toString('utf8'));
    if (page !== null && page.name !== 'Error' && page.name !== 'html') return page;
    if (page?.name === 'Error') throw this.#refusal(answer, asked.key ?? '');
    throw new StorageError(
      'failed',
      `${this.name} does not answer as an S3 service does.`,
      'Check the endpoint of the place.',
    );
  }

  /** Sends a request, repeatedly where that may help, and reads the whole answer. */
  async #ask(asked: Asked): Promise<Answer> {
    let failures = 0;
    for (;;) {
      let answer: IncomingMessage | null = null;
      try {
        answer = await this.#send(asked);
        const body = await readWhole(answer);
        const { statusCode: status = 0, headers } = answer;
        const whole = { status, headers, body, isRepeated: failures > 0 };
        const isFine = (status >= 200 && status < 300) || asked.accept?.includes(status) === true;
        const refusal = this.#read(whole);
        // The error of a request that takes long may come in the body of a success.
        const isBusy = isPassing(refusal);
        if (isFine && !isBusy) return whole;
        if (!isBusy) throw this.#refusal(whole, asked.key ?? '');
        failures += 1;
        await this.#pauseUnlessOver(
          this.#refusal(whole, asked.key ?? ''),
          failures,
          retryAfter(headers),
          asked.signal,
        );
      } catch (error) {
        if (error instanceof StorageError) throw error;
        failures += 1;
        const known = answer === null ? error : this.#transport.explain(error, asked.signal);
        await this.#pauseUnlessOver(known, failures, null, asked.signal);
      }
    }
  }

  /** Sends a request, repeatedly where that may help, until an answer begins. */
  async #open(asked: Asked): Promise<IncomingMessage> {
    let failures = 0;
    for (;;) {
      try {
        const answer = await this.#send(asked);
        const { statusCode: status = 0, headers } = answer;
        if ((status >= 200 && status < 300) || asked.accept?.includes(status) === true) return answer;
        const whole = { status, headers, body: await readWhole(answer), isRepeated: failures > 0 };
        const error = this.#refusal(whole, asked.key ?? '');
        if (!isPassing(this.#read(whole))) throw error;
        failures += 1;
        await this.#pauseUnlessOver(error, failures, retryAfter(headers), asked.signal);
      } catch (error) {
        if (error instanceof StorageError) throw error;
        failures += 1;
        await this.#pauseUnlessOver(
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
    const all = { ...headers, host: this.#host };
    const bodyHash = hashOf(body ?? '');
    const sent = signed({ method, path, query, headers: all, bodyHash }, credentials, place.region, now());
    const rest = encodedQuery(query);
    return this.#transport.send(
      { method, target: rest === '' ? path : `${path}?${rest}`, headers: sent, body: body ?? null },
      signal,
    );
  }

  /** Waits before the next try. @throws the error, if there is to be none */
  async #pauseUnlessOver(
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

  #read({ status, headers, body }: Omit<Answer, 'isRepeated'>): Refusal {
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

  #refusal(answer: Omit<Answer, 'isRepeated'>, key: string): StorageError {
    const { now = Date.now } = this.#options;
    const what = key === '' ? 'the bucket' : `"${key}"`;
    return refusalError(this.#read(answer), this.name, what, now());
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

/** Etag of an object that was put together, as most servers make it: the MD5 of the MD5s of its parts. */
function etagOfParts(parts: readonly Pick<StoredPart, 'etag'>[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}

const bareEtag = (etag: string): string => etag.replace(/^W\//, '').replaceAll('"', '');

function timeOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? 0 : time;
}

/** The pause that a server asks for, in milliseconds; null: none. */
function retryAfter(headers: IncomingMessage['headers']): number | null {
  const seconds = Number(headers['retry-after'] ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
