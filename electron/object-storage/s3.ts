import { createHash } from 'node:crypto';
import { bareEtag, timeOf } from './answers.ts';
import { StorageError } from './errors.ts';
import { Multipart } from './multipart.ts';
import { S3Requests, type S3Options } from './requests.ts';
import type { Cancellable, ObjectFacts, ObjectStorage, PutOptions } from './storage.ts';
import { ConnectionError } from './transport.ts';
import { childrenOf, textOf } from './xml.ts';

/** Opens a bucket. Nothing is sent before the first call. @throws StorageError `bad-place` */
export function openS3(options: S3Options): ObjectStorage {
  return new S3(options);
}

class S3 implements ObjectStorage {
  readonly name: string;
  readonly head: ObjectStorage['head'];
  readonly beginUpload: ObjectStorage['beginUpload'];
  readonly uploadPart: ObjectStorage['uploadPart'];
  readonly parts: ObjectStorage['parts'];
  readonly completeUpload: ObjectStorage['completeUpload'];
  readonly abortUpload: ObjectStorage['abortUpload'];
  readonly uploads: ObjectStorage['uploads'];
  readonly #requests: S3Requests;

  constructor(options: S3Options) {
    const requests = new S3Requests(options);
    const uploads = new Multipart(requests);
    this.name = requests.name;
    this.head = (...args) => requests.head(...args);
    this.beginUpload = (...args) => uploads.begin(...args);
    this.uploadPart = (...args) => uploads.part(...args);
    this.parts = (...args) => uploads.parts(...args);
    this.completeUpload = (...args) => uploads.complete(...args);
    this.abortUpload = (...args) => uploads.abort(...args);
    this.uploads = (...args) => uploads.list(...args);
    this.#requests = requests;
  }

  async put(key: string, body: Uint8Array, { replace, signal }: PutOptions): Promise<void> {
    const headers = replace ? {} : { 'if-none-match': '*' };
    const asked = { method: 'PUT', key, body, headers, signal };
    const answer = await this.#requests.ask({ ...asked, accept: [409, 412, 501] });
    if (answer.status === 412 || answer.status === 409) {
      const md5 = createHash('md5').update(body).digest('hex');
      // A try whose answer was lost may have stored it.
      const stored = answer.isRepeated ? await this.#requests.head(key, { signal }) : null;
      if (stored?.etag !== md5) throw this.#requests.refusal(answer, key);
    } else if (answer.status === 501) {
      if (replace) throw this.#requests.refusal(answer, key);
      await this.#requests.requireAbsent(key, signal);
      await this.#requests.ask({ ...asked, headers: {} });
    }
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
      const answer = await this.#requests.open({ method: 'GET', key, headers, signal, accept: [412, 416] });
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
        if (at < total) throw new ConnectionError(`${this.#requests.host} ended its answer early.`, true);
      } catch (error) {
        failures += 1;
        await this.#requests.pauseUnlessOver(this.#requests.explain(error, signal), failures, null, signal);
      } finally {
        answer.destroy();
      }
    }
  }

  async *list(prefix: string, { signal }: Cancellable = {}): AsyncGenerator<ObjectFacts> {
    let token = '';
    do {
      const page = await this.#requests.xml({
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
    await this.#requests.ask({ method: 'DELETE', key, signal, accept: [404] });
  }

  close(): void {
    this.#requests.close();
  }
}
