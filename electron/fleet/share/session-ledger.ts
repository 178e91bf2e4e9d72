import type { Ledger, NewRequest } from '../../engine/ports/ledger.ts';

/** What the ledger of a session needs beside that of the run. */
export interface SessionLedgerOptions {
  /** By how much the clock of the database is ahead of that of the engine, in milliseconds. */
  aheadMs: () => number;
  /** Whether the session has a host. */
  has: (host: string) => boolean;
  /** Requests were queued at hosts that it does not have. */
  onQueued: () => void;
}

/** Due times by another clock. 0 is no time. */
export const shifted = <T extends { notBefore: number }>(rows: readonly T[], byMs: number): T[] =>
  rows.map((row) => (row.notBefore === 0 ? row : { ...row, notBefore: row.notBefore + byMs }));

/**
 * The ledger as a session uses it: it tells of requests for other sessions, and the engine's times become those of the database and
 * back, because the clocks of machines differ.
 */
export function sessionLedger(ledger: Ledger, { aheadMs, has, onQueued }: SessionLedgerOptions): Ledger {
  function tell(requests: readonly NewRequest[], admitted: number): void {
    if (admitted > 0 && requests.some(({ origin }) => !has(hostOf(origin)))) onQueued();
  }
  return {
    ...ledger,
    async admit(requests) {
      const admitted = await ledger.admit(requests);
      tell(requests, admitted);
      return admitted;
    },
    async complete(page, patient) {
      const settled = await ledger.complete(page, patient);
      tell(page.links, settled?.admitted ?? 0);
      return settled;
    },
    async fail(page) {
      const settled = await ledger.fail(page);
      tell(page.links, settled?.admitted ?? 0);
      return settled;
    },
    claim: (origin, limit, now, filesOnly) => ledger.claim(origin, limit, now + aheadMs(), filesOnly),
    retry: (page, notBefore) => ledger.retry(page, notBefore + aheadMs()),
    boundDelays: (latest) => ledger.boundDelays(latest + aheadMs()),
    origins: async () => shifted(await ledger.origins(), -aheadMs()),
    suspects: async () => shifted(await ledger.suspects(), -aheadMs()),
  };
}

const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2);
