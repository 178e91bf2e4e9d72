import { expect } from 'vitest';
import { studio } from './command-line.ts';
import { ledgerOf, resultOf, seededNumbers } from './data-folder.ts';
import { requestOf, slots, startSeededSite } from './seeded-site.ts';

/**
 * Answers between two kills. With fewer than there are slots, some pages would be in flight at three kills, and be fetched alone
 * from then on; `killer-page.test.ts` has that.
 */
const fewest = slots;
const most = slots + 1;

/** What was known at one death of the process. */
interface Death {
  /** Requests that the site had received since the process began. */
  received: Set<string>;
  /** Requests that the ledger holds to be in flight. */
  active: Set<string>;
}

const intersect = (a: Set<string>, b: Set<string>): string[] => [...a].filter((entry) => b.has(entry));

/**
 * Kills a crawl so often, and lets it go on each time: in the end it has come to what an uninterrupted one comes to, each page
 * and item once, the site has been asked again for what was in flight and for nothing else, and the receipt says so.
 */
export async function expectExactlyOnce(kills: number): Promise<void> {
  const site = await startSeededSite();
  const calm = studio();
  await calm.call(['import', calm.file('site.json', site.spider)]);
  const uninterrupted = await calm.call(['crawl', 'site', '--allow-private', '--json']);
  expect(uninterrupted.json()).toMatchObject({
    state: 'completed',
    counters: { seen: site.requests.length, items: 115, failed: 3, queued: 0 },
  });
  expect(new Set(site.asked.map(requestOf))).toEqual(new Set(site.requests));

  const { call, data, file } = studio();
  await call(['import', file('site.json', site.spider)]);
  const seeded = seededNumbers(20261121);
  const times = new Map<string, number>(site.requests.map((path) => [path, 0]));
  const count = (): Set<string> => {
    const direct = site.asked.filter((path) => requestOf(path) === path);
    for (const path of direct) times.set(path, (times.get(path) ?? 0) + 1);
    return new Set(direct);
  };
  const deaths: Death[] = [];
  for (let n = 1; n <= kills; n += 1) {
    const killed = await call(
      n === 1 ? ['crawl', 'site', '--allow-private', '--json'] : ['runs', 'resume', '1', '--json'],
      {
        onStart: (child) =>
          site.begin({
            answers: seeded(fewest, most),
            moment: n % 2 === 0 ? 'waiting' : 'writing',
            kill: () => child.kill('SIGKILL'),
          }),
      },
    );
    expect(killed).toMatchObject({ code: null, stdout: '' });
    const received = count();
    const { state, settled, active, damage } = await ledgerOf(data, '1');
    expect({ state, damage }).toEqual({ state: 'interrupted', damage: [] });
    // Whatever the site has been asked for is written, or known to be in flight; and that is bounded.
    expect([...received].filter((path) => !settled.has(path) && !active.has(path))).toEqual([]);
    expect(active.size).toBeLessThanOrEqual(slots);
    // What waited for an answer is what the ledger holds to be in flight; while writing, some of it is written already.
    const waiting = n % 2 === 0 ? new Set(site.asked.slice(-slots).map(requestOf)) : active;
    expect(waiting).toEqual(active);
    deaths.push({ received, active });
  }

  site.begin();
  const resumed = await call(['runs', 'resume', '1', '--json']);
  count();
  const outcome = resumed.json<{ state: string; receipt: Record<string, number> }>();
  expect(outcome.state).toBe('completed');
  expect(await resultOf(data, '1')).toEqual(await resultOf(calm.data, '1'));

  // The site has been asked again for what it had been asked for in vain, and for nothing else.
  const again = (path: string): number =>
    deaths.filter(({ received, active }) => received.has(path) && active.has(path)).length;
  expect(Object.fromEntries(times)).toEqual(
    Object.fromEntries(site.requests.map((path) => [path, 1 + again(path)])),
  );

  const last = deaths.at(-1)?.active.size;
  const inAll = deaths.reduce((sum, { active }) => sum + active.size, 0);
  const neverSent = deaths.reduce(
    (sum, { received, active }) => sum + active.size - intersect(active, received).length,
    0,
  );
  expect(outcome.receipt).toEqual({
    done: site.requests.length - 3,
    requeued: last,
    fetchedAgain: last,
    fetchedAgainInAll: inAll,
    givenUp: 0,
    itemsLost: 0,
    itemsDuplicated: 0,
  });
  const seenAgain = [...times.values()].reduce((sum, n) => sum + n - 1, 0);
  expect(seenAgain).toBe(inAll - neverSent);
  expect(seenAgain).toBeGreaterThan(kills);
  const shown = (await call(['runs', 'show', '1', '--json'])).json();
  expect(shown).toMatchObject({ receipt: outcome.receipt, counters: { active: 0, queued: 0, items: 115 } });
}
