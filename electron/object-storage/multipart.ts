import { bareEtag, etagOfParts, timeOf } from './answers.ts';
import { StorageError } from './errors.ts';
import type { S3Requests } from './requests.ts';
import type { Cancellable, OpenUpload, PutOptions, StoredPart } from './storage.ts';
import { childrenOf, readXml, textOf, xmlText, type XmlElement } from './xml.ts';

/** Objects that arrive in parts. */
export class Multipart {
  readonly #requests: S3Requests;

  constructor(requests: S3Requests) {
    this.#requests = requests;
  }

  /** Begins an upload. @returns its id */
  async begin(key: string, { signal }: Cancellable = {}): Promise<string> {
    const started = await this.#requests.xml({ method: 'POST', key, query: [['uploads', '']], signal });
    const id = textOf(started, 'UploadId');
    if (id === '') throw new StorageError('failed', `${this.#requests.name} began no upload.`);
    return id;
  }

  /** Sends a part. @returns its etag */
  async part(
    { key, id }: Pick<OpenUpload, 'key' | 'id'>,
    number: number,
    body: Uint8Array,
    { signal }: Cancellable = {},
  ): Promise<string> {
    const query = [
      ['partNumber', String(number)],
      ['uploadId', id],
    ] as const;
    const { headers } = await this.#requests.ask({ method: 'PUT', key, query, body, signal });
    return bareEtag(headers.etag ?? '');
  }

  /** The parts that have arrived; null: there is no such upload. */
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
      const answer = await this.#requests.ask({ method: 'GET', key, query, signal, accept: [404] });
      if (answer.status === 404) {
        if (this.#requests.read(answer).code === 'NoSuchBucket') throw this.#requests.refusal(answer, key);
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

  /** Joins the parts to an object. */
  async complete(
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
    let answer = await this.#requests.ask({ ...asked, headers: conditional, accept: [404, 409, 412, 501] });
    if (answer.status === 501 && !replace) {
      await this.#requests.requireAbsent(key, signal);
      answer = await this.#requests.ask({ ...asked, accept: [404] });
    }
    // The status is sent before the parts are joined, so that an error may be in the body of a success.
    const failed = answer.status !== 200 || readXml(answer.body.toString('utf8'))?.name === 'Error';
    if (!failed) return;
    // A try whose answer was lost may have completed it.
    const stored = answer.isRepeated ? await this.#requests.head(key, { signal }) : null;
    if (stored === null || stored.etag !== etagOfParts(parts)) throw this.#requests.refusal(answer, key);
  }

  /** Gives an upload up. */
  async abort({ key, id }: Pick<OpenUpload, 'key' | 'id'>, { signal }: Cancellable = {}): Promise<void> {
    await this.#requests.ask({ method: 'DELETE', key, query: [['uploadId', id]], signal, accept: [404] });
  }

  /** The uploads under way. */
  async list(prefix: string, { signal }: Cancellable = {}): Promise<OpenUpload[]> {
    const found: OpenUpload[] = [];
    let more: (readonly [string, string])[] | null = [];
    while (more !== null) {
      const page: XmlElement | null = await this.#requests.xml({
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
}
