import { describe, expect, it } from 'vitest';
import { SlotPool, type SlotShare } from '../../../electron/engine/slot-pool.ts';
import { MemoryFleet } from './ports/memory-fleet.ts';
import { ShareCrawl, type Sending, type SitePage } from './ports/share-crawl.ts';
import { SimulatedClock } from './ports/simulated-clock.ts';

/** A session, and how often it was told that it may have room. */
function joined(pool: SlotPool): { share: SlotShare; told: () => number } {
  const share = pool.join();
  let told = 0;
  share.open(() => (told += 1));
  return { share, told: () => told };
}

function taking(share: SlotShare, wanted: number): number {
  const count = Math.min(wanted, share.room());
  if (count > 0) share.take(count);
  return count;
}

describe('the slots of a worker', () => {
  it('are all for a session that is alone, and no more', () => {
    const { share } = joined(new SlotPool(4));
    expect(taking(share, 10)).toBe(4);
    expect(taking(share, 10)).toBe(0);
    share.giveBack(1);
    expect(taking(share, 10)).toBe(1);
  });

  it('go to whoever has fewer of them, and who waits is told', () => {
    const pool = new SlotPool(3);
    const [big, small] = [joined(pool), joined(pool)];
    expect(taking(big.share, 9)).toBe(3);
    expect(taking(small.share, 9)).toBe(0);
    big.share.giveBack(1);
    expect(small.told()).toBe(1);
    expect(taking(big.share, 9)).toBe(0);
    expect(taking(small.share, 9)).toBe(1);
  });

  it('go around where there are fewer than sessions', () => {
    const pool = new SlotPool(1);
    const sessions = [joined(pool), joined(pool), joined(pool)];
    const order: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const place = sessions.findIndex(({ share }) => taking(share, 1) === 1);
      for (const [n, { share }] of sessions.entries()) if (n !== place) taking(share, 1);
      order.push(place);
      sessions[place]?.share.giveBack(1);
    }
    expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  it.each([
    ['passes', (share: SlotShare) => share.pass()],
    ['has ended', (share: SlotShare) => share.leave()],
  ])('are not kept for a session that %s', (_case, act) => {
    const pool = new SlotPool(2);
    const [big, small] = [joined(pool), joined(pool)];
    taking(big.share, 2);
    taking(small.share, 1);
    big.share.giveBack(1);
    expect(taking(big.share, 1)).toBe(0);
    act(small.share);
    expect(big.told()).toBe(1);
    expect(taking(big.share, 1)).toBe(1);
  });

  it('are free again when a session has ended', () => {
    const pool = new SlotPool(2);
    const [first, second] = [joined(pool), joined(pool)];
    taking(first.share, 2);
    first.share.leave();
    expect(taking(second.share, 9)).toBe(2);
  });
});

/** Pages of hosts without a delay, all linked from the first one. */
function site(name: string, hosts: number, pagesOfHost: number): Map<string, SitePage> {
  const links = Array.from(
    { length: hosts * pagesOfHost },
    (_, n) => `https://${name}${n % hosts}.example/${n}`,
  );
  return new Map([
    [`https://${name}.example/`, { links, items: 0 }],
    ...links.map((url): [string, SitePage] => [url, { links: [], items: 1 }]),
  ]);
}

/** The most requests that are in flight at a time. */
function mostInFlight(sendings: readonly Sending[], latencyMs: number): number {
  const inFlight = ({ at }: Sending): number =>
    sendings.filter((other) => other.at <= at && at < other.at + latencyMs).length;
  return Math.max(...sendings.map(inFlight));
}

describe('two runs of a worker', () => {
  it.each([1, 2, 3, 5])('have %i slots together, and neither keeps the other waiting', async (slots) => {
    const pool = new SlotPool(slots);
    const fleets: MemoryFleet[] = [];
    const clock = new SimulatedClock(() => fleets.some(({ underway }) => underway > 0));
    const latencyMs = 100;
    async function crawl(pages: Map<string, SitePage>) {
      const fleet = new MemoryFleet(clock, { items: null, pages: null }, () => 0.5);
      fleets.push(fleet);
      const changes = () => ({ slots: pool.join() });
      const work = new ShareCrawl({ site: pages, clock, delayMs: 0, latencyMs, changes });
      const end = await work.run(fleet.session());
      return { end, items: fleet.store.items.length, sendings: work.sendings };
    }
    const [big, small] = await Promise.all([crawl(site('big', 8, 20)), crawl(site('small', 2, 5))]);
    expect(big).toMatchObject({ end: { end: { kind: 'exhausted' } }, items: 160 });
    expect(small).toMatchObject({ end: { end: { kind: 'exhausted' } }, items: 10 });
    expect(mostInFlight([...big.sendings, ...small.sendings], latencyMs)).toBe(slots);
    const over = small.sendings.at(-1)?.at ?? Infinity;
    const meanwhile = big.sendings.filter(({ at }) => at <= over).length;
    expect(meanwhile).toBeLessThan(2 * small.sendings.length + slots);
  });
});
