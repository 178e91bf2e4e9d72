/** What the fetch of a page told about it. */
export interface FetchFacts {
  /** HTTP status; null: there was no answer, or it is not known. */
  status: number | null;
  contentType: string | null;
  /** Headers of the answer, with names in lower case; left out: there was none. */
  headers?: Readonly<Record<string, string>>;
  /** The challenge that the site sent, in one sentence; null: none. */
  challenge: string | null;
  /** Why robots.txt forbids the page, in one sentence; null: it does not. */
  robots: string | null;
  /** Whether there is a browser that could render the page. */
  canRender: boolean;
  /** Time that the site took to answer, in milliseconds; null: unknown. */
  durationMs: number | null;
}
