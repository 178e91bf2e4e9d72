/** What is known of an object without reading it. */
export interface ObjectFacts {
  key: string;
  /** Size in bytes. */
  bytes: number;
  /** Identifies the content, without quotation marks. For an object that was put in one piece usually its MD5. */
  etag: string;
  /** When it was stored, in milliseconds since 1970. */
  storedAt: number;
}

/** A part of an upload that the server has. */
export interface StoredPart {
  /** From 1. */
  number: number;
  bytes: number;
  etag: string;
}

/** An upload in parts that was neither completed nor aborted. */
export interface OpenUpload {
  key: string;
  id: string;
  /** In milliseconds since 1970. */
  begunAt: number;
}

/** Options of what can be cancelled. */
export interface Cancellable {
  signal?: AbortSignal | undefined;
}

/** Options of `put` and `completeUpload`. */
export interface PutOptions extends Cancellable {
  /** Whether an object of this key may be replaced. If not, the server refuses with `exists`, however many write at once. */
  replace: boolean;
}

/**
 * A bucket of an S3-compatible service. Every method repeats a request that fails in passing (a connection that is cut, a server
 * that is busy) with growing pauses, and throws `StorageError`, whose message says what, where and what to do, and holds no secret.
 * Keys are whole, without a leading slash.
 */
export interface ObjectStorage {
  /** `s3://BUCKET` at the host of the endpoint, for messages. */
  readonly name: string;
  /** Stores a small object in one piece. @throws StorageError `exists` unless `replace` */
  put(key: string, body: Uint8Array, options: PutOptions): Promise<void>;
  /** @returns null: there is no such object */
  head(key: string, options?: Cancellable): Promise<ObjectFacts | null>;
  /**
   * Reads an object in pieces, beginning with a byte. A connection that is cut is continued where it ended; an object that was replaced
   * meanwhile is an error, not a mixture. @throws StorageError `not-found`
   */
  get(key: string, options?: Cancellable & { from?: number }): AsyncIterable<Uint8Array>;
  /** Lists the objects whose keys begin with a prefix, by key, page by page. */
  list(prefix: string, options?: Cancellable): AsyncIterable<ObjectFacts>;
  /** Deletes an object; one that is not there is no error. */
  delete(key: string, options?: Cancellable): Promise<void>;

  /** Begins an upload in parts. The object appears only when it is completed. @returns its id */
  beginUpload(key: string, options?: Cancellable): Promise<string>;
  /** Sends a part, replacing one of the same number. All but the last have at least 5 MiB. @returns its etag */
  uploadPart(
    upload: Pick<OpenUpload, 'key' | 'id'>,
    number: number,
    body: Uint8Array,
    options?: Cancellable,
  ): Promise<string>;
  /** The parts that have arrived, by number. @returns null: there is no such upload */
  parts(upload: Pick<OpenUpload, 'key' | 'id'>, options?: Cancellable): Promise<StoredPart[] | null>;
  /** Makes an object of parts. @throws StorageError `exists` unless `replace`, `not-found`: the upload is gone */
  completeUpload(
    upload: Pick<OpenUpload, 'key' | 'id'>,
    parts: readonly Pick<StoredPart, 'number' | 'etag'>[],
    options: PutOptions,
  ): Promise<void>;
  /** Forgets an upload and its parts; one that is not there is no error. */
  abortUpload(upload: Pick<OpenUpload, 'key' | 'id'>, options?: Cancellable): Promise<void>;
  /** The unfinished uploads whose keys begin with a prefix. */
  uploads(prefix: string, options?: Cancellable): Promise<OpenUpload[]>;

  /** Closes all connections. */
  close(): void;
}

/** Where a bucket is and how it is reached. */
export interface StoragePlace {
  /** `https://host[:port]`; null: Amazon S3 in the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** Whether the bucket is part of the path (`host/bucket/key`) and not of the host (`bucket.host/key`). */
  pathStyle: boolean;
}

/** What requests are signed with. */
export interface StorageCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string | undefined;
}
