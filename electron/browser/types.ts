import type { SessionCookies } from '../fetch/session.ts';
import type { FetchedPage, FetchProblem, Hop, ResolvedProxy } from '../fetch/types.ts';

/** What is done with a page in the browser. Times in milliseconds. */
export interface RenderSettings {
  /** CSS selector to wait for; null: until the page has come to rest. */
  waitSelector: string | null;
  /** Waited after that. */
  delayMs: number;
  /** Scroll down to load more, so often at most, with a delay after each time; null: do not. */
  scroll: { most: number; delayMs: number } | null;
  /** Write open shadow roots and frames of the same origin into the page. */
  flatten: boolean;
  /** For the page to arrive; waiting for the selector, delays and scrolls come on top. */
  timeoutMs: number;
  /** For a challenge to clear; 30 seconds unless given. */
  challengeMs?: number;
  /** Bytes that the rendered page may have. */
  maxBytes: number;
  /** Redirects in a row, those by script included. */
  maxRedirects: number;
}

/** A document that was fetched already: the browser is given it and does not ask the site again. */
export type GivenDocument = Pick<FetchedPage, 'status' | 'headers' | 'body'>;

/** The current state of a page in the browser, used to detect challenges. */
export interface PageSnapshot {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

export interface RenderRequest {
  /** For a given document its URL after redirects. */
  url: string;
  settings: RenderSettings;
  /** null: the browser asks the site itself. */
  document: GivenDocument | null;
  /** Proxy for everything the page loads; null: direct. */
  proxy: ResolvedProxy | null;
  /** null: the browser's own. */
  userAgent: string | null;
  /** Given to the page, and taken back from it; null: the page begins without cookies, and what it sets is forgotten. */
  cookies: SessionCookies | null;
  /**
   * Asked before the page goes on to another document, by redirect or by script: a sentence refuses it. Not asked for `url`
   * itself, nor again for what was let through.
   */
  onHop?: (url: string) => string | null | Promise<string | null>;
  /** What a page is that is but a challenge: "a challenge of Cloudflare"; null: it is none. Where it is given, challenges are waited out. */
  challenge?: (page: PageSnapshot) => string | null;
  signal?: AbortSignal;
}

/** How a rendering went. Times in milliseconds. */
export interface RenderFacts {
  timings: { loadMs: number; waitMs: number; scrollMs: number; readMs: number };
  /** Errors that the page's scripts threw or wrote to the console. */
  consoleErrors: number;
  /** How often it was scrolled. */
  scrolls: number;
  /** Requests of the page that were refused: their addresses are not public. */
  refused: number;
  /** What the browser called itself. */
  userAgent: string;
  /** What went less than well, in sentences. */
  notes: string[];
}

/** A page as the browser shows it; `body` is its tree as HTML in UTF-8, or the file itself where it is not HTML. */
export interface RenderedPage extends FetchedPage {
  rendering: RenderFacts;
}

export type RenderResult =
  | { ok: true; page: RenderedPage }
  /** `download`: it is a file, which plain fetching may get. */
  | { ok: false; problem: FetchProblem; hops: Hop[]; download?: boolean };

/** What a browser has been through since the renderer was made. */
export interface RendererStatistics {
  rendered: number;
  /** Pages that gave no result, for whatever reason. */
  failed: number;
  /** Tabs that died, and whole browsers that did. */
  crashedTabs: number;
  crashedBrowsers: number;
  /** Pages that did not end in time and were killed. */
  hung: number;
  /** Browsers that were started. */
  launches: number;
  /** Largest memory of the browser's processes together, in bytes; null: not known here. */
  peakMemory: number | null;
}

/** Pages go in, what a browser shows of them comes out. */
export interface Renderer {
  /** Never rejects: what went wrong is in the answer. Waits for its turn when all tabs are busy. */
  render(request: RenderRequest): Promise<RenderResult>;
  statistics(): RendererStatistics;
  /** Ends what is under way (`aborted`) and closes the browser. */
  close(): Promise<void>;
}
