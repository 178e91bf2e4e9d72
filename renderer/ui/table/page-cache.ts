import type { PageAnswer, RowSource } from './types.ts';

const pageSize = 100;
/** Pages kept beside those that are shown: a person scrolls back. */
const keptPages = 60;
/** While somebody drags the scroll bar, pages that fly past are not asked for, in milliseconds. */
const settleMs = 50;

interface Page<Row> {
  rows: readonly Row[] | null;
  error: Extract<PageAnswer<Row>, { ok: false }>['error'] | null;
  abort: AbortController | null;
  stale: boolean;
}

/** The rows of a source, by pages: reads what is wanted, gives up what no longer is, keeps a few. */
export class PageCache<Row> {
  #source: RowSource<Row>;
  readonly #pages = new Map<number, Page<Row>>();
  readonly #listeners = new Set<() => void>();
  #wanted: { first: number; last: number } | null = null;
  #wantedAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #count: number | null;
  /** Grows whenever there are other rows; for `useSyncExternalStore`. */
  revision = 0;

  constructor(source: RowSource<Row>) {
    this.#source = source;
    this.#count = source.count;
  }

  /** How many rows there are; null until that is known. */
  get count(): number | null {
    return this.#count;
  }

  /** The row of an index, or undefined while it is not there. */
  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.rows?.[index % pageSize];
  }

  /** The indexes of all rows that are there, by their names. */
  indexes(nameOf: (row: Row) => string): Map<string, number> {
    const found = new Map<string, number>();
    for (const [page, { rows }] of this.#pages) {
      for (const [index, row] of (rows ?? []).entries()) found.set(nameOf(row), page * pageSize + index);
    }
    return found;
  }

  /** Why a page that is wanted could not be read. */
  get error(): Page<Row>['error'] {
    for (const page of this.#wantedPages()) {
      const error = this.#pages.get(page)?.error;
      if (error !== null && error !== undefined) return error;
    }
    return null;
  }

  /** Whether something that is wanted is being read. */
  get loading(): boolean {
    return this.#wantedPages().some((page) => this.#pages.get(page)?.abort !== null);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same rows from a source made anew; a grown version reads again what is shown. */
  update(source: RowSource<Row>): void {
    const before = this.#source;
    this.#source = source;
    if (source.count !== null && source.count !== before.count) this.#setCount(source.count);
    if (source.version !== before.version) this.refresh();
  }

  /** Reads again what is shown, and forgets the rest. */
  refresh(): void {
    const wanted = new Set(this.#wantedPages());
    for (const [number, page] of this.#pages) {
      if (wanted.has(number)) page.stale = true;
      else this.#drop(number, page);
    }
    this.#load();
  }

  /** Says which rows are shown, from `first` to `last`. */
  want(first: number, last: number): void {
    const before = this.#wanted;
    const next = {
      first: Math.max(0, Math.floor(first / pageSize)),
      last: Math.max(0, Math.floor(last / pageSize)),
    };
    if (before?.first === next.first && before.last === next.last) return;
    this.#wanted = next;
    for (const [number, page] of this.#pages) {
      if (page.abort !== null && (number < next.first || number > next.last)) {
        page.abort.abort();
        page.abort = null;
        if (page.rows === null) this.#pages.delete(number);
      }
    }
    const now = performance.now();
    const settled = now - this.#wantedAt > settleMs;
    this.#wantedAt = now;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (settled) this.#load();
    else this.#timer = setTimeout(() => this.#load(), settleMs);
    this.#tell();
  }

  /** Tries again what could not be read. */
  retry(): void {
    for (const page of this.#pages.values()) {
      if (page.error !== null) page.stale = true;
    }
    this.#load();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const page of this.#pages.values()) page.abort?.abort();
    this.#pages.clear();
    this.#wanted = null;
  }

  /** Rows for copying: those that are there, and the rest from the source. */
  async read(offset: number, limit: number, signal: AbortSignal): Promise<PageAnswer<Row>> {
    const rows: Row[] = [];
    for (let index = offset; index < offset + limit;) {
      const row = this.row(index);
      if (row !== undefined) {
        rows.push(row);
        index += 1;
        continue;
      }
      const wanted = Math.min(1000, offset + limit - index);
      const answer = await this.#source.load(index, wanted, signal);
      if (!answer.ok) return answer;
      rows.push(...answer.rows);
      index += wanted;
      if (answer.rows.length < wanted) break;
    }
    return { ok: true, rows };
  }

  #wantedPages(): number[] {
    if (this.#wanted === null) return [];
    const { first } = this.#wanted;
    const end = this.#count === null ? first : Math.max(0, Math.ceil(this.#count / pageSize) - 1);
    const last = Math.min(this.#wanted.last, end);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  }

  #load(): void {
    for (const number of this.#wantedPages()) {
      const page = this.#pages.get(number) ?? { rows: null, error: null, abort: null, stale: true };
      // Set again, so that pages stand in the order in which they were wanted.
      this.#pages.delete(number);
      this.#pages.set(number, page);
      if (page.stale) void this.#fetch(number, page);
    }
    const wanted = new Set(this.#wantedPages());
    for (const [number, page] of this.#pages) {
      if (this.#pages.size <= keptPages) break;
      if (!wanted.has(number)) this.#drop(number, page);
    }
  }

  async #fetch(number: number, page: Page<Row>): Promise<void> {
    page.abort?.abort();
    const abort = new AbortController();
    page.abort = abort;
    page.stale = false;
    this.#tell();
    const answer = await this.#source.load(number * pageSize, pageSize, abort.signal);
    if (page.abort !== abort) return;
    page.abort = null;
    if (answer.ok) {
      page.rows = answer.rows;
      page.error = null;
      if (answer.count !== undefined) this.#setCount(answer.count);
      else if (this.#count === null && answer.rows.length < pageSize) {
        this.#setCount(number * pageSize + answer.rows.length);
      }
    } else if (answer.error.code !== 'cancelled') {
      page.error = answer.error;
    }
    this.#changed();
  }

  #setCount(count: number): void {
    if (count === this.#count) return;
    this.#count = count;
    this.#changed();
    this.#load();
  }

  #drop(number: number, page: Page<Row>): void {
    page.abort?.abort();
    page.abort = null;
    this.#pages.delete(number);
  }

  #changed(): void {
    this.revision += 1;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
