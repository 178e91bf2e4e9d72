import type { KeptSheet, SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { HostPool } from '../../threads/host-pool.ts';
import type { AddingStage, PageWish } from './page-session.ts';

/** What the thread tells on its way. */
export interface AddingNote {
  stage: AddingStage;
}

export interface AddedContent {
  content: SavedContent;
  /** What went less than well, in sentences. */
  notes: string[];
}

/** The style sheets of a page that is kept already. */
export interface SheetsWish {
  wish: PageWish;
  /** Absolute, each once. */
  links: readonly string[];
  of: { url: string | null; encoding: string };
}

type Wish = Omit<PageWish, 'dataDir' | 'proxyChannel'>;
interface Watch {
  signal: AbortSignal;
  onStage: (stage: AddingStage) => void;
}

export interface PageCapture {
  /** Gets a page. @throws HostError, those of `PageSession` and `packPage` */
  get(wish: Wish, watch: Watch): Promise<AddedContent>;
  /** Gets the style sheets of a page. Those that cannot be had are told among them. @throws HostError `cancelled` */
  sheets(what: Omit<SheetsWish, 'wish'> & { wish: Wish }, watch: Watch): Promise<KeptSheet[]>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

/** Megabytes: the largest page several times over, as bytes, text and messages of the browser. */
const heapMb = 1024;
/** For a browser to be closed. Milliseconds. */
const graceMs = 10_000;

/**
 * Gets pages that people add, each in a thread of its own: a slow site makes nobody else wait, and the browser's messages
 * do not pass through the thread that answers windows.
 */
export function createPageCapture(here: { dataDir: string; proxyChannel: string | null }): PageCapture {
  const threads = new HostPool({
    entry: new URL('./capture-worker.ts', import.meta.url),
    data: null,
    threads: Infinity,
    keepIdle: false,
    // Every step has a limit of its own, and a person can end it.
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
