import type { Ledger } from '../../../engine/ports/ledger.ts';

/** What a worker has done since its start. */
export interface WorkCounts {
  /** Requests in flight. */
  busy: number;
  pages: number;
  items: number;
}

/** The ledger of a session, whose requests are counted. */
export function countedLedger(ledger: Ledger, counts: WorkCounts): Ledger {
  const ended = (pages: number, items = 0): void => {
    counts.busy = Math.max(0, counts.busy - 1);
    counts.pages += pages;
    counts.items += items;
  };
  return {
    ...ledger,
    async claim(...args) {
      const claimed = await ledger.claim(...args);
      counts.busy += claimed.length;
      return claimed;
    },
    async claimAlone(id) {
      const claimed = await ledger.claimAlone(id);
      if (claimed !== null) counts.busy += 1;
      return claimed;
    },
    async complete(...args) {
      const settled = await ledger.complete(...args);
      ended(settled === null ? 0 : 1, settled?.items ?? 0);
      return settled;
    },
    async fail(page) {
      const settled = await ledger.fail(page);
      ended(settled === null ? 0 : 1);
      return settled;
    },
    async skip(page) {
      const isWritten = await ledger.skip(page);
      ended(0);
      return isWritten;
    },
    async retry(page, notBefore) {
      const isWritten = await ledger.retry(page, notBefore);
      ended(0);
      return isWritten;
    },
    async release(ids) {
      await ledger.release(ids);
      counts.busy = Math.max(0, counts.busy - ids.length);
    },
  };
}
