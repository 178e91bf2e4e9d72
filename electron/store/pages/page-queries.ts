import type { PageKind } from '../../../shared/page-kind.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';

/** A page as a crawl received it. */
export interface StoredPage {
  request: string;
  /** URL after redirects; the URL of the request if there was no response. */
  url: string;
  html: string;
  /** The encoding of the response, for example `windows-1252`. `html` is decoded. */
  encoding: string;
  kind: PageKind;
  /** Whether it is as a browser has rendered it; false for pages of runs before that was recorded. */
  rendered: boolean;
  /** When it was received; ISO 8601 in UTC. */
  fetchedAt: string;
}

/** The port to the pages that runs have stored. */
export interface PageQueries {
  /** Returns the page of a request; null if none was stored. @throws StoreError `damaged` */
  ofRequest(request: string): Promise<StoredPage | null>;
  /**
   * Returns the text of a page that is saved with a spider, or that one of its runs has stored; null: there is none.
   * @param sha256 of the text in UTF-8, in hexadecimal; @throws StoreError `damaged`
   */
  ofSpider(of: SpiderName, sha256: string): Promise<string | null>;
  /** Returns the number of different pages, their size as text in UTF-8, and their compressed size, both in bytes. */
  size(): Promise<{ pages: number; bytes: number; storedBytes: number }>;
}
