import { counted } from '../../../../shared/counted.ts';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { SpiderName } from '../../../store/history/crawl-history-queries.ts';
import { HostError } from '../../errors.ts';
import { HostPool, usualGraceMs } from '../../threads/host-pool.ts';

/** Where the pages of a certificate are: a folder or WARC file, or those that are stored with a spider. */
export type PagesPlace = string | SpiderName;
/** Where the pages of a proof are: the same, those that one run has stored, or those of the draft of a spider that was never saved. */
export type ProvingPlace =
  PagesPlace | { readonly run: string } | { readonly project: string; readonly draft: string };

/** A spider to judge. */
export interface ProveOrder {
  document: string;
  /** Settings that the project gives to its spiders. */
  defaults: Readonly<Record<string, unknown>>;
  pages: ProvingPlace;
  seed: string;
}

/** A certificate to repeat. */
export interface VerifyOrder {
  certificate: string;
  /** Its name in errors. */
  file: string;
  /** null: only the signature is checked. */
  pages: PagesPlace | null;
}

/** What a thread tells of a proof that is being made. */
export interface ProofNote {
  /** URL of the page that is read now. */
  page: string;
  /** The share of the pages before it, from 0 to 1. */
  share: number;
}

interface Options {
  signal: AbortSignal;
  onShare: (share: number) => void;
}

/** Judges spiders by pages in a thread of its own, so that the host goes on answering. */
export interface Proofs {
  /** @throws HostError `bad-pages`, `timed-out`, `cancelled` */
  prove(order: ProveOrder, options: Options): Promise<Omit<CallValue<'proofs.prove'>, 'kept'>>;
  /** @throws HostError `bad-pages`, `bad-certificate`, `timed-out`, `cancelled` */
  verify(order: VerifyOrder, options: Options): Promise<CallValue<'proofs.verify'>>;
  close(): Promise<void>;
}

/** Heap limit of the thread in megabytes: the tree of the largest page and the facts of 10,000. */
const heapMb = 2048;
/** Most time for one page, in milliseconds. A page of 1 MB takes about a second. */
const usualPageLimitMs = 60_000;

/**
 * The thread starts with the first proof.
 * @param options.dataDir data folder, which is opened for reading
 * @param options.pageLimitMs most time for one page, in milliseconds
 */
export function createProofs({
  dataDir,
  pageLimitMs = usualPageLimitMs,
}: {
  dataDir: string;
  pageLimitMs?: number;
}): Proofs {
  const pool = new HostPool({
    entry: new URL('./proof-worker.ts', import.meta.url),
    data: { dataDir },
    threads: 1,
    keepIdle: false,
    timeLimitMs: null,
    graceMs: usualGraceMs,
    heapMb,
  });

  /** Runs a job, and gives it up where one page takes too long. */
  async function run(name: string, order: unknown, { signal, onShare }: Options): Promise<never> {
    const overdue = new AbortController();
    let page: string | null = null;
    let timer: NodeJS.Timeout | undefined;
    const onNote = (note: ProofNote): void => {
      page = note.page;
      onShare(note.share);
      clearTimeout(timer);
      timer = setTimeout(() => overdue.abort(), pageLimitMs);
    };
    try {
      return await pool.run(name, order, { signal: AbortSignal.any([signal, overdue.signal]), onNote });
    } catch (error) {
      if (!overdue.signal.aborted || signal.aborted) throw error;
      throw new HostError(
        'timed-out',
        `The page ${page ?? ''} took longer than ${counted(Math.max(1, Math.round(pageLimitMs / 1000)), 'second')}, so the proof was given up.`,
        'Leave the page out, or simplify what is selected on it.',
      );
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    prove: (order, options) => run('prove', order, options),
    verify: (order, options) => run('verify', order, options),
    close: () => pool.close({ wait: false }),
  };
}
