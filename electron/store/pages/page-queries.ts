/** A page as the crawl read it. */
export interface StoredPage {
  request: string;
  /** URL after redirects. */
  url: string;
  html: string;
  /** The encoding it was in before it was decoded, for example `windows-1252`. */
  encoding: string;
}

/** The pages that runs have stored. */
export interface PageQueries {
  /** The page of a request; null when none was kept. @throws StoreError `damaged` */
  ofRequest(request: string): Promise<StoredPage | null>;
  /** How many pages are stored, their bytes as text and as stored. */
  size(): Promise<{ pages: number; bytes: number; storedBytes: number }>;
}
