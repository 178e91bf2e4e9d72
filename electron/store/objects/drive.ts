/** What is known of an object without reading it. */
export interface ObjectFacts {
  bytes: number;
  /** When it was written, by the clock of the drive; in milliseconds since 1970. */
  storedAt: number;
}

/**
 * A folder or a bucket. Keys have parts with a slash between them. Objects appear whole or not at all.
 * All calls throw StoreError `storage-unreachable`, `storage-refused`, `storage-full`, `storage-failed`, `bad-place`.
 */
export interface Drive {
  /** What it is called in messages. */
  readonly name: string;
  /** Writes an object that is not there yet. @returns false: there is one of this key, which stays */
  write(key: string, body: Uint8Array): Promise<boolean>;
  /** Writes an object anew, or makes one with the same content count as just written. */
  renew(key: string, body: Uint8Array): Promise<void>;
  /** @returns null: there is none */
  read(key: string): Promise<Buffer | null>;
  /** @returns null: there is none */
  facts(key: string): Promise<ObjectFacts | null>;
  /** Lists what is there, also files of writers that were killed. */
  list(): AsyncIterable<ObjectFacts & { key: string }>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  close(): void;
}
