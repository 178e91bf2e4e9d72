import { createHash } from 'node:crypto';
import { StoreError } from '../errors.ts';
import type { Drive, ObjectFacts } from './drive.ts';

/** An object that is older counts as new again before a row names it, which takes less than the difference. Milliseconds. */
const renewedAfterMs = 12 * 3_600_000;

/** Names of objects: two levels of folders, and the hash. */
const objectKey = /^([0-9a-f]{2})\/([0-9a-f]{2})\/(\1\2[0-9a-f]{60})$/;

/** Options of `ObjectStore`. */
export interface ObjectStoreOptions {
  /** Carries something out while nobody removes objects without a row. */
  whileKept: <T>(work: () => Promise<T>) => Promise<T>;
  now?: () => number;
}

/** An object, or what a writer that was killed has left. */
export interface ListedObject extends ObjectFacts {
  key: string;
  /** null: it is no whole object. */
  hash: string | null;
}

/** Bodies by their hash, each written once. */
export class ObjectStore {
  readonly #drive: Drive;
  readonly #options: ObjectStoreOptions;

  constructor(drive: Drive, options: ObjectStoreOptions) {
    this.#drive = drive;
    this.#options = options;
  }

  /** What it is called in messages. */
  get name(): string {
    return this.#drive.name;
  }

  /** Stores a body, unless it is there. Afterwards it stays for hours at least, so that a row can name it. @throws StoreError */
  async put(hash: string, body: Uint8Array): Promise<void> {
    const { now = Date.now, whileKept } = this.#options;
    const key = keyOf(hash);
    if (await this.#drive.write(key, body)) return;
    const facts = await this.#drive.facts(key);
    // One of another size is what a power cut has left of it.
    if (facts?.bytes === body.byteLength && now() - facts.storedAt < renewedAfterMs) return;
    await whileKept(() => this.#drive.renew(key, body));
  }

  /** Reads a body. @throws StoreError `damaged` where it is not there, or is another one */
  async get(hash: string): Promise<Buffer> {
    const body = await this.#drive.read(keyOf(hash));
    if (body === null) throw damaged(`The object ${hash} is not there: ${this.name} does not have it.`);
    if (hashOf(body) !== hash)
      throw damaged(`The object ${hash} is damaged: what ${this.name} has is something else.`);
    return body;
  }

  facts(hash: string): Promise<ObjectFacts | null> {
    return this.#drive.facts(keyOf(hash));
  }

  /** Lists what is there; other files are left out. */
  async *list(): AsyncGenerator<ListedObject> {
    for await (const object of this.#drive.list()) {
      const hash = objectKey.exec(object.key)?.[3] ?? null;
      if (hash !== null || object.key.endsWith('.partial')) yield { ...object, hash };
    }
  }

  remove(key: string): Promise<void> {
    return this.#drive.remove(key);
  }

  close(): void {
    this.#drive.close();
  }
}

/** SHA-256 of a body, in hexadecimal. */
export const hashOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

const keyOf = (hash: string): string => `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;

const damaged = (message: string): StoreError =>
  new StoreError(
    'damaged',
    message,
    'Bring it back from a backup of that place, or delete the run it belongs to.',
  );
