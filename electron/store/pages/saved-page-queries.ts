import type { CompressedPage } from '../../engine/ports/ledger.ts';

/** A style sheet of a saved page, or why it could not be loaded. */
export interface KeptSheet {
  /** Absolute. */
  url: string;
  css: string | null;
  problem: string | null;
  /** Its address is not public, and private ones were not allowed. */
  blocked: boolean;
}

export type SavedPageSource = 'url' | 'file' | 'run' | 'rendered';

/** A page that a person keeps to try a spider on. */
export interface SavedPageRow {
  id: string;
  project: string;
  spider: string;
  title: string;
  /** After redirects; null: not known. */
  url: string | null;
  source: SavedPageSource;
  /** The run that it came from. */
  run: string | null;
  /** Of the text in UTF-8. */
  bytes: number;
  encoding: string;
  addedAt: string;
}

/** What is kept of a page. */
export interface SavedContent {
  title: string;
  url: string | null;
  source: SavedPageSource;
  page: CompressedPage;
  /** Its style sheets as far as they were asked for; they are for looking at it only. Left out: none were. */
  sheets?: readonly KeptSheet[];
}

export interface NewSavedPage extends SavedContent {
  run: string | null;
}

/** The pages that are kept to try spiders on. Each method is one transaction. */
export interface SavedPageQueries {
  /** Newest first. */
  list(project: string, spider: string): Promise<SavedPageRow[]>;
  /** @throws StoreError `not-found` */
  get(id: string): Promise<SavedPageRow>;
  /** Its text. @throws StoreError `not-found`, `damaged` */
  html(id: string): Promise<string>;
  /** Its style sheets; empty where none were asked for. @throws StoreError `not-found` */
  sheets(id: string): Promise<KeptSheet[]>;
  /** Keeps these style sheets beside it instead of those from before. @throws StoreError `not-found` */
  keepSheets(id: string, sheets: readonly KeptSheet[]): Promise<SavedPageRow>;
  /** @throws StoreError `not-found` for a spider that is not there */
  add(project: string, spider: string, page: NewSavedPage): Promise<SavedPageRow>;
  /**
   * Adds a page of a run, unless the spider has that page of that run already. `isNew`: whether it was added.
   * @throws StoreError `not-found` for a spider that is not there
   */
  addOfRun(
    project: string,
    spider: string,
    page: NewSavedPage & { run: string },
  ): Promise<{ page: SavedPageRow; isNew: boolean }>;
  /**
   * Keeps another content under the same id, as added now: what `revise` makes of the page and of its text.
   * @throws StoreError `not-found`, `damaged`
   */
  replace(id: string, revise: (page: SavedPageRow, html: string) => SavedContent): Promise<SavedPageRow>;
  /** @throws StoreError `not-found` */
  update(id: string, changes: { title?: string; url?: string | null }): Promise<SavedPageRow>;
  /** @throws StoreError `not-found` */
  delete(id: string): Promise<SavedPageRow>;
}
