import { hostOf } from '../../engine/origins.ts';
import { LeaseLostError } from '../../engine/ports/lease.ts';
import type { ClaimedRequest, Ledger, SettledPage, UnfinishedPage } from '../../engine/ports/ledger.ts';
import type { Hosts } from './hosts.ts';
import type { Member } from './member.ts';
import type { RunCounts } from './run-counts.ts';

export interface MemberLedgerOptions {
  /** The ledger of the run, which has one writer: this process. */
  ledger: Ledger;
  hosts: Hosts;
  counts: RunCounts;
  /** Nothing seems to be queued or in hand. */
  onIdle: () => void;
}

/**
 * The ledger as one session sees it: it gets requests at its own hosts only, and ends only those that it has in hand. After it has
 * died, it changes nothing.
 */
export function memberLedger(own: Member, { ledger, hosts, counts, onIdle }: MemberLedgerOptions): Ledger {
  const require = (): void => {
    if (!own.isAlive) throw new LeaseLostError('that several processes carry out');
  };

  /** Hands requests out, unless their host went meanwhile: then they go back to the queue. */
  const handedOut = async (claimed: ClaimedRequest[]): Promise<ClaimedRequest[]> => {
    const [first] = claimed;
    if (first === undefined) return claimed;
    const host = hostOf(first.origin);
    if (!own.isAlive || !hosts.isOf(host, own)) {
      await ledger.release(claimed.map(({ id }) => id));
      hosts.unknown(host);
      return [];
    }
    for (const { id } of claimed) own.inHand.set(id, host);
    hosts.began(host);
    counts.claimed(claimed);
    return claimed;
  };

  /** Ends a request that the session has in hand. @returns null: it has it no more */
  const ending = <T>(id: string, work: () => Promise<T | null>): Promise<T | null> =>
    own.calling(async () => {
      const host = own.inHand.get(id);
      if (host === undefined || !own.isAlive) return null;
      own.inHand.delete(id);
      try {
        return await work();
      } catch (error) {
        own.inHand.set(id, host);
        throw error;
      }
    });

  const settling = async (
    how: 'done' | 'failed',
    page: Pick<UnfinishedPage, 'id' | 'links'>,
    write: () => Promise<SettledPage | null>,
  ): Promise<SettledPage | null> => {
    const settled = await ending(page.id, write);
    if (settled === null) return null;
    counts.ended(how, settled);
    if (settled.admitted > 0) hosts.queued(own, page.links);
    if (counts.isIdle) onIdle();
    return settled;
  };

  return {
    ...ledger,
    leaseMs: Infinity,
    renew: async (ids) => ids.filter((id) => !own.inHand.has(id)),
    admit: (requests) =>
      own.calling(async () => {
        require();
        const admitted = await ledger.admit(requests);
        counts.admitted(requests, admitted);
        // What was waiting as a link may be a start URL now, and comes sooner.
        hosts.queued(own, requests);
        return admitted;
      }),
    async boundDelays(latest) {
      await ledger.boundDelays(latest);
      hosts.bound(latest);
    },
    claim: (origin, limit, now, filesOnly) =>
      own.calling(async () => {
        require();
        if (!hosts.isOf(hostOf(origin), own)) return [];
        return handedOut(await ledger.claim(origin, limit, now, filesOnly));
      }),
    claimAlone: (id) =>
      own.calling(async () => {
        require();
        const claimed = await ledger.claimAlone(id);
        return claimed === null ? null : ((await handedOut([claimed]))[0] ?? null);
      }),
    takeRedirect: async (id, fingerprint) => own.inHand.has(id) && ledger.takeRedirect(id, fingerprint),
    complete: (page, patient) => settling('done', page, () => ledger.complete(page, patient)),
    fail: (page) => settling('failed', page, () => ledger.fail(page)),
    async skip(page) {
      const skipped = await ending(page.id, async () => (await ledger.skip(page)) || null);
      if (skipped === null) return false;
      counts.ended('skipped', { admitted: 0, items: 0 });
      if (counts.isIdle) onIdle();
      return true;
    },
    retry: async (page, notBefore) =>
      (await ending(page.id, async () => (await ledger.retry(page, notBefore)) || null)) ?? false,
    release: (ids) =>
      own.calling(async () => {
        const held = ids.filter((id) => own.inHand.delete(id));
        await ledger.release(held);
      }),
    record: async (events) => (own.isAlive ? ledger.record(events) : undefined),
    keepBarrenPages: async (state) => (own.isAlive ? ledger.keepBarrenPages(state) : undefined),
  };
}
