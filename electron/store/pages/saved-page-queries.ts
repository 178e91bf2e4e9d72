import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import type { PageKind } from '../../../shared/page-kind.ts';
import type { WrittenRequest } from '../../../shared/spider/start-requests.ts';
import type { KeptPicture } from './picture-queries.ts';
import type { ActedOn } from '../../engine/acted-on.ts';
import type { CompressedPage } from '../../engine/ports/ledger.ts';

/** A style sheet of a saved page, or why it could not be loaded. */
export interface KeptSheet {
  /** Absolute URL. */
  url: string;
  /** Its text; null if it could not be loaded. */
  css: string | null;
  /** Why it could not be loaded, in one sentence; null if it was. */
  problem: string | null;
  /** Whether it was not requested because its address is private. */
  blocked: boolean;
}

/** Where a saved page comes from: a URL, a file, a run, or a URL that a browser rendered. */
export type SavedPageSource = 'url' | 'file' | 'run' | 'rendered';

/** A page that a person has saved to test a spider. */
export interface SavedPageRow {
  id: string;
  project: string;
  /** null: it belongs to the draft of a spider that was never saved. */
  spider: string | null;
  /** The id of that draft; null: it belongs to a spider. */
  draft: string | null;
  title: string;
  /** URL after redirects; null if it is unknown. */
  url: string | null;
  source: SavedPageSource;
  /** The run that the page comes from; null for other sources. */
  run: string | null;
  /** Size of the text in UTF-8, in bytes. */
  bytes: number;
  /** The encoding of the page as received. */
  encoding: string;
  kind: PageKind;
  /** URL of the icon of its site; null: unknown. */
  icon: string | null;
  /** ISO 8601 in UTC. */
  addedAt: string;
  /** When the page was received; ISO 8601 in UTC. */
  fetchedAt: string;
  /** The page that this is a newer copy of, until one of the two is kept; null: it is a page of its own. */
  copyOf: string | null;
  /** The request that it answers; left out: a plain GET of its URL. */
  request?: WrittenRequest;
  /** What was done on it in the browser before it was saved; null: nothing, as far as is known. */
  acted: ActedOn | null;
}

/** The content of a saved page. */
export interface SavedContent {
  title: string;
  url: string | null;
  source: SavedPageSource;
  page: CompressedPage;
  /** Its style sheets, which only serve to display it; left out if none were loaded. */
  sheets?: readonly KeptSheet[];
  /** Its pictures, which its project keeps; left out if none were loaded. */
  pictures?: readonly KeptPicture[];
  /** URL of the icon of its site; null or left out: unknown. */
  icon?: string | null;
  /** The answers of JSON that carry what is seen on it; left out: none. */
  answers?: readonly NetworkAnswer[];
  /** The request that it answers; left out: a plain GET of its URL. A page that is replaced keeps its own. */
  request?: WrittenRequest;
  /** What was done on it in the browser; null or left out: nothing. */
  acted?: ActedOn | null;
}

/** A page to save. */
export interface NewSavedPage extends SavedContent {
  /** The run that the page comes from; null for other sources. */
  run: string | null;
  /** When the page was received; ISO 8601 in UTC. Left out: now. */
  fetchedAt?: string;
}

/** The port to the pages that are saved to test spiders. Each method is one transaction. */
export interface SavedPageQueries {
  /** Returns the saved pages of a spider, newest first, without newer copies. */
  list(project: string, spider: string): Promise<SavedPageRow[]>;
  /** Returns a saved page. @throws StoreError `not-found` */
  get(id: string): Promise<SavedPageRow>;
  /** Returns the text of a page. @throws StoreError `not-found`, `damaged` */
  html(id: string): Promise<string>;
  /** Returns the style sheets of a page; empty if none were loaded. @throws StoreError `not-found` */
  sheets(id: string): Promise<KeptSheet[]>;
  /** Returns the answers that carry what is seen on a page; empty if none are known. @throws StoreError `not-found` */
  answers(id: string): Promise<NetworkAnswer[]>;
  /** Replaces the style sheets of a page. @throws StoreError `not-found` */
  keepSheets(id: string, sheets: readonly KeptSheet[]): Promise<SavedPageRow>;
  /** Adds a page to a spider. @throws StoreError `not-found` if the spider does not exist */
  add(project: string, spider: string, page: NewSavedPage): Promise<SavedPageRow>;
  /** Returns the saved pages of the draft of a spider that was never saved, newest first. */
  ofDraft(project: string, draft: string): Promise<SavedPageRow[]>;
  /** Adds a page to such a draft. @throws StoreError `not-found` if the draft does not exist */
  addToDraft(project: string, draft: string, page: NewSavedPage): Promise<SavedPageRow>;
  /** Removes a page of such a draft for good. @returns whether it was one */
  removeOfDraft(id: string): Promise<boolean>;
  /**
   * Adds a page of a run, unless the spider already has this page of this run. `isNew`: whether it was added.
   * @throws StoreError `not-found` if the spider does not exist
   */
  addOfRun(
    project: string,
    spider: string,
    page: NewSavedPage & { run: string },
  ): Promise<{ page: SavedPageRow; isNew: boolean }>;
  /**
   * Replaces the content of a page with the result of `revise`. The page keeps its id; `addedAt` is the present time.
   * @throws StoreError `not-found`, `damaged`
   */
  replace(id: string, revise: (page: SavedPageRow, html: string) => SavedContent): Promise<SavedPageRow>;
  /** Adds a newer copy of a page beside it, in place of an earlier one. @throws StoreError `not-found` */
  addCopy(id: string, content: SavedContent): Promise<SavedPageRow>;
  /** Returns the newer copies of the pages of a spider. */
  copies(project: string, spider: string): Promise<SavedPageRow[]>;
  /**
   * Puts the content of a newer copy in place of that of its page, which keeps its id, its title and its locked values.
   * @throws StoreError `not-found` where the page has no newer copy
   */
  keepCopy(id: string): Promise<SavedPageRow>;
  /** Discards the newer copy of a page. @throws StoreError `not-found` where it has none */
  dropCopy(id: string): Promise<SavedPageRow>;
  /** Changes the title or the URL of a page. @throws StoreError `not-found` */
  update(id: string, changes: { title?: string; url?: string | null }): Promise<SavedPageRow>;
}
