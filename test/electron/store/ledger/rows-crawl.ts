import type { Ledger, NewItem, NewRequest, NewRow } from '../../../../electron/engine/ports/ledger.ts';
import type { JsonValue } from '../../../../electron/extract/types.ts';
import type { LedgerOptions } from '../../../../electron/store/ledger/ledger.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { completed, item, itemsOf, request, scratchStore, startedRun } from '../support.ts';

const origin = 'https://example.org';
export const urlOf = (n: number): string => `https://example.org/page/${n}`;

/** A request as a rule makes it, and as a row does. */
export const byRule = (n: number, changes: Partial<NewRequest> = {}): NewRequest =>
  request(n, { callback: 'detail', rule: 0, parent: '1', depth: 1, ...changes });
export const byRow = (n: number, changes: Partial<NewRequest> = {}): NewRequest =>
  request(n, { callback: 'detail', rule: null, parent: '1', depth: 1, ...changes });

export const row = (values: Record<string, JsonValue>, to: NewRequest | null): NewRow => ({
  values,
  problems: [],
  request: to,
  reason: to === null ? 'It has no URL.' : null,
});

/** What the page of a request gives. */
export const page = (n: number, metadata: NewItem['metadata'], changes: Partial<NewItem> = {}): NewItem =>
  item(n, { callback: 'detail', title: null, metadata: { own: n, ...metadata }, ...changes });

/** A run whose rows lead to pages, visited page by page. */
export class Crawl {
  readonly #store: Store;
  readonly run: string;
  ledger: Ledger;

  constructor(store: Store, run: string, options: LedgerOptions = {}) {
    this.#store = store;
    this.run = run;
    this.ledger = store.ledger(run, { rowsTravel: true, ...options });
  }

  static async begin(store = scratchStore(), options: LedgerOptions = {}): Promise<Crawl> {
    return new Crawl(store, await startedRun(store), options);
  }

  /** Claims all queued requests. @returns their ids by URL and callback */
  async claimed(): Promise<Map<string, string>> {
    const found = await this.ledger.claim(origin, 100, 0);
    return new Map(found.map(({ url, callback, id }) => [`${url.split('/').at(-1)} ${callback}`, id]));
  }

  /** Completes the one request that is queued for a page. */
  async visit(n: number, items: NewItem[], rows: NewRow[] = [], callback = 'detail'): Promise<void> {
    const id = (await this.claimed()).get(`${n} ${callback}`) ?? 'none';
    await this.complete(id, items, rows);
  }

  async complete(id: string, items: NewItem[], rows: NewRow[] = [], links: NewRequest[] = []): Promise<void> {
    await this.ledger.complete({ ...completed(id, items, links), rows });
  }

  async items(): Promise<[string, Record<string, unknown>][]> {
    return (await itemsOf(this.#store, this.run)).map(({ key, metadata }) => [key, metadata]);
  }

  async requests() {
    const { rows } = await this.#store.queries.requests.slice({ run: this.run }, 0, 100);
    return rows.map(
      ({ url, callback, state, items }) => `${url.split('/').at(-1)} ${callback} ${state} ${items}`,
    );
  }

  async events(kind: string): Promise<string[]> {
    const events = await this.#store.queries.events.list(this.run, { kinds: [kind] });
    return events.map(({ message }) => message);
  }
}
