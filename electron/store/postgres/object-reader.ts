import type { Patience } from '../../object-storage/repeat.ts';
import { StoreError } from '../errors.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ObjectPlace } from '../objects/place.ts';
import { readReference, type ObjectReference } from '../objects/reference.ts';

/** Objects that are read at the same time. */
const atOnce = 8;

/** Somebody waits for a body that is read. */
const patience: Partial<Patience> = { tries: 4 };

/** Puts bodies that are kept outside of the database into the rows that name them. */
export class ObjectReader {
  readonly #places: () => Promise<ObjectPlace[]>;
  /** By tag. */
  #known = new Map<string, ObjectPlace>();
  readonly #stores = new Map<string, ObjectStore>();

  /** @param places reads the places of the workspace */
  constructor(places: () => Promise<ObjectPlace[]>) {
    this.#places = places;
  }

  /** Replaces the references among the values. @throws StoreError `damaged`, `storage-unreachable` … */
  async fill(rows: unknown[][]): Promise<void> {
    const found = rows.flatMap((row) =>
      row.flatMap((value, column) => {
        const reference = Buffer.isBuffer(value) ? readReference(value) : null;
        return reference === null ? [] : [{ row, column, reference }];
      }),
    );
    for (let next = 0; next < found.length; next += atOnce)
      await Promise.all(
        found.slice(next, next + atOnce).map(async ({ row, column, reference }) => {
          const store = await this.#storeOf(reference);
          // Bytes of a page that only look like a reference are what they are.
          if (store !== null) row[column] = await store.get(reference.hash);
        }),
      );
  }

  close(): void {
    for (const store of this.#stores.values()) store.close();
  }

  async #storeOf({ tag }: ObjectReference): Promise<ObjectStore | null> {
    if (!this.#known.has(tag)) this.#known = new Map((await this.#places()).map((one) => [one.tag, one]));
    const place = this.#known.get(tag);
    if (place === undefined) return null;
    const open = this.#stores.get(tag);
    if (open !== undefined) return open;
    // Loaded where a workspace keeps something outside.
    const { openPlace } = await import('../objects/place.ts');
    const made = await openPlace(place, { patience, whileKept: (work) => work() });
    const store = this.#stores.get(tag) ?? made;
    this.#stores.set(tag, store);
    return store;
  }
}

/** What is told of a body that cannot be read: the error is made anew on the other side. */
export const refusalOf = (error: unknown): Pick<StoreError, 'code' | 'message' | 'hint'> | null =>
  error instanceof StoreError ? { code: error.code, message: error.message, hint: error.hint } : null;
