import type { ActionStep } from '../../shared/spider/browser-actions.ts';
import type { SessionCookies } from '../fetch/session.ts';
import type { FetchedPage, FetchProblem, Hop, ResolvedProxy } from '../fetch/types.ts';
import type { OnAnswer } from './seen-answers.ts';

/** How a page is rendered. Times in milliseconds. */
export interface RenderSettings {
  /** CSS selector to wait for; null: wait until the page is quiet. */
  waitSelector: string | null;
  /** Delay after that. */
  delayMs: number;
  /** Scrolls down to load more, at most `most` times with a delay after each; null: no scrolling. */
  scroll: { most: number; delayMs: number } | null;
  /** What is done on the page after that, in order. */
  actions: readonly PageAction[];
  /** Whether open shadow roots and frames of the same origin become part of the HTML. */
  flatten: boolean;
  /** Limit for loading the page. Waiting for the selector, delays and scrolling are added. */
  timeoutMs: number;
  /** Limit for a challenge to clear; 30 seconds if left out. */
  challengeMs?: number;
  /** Maximum size of the rendered page in bytes. */
  maxBytes: number;
  /** Maximum number of redirects, including navigation by script. */
  maxRedirects: number;
}

/** An action on a page. */
export interface PageAction {
  /** Name in messages. */
  label: string;
  step: ActionStep;
  /** Whether the page fails if the action cannot be carried out. */
  required: boolean;
  /** Whether the action is meant for a page. */
  applies(url: string): boolean;
}

/** A list whose next pages come by clicks. Times in milliseconds. */
export interface Paging {
  /** Name in messages. */
  label: string;
  /** CSS selector of what is clicked for the next page. */
  next: string;
  /** CSS selector of the links of the list, by which its pages are told apart; null: by all that a page shows. */
  links: string | null;
  /** CSS selector that is waited for on each page; null: none. */
  wait: string | null;
  maxPages: number;
  /** Delay after each click. */
  delayMs: number;
  /** Waits for the turn of a click at the site. */
  beforeClick: () => Promise<void>;
  /** Whether a list that the site breaks off is given as far as it came, because it is not tried again. */
  isLastTry: boolean;
  /** Whether more pages are of use. */
  isWanted: () => boolean;
  /** Called before a click leads to another document; a returned sentence refuses it, and the pages before it are the list. */
  refuse: (url: string) => string | null | Promise<string | null>;
}

/** A page of a list. */
export interface ListPage {
  /** URL of its document. */
  url: string;
  /** Its tree as HTML in UTF-8. */
  html: Uint8Array;
}

/** A document that was already fetched and is passed to the browser, so that the site is requested once. */
export type GivenDocument = Pick<FetchedPage, 'status' | 'headers' | 'body'>;

/** The current state of a page in the browser, used to detect challenges. */
export interface PageSnapshot {
  status: number;
  /** Response headers, with lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** A page to render. */
export interface RenderRequest {
  /** URL of the page; for a given document its URL after redirects. */
  url: string;
  settings: RenderSettings;
  /** The fetched document; null: the browser requests it. */
  document: GivenDocument | null;
  /** Proxy for everything the page loads; null: direct. */
  proxy: ResolvedProxy | null;
  /** User-Agent header; null for the browser's own. */
  userAgent: string | null;
  /**
   * Cookies, which are passed to the page and updated by it; null: the page starts without cookies, and those it sets are
   * dropped.
   */
  cookies: SessionCookies | null;
  /**
   * Called before the page navigates to another document, by redirect or script; a returned sentence refuses it. Not called for
   * `url` itself, nor twice for an allowed URL.
   */
  onHop?: (url: string) => string | null | Promise<string | null>;
  /**
   * Returns the name of the challenge that a page consists of ("a challenge of Cloudflare"), or null. If given, challenges are
   * waited out.
   */
  challenge?: (page: PageSnapshot) => string | null;
  /** Left out: the page is read once. */
  paging?: Paging;
  /** Called with each answer that the scripts of the page get, if it may be JSON; left out: none is read, as in a crawl. */
  onAnswer?: OnAnswer;
  signal?: AbortSignal;
}

/** Facts about a rendering. Times in milliseconds. */
export interface RenderFacts {
  timings: { loadMs: number; waitMs: number; scrollMs: number; actMs: number; readMs: number };
  /** Errors that the page's scripts threw or logged. */
  consoleErrors: number;
  /** Number of scroll steps. */
  scrolls: number;
  /** Requests of the page that were refused because their address is not public. */
  refused: number;
  /** User agent of the browser. */
  userAgent: string;
  /** What was done on the page, and recoverable problems, in sentences. */
  notes: string[];
}

/** A rendered page; `body` is its tree as HTML in UTF-8, or the file itself if it is not HTML. */
export interface RenderedPage extends FetchedPage {
  rendering: RenderFacts;
  /** The pages of the list, of which `body` is the first; left out: it is none. */
  list?: ListPage[];
  /** Why the list is not whole, a sentence; left out: it is. */
  broken?: string;
}

/** Result of a rendering. */
export type RenderResult =
  | { ok: true; page: RenderedPage }
  /** `download`: the response is a file, which plain fetching may be able to get. */
  | { ok: false; problem: FetchProblem; hops: Hop[]; download?: boolean; notes?: readonly string[] };

/** Counters of a renderer since its creation. */
export interface RendererStatistics {
  rendered: number;
  /** Pages without a result, for any reason. */
  failed: number;
  /** Tabs that crashed. */
  crashedTabs: number;
  crashedBrowsers: number;
  /** Pages that exceeded their limit and were killed. */
  hung: number;
  /** Browsers that were started. */
  launches: number;
  /** Maximum memory of the browser's processes in total, in bytes; null if unknown on this platform. */
  peakMemory: number | null;
}

/** Renders pages in a headless browser. */
export interface Renderer {
  /** Renders a page, after a wait if all tabs are busy. Never rejects: failures are part of the result. */
  render(request: RenderRequest): Promise<RenderResult>;
  statistics(): RendererStatistics;
  /** Aborts renderings in progress (`aborted`) and closes the browser. */
  close(): Promise<void>;
}
