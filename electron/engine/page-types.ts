import type { PageKind } from '../../shared/page-kind.ts';
import type { BrowserState } from '../extract/articles/chain.ts';
import type { StrategyResult } from '../extract/types.ts';
import type { RequestMessage } from '../../shared/request-message.ts';
import type { Likeness } from './likeness.ts';
import type {
  CompressedPage,
  CompressedText,
  NewEvent,
  NewItem,
  NewRequest,
  NewRow,
} from './ports/ledger.ts';

/** A fetched page and how to process it. Plain data that can be sent to a worker. */
export interface PageInput {
  /** Id of the request in the ledger. */
  id: string;
  /** URL after redirects. */
  url: string;
  body: Uint8Array;
  /** The body as received, if it was gzip. */
  gzip?: Uint8Array;
  contentType: string | null;
  /** When the body was received from the site, in milliseconds since 1970. */
  fetchedAt: number;
  depth: number;
  priority: number;
  callback: string | null;
  follow: boolean;
  /** What its request said besides its URL; left out: it was a plain GET. */
  message?: RequestMessage;
  /** The Link header of its answer; left out: it has none. */
  linkHeader?: string;
  /** Whether it came by a redirect of a start URL: one without a value is looked at for a login. */
  isRedirectedStart?: boolean;
  /** Whether its answer is no good, so that it is only looked at for a sign of an expired login. */
  onlyLogin?: boolean;
  /** The body is the pages of a list, put together: the CSS selector of their links, or of what holds them; null: all. */
  list?: { links: string | null };
  /** Whether this page was rendered, and whether it can be. Left out: no browser is used. */
  browser?: BrowserState;
  /** Whether to compute the likeness of a page without an item. */
  wantsLikeness?: boolean;
  /** A stored page: `body` is its compressed text. Nothing is stored again, and no links are looked for. */
  stored?: StoredBody;
  /** How often pages were not written after they had been processed, so that links known before may be in no ledger. Left out: never. */
  losses?: number;
  /** Results of the article strategies before the page was rendered. */
  earlier?: readonly StrategyResult[];
}

/** A stored page, except its compressed text. `length`: size of the text in bytes. */
export interface StoredBody extends Omit<CompressedText, 'body'> {
  kind: PageKind;
}

/** Number of bytes that are to be read of a page. */
export const sizeOf = ({ body, stored }: PageInput): number => stored?.length ?? body.byteLength;

/** Result of a page. Plain data. */
export interface PageOutput {
  /** The compressed page to store; null if it could not be read. */
  page: CompressedPage | null;
  items: NewItem[];
  /** Rows whose values travel to other pages. */
  rows: NewRow[];
  /** Why a page that should have an item has none; null otherwise. */
  failure: string | null;
  /** Why a page has no rows; null otherwise. */
  empty: string | null;
  links: NewRequest[];
  events: NewEvent[];
  /** Why the login of the run has expired, a sentence. The rest is ignored then. */
  loginExpired?: string;
  /** Likeness of a page without an item, if requested. */
  likeness?: Likeness;
  /**
   * Set if the page must be rendered and processed again: the results of the article strategies so far. The rest is ignored then.
   */
  wantsBrowser?: StrategyResult[];
}
