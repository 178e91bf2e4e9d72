import type { KeptSheet, SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { HostPool } from '../../threads/host-pool.ts';
import type { AddingStage, PageWish } from './page-session.ts';

/** Progress reported by the thread. */
export interface AddingNote {
  stage: AddingStage;
}

/** A captured page, ready to be stored. */
export interface AddedContent {
  content: SavedContent;
  /** Warnings, in sentences. */
  notes: string[];
}

/** Style sheets to fetch for a saved page. */
export interface SheetsWish {
  wish: PageWish;
  /** Absolute URLs without duplicates. */
  links: readonly string[];
  of: { url: string | null; encoding: string };
}

type Wish = Omit<PageWish, 'dataDir' | 'proxyChannel'>;
interface Watch {
  signal: AbortSignal;
  onStage: (stage: AddingStage) => void;
}

/** Captures pages from their addresses. */
export interface PageCapture {
  /** Fetches or renders a page. @throws HostError like `PageSession` and `packPage` */
  get(wish: Wish, watch: Watch): Promise<AddedContent>;
  /** Fetches style sheets; failed ones are included with their problem. @throws HostError `cancelled` */
  sheets(what: Omit<SheetsWish, 'wish'> & { wish: Wish }, watch: Watch): Promise<KeptSheet[]>;
  /** Cancels pages in progress. */
  close(): Promise<void>;
}

/** Heap limit in megabytes: several times the largest page, as bytes, text and browser messages. */
const heapMb = 1024;
/** Time to close a browser after cancellation, in milliseconds. */
const graceMs = 10_000;

/**
 * Captures pages for the tester, each in its own thread, so that a slow site blocks nothing else and the browser's messages stay
 * off the thread that serves windows.
 */
export function createPageCapture(here: { dataDir: string; proxyChannel: string | null }): PageCapture {
  const threads = new HostPool({
    entry: new URL('./capture-worker.ts', import.meta.url),
    data: null,
    threads: Infinity,
    keepIdle: false,
    // Each step has its own time limit, and a person can cancel it.
    timeLimitMs: null,
    graceMs,
    heapMb,
  });
  const run = (name: string, args: unknown, { signal, onStage }: Watch): Promise<never> =>
    threads.run(name, args, { signal, onNote: ({ stage }: AddingNote) => onStage(stage) });

  return {
    get: (wish, watch) => run('get', { ...wish, ...here }, watch),
    sheets: ({ wish, ...what }, watch) => run('sheets', { ...what, wish: { ...wish, ...here } }, watch),
    close: () => threads.close({ wait: false }),
  };
}
