import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import { scratchFolder, scratchStore } from '../../store/support.ts';
import { describePorts, type PortsUnderTest } from './describe-ports.ts';
import { MemoryStore } from './memory-ports.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { crawlThrough } from './port-crawl.ts';
import { storePorts, titleOf } from './store-ports.ts';
import { UnreliableWay } from './unreliable.ts';

/** A database on this machine. */
function sqlite(): Promise<PortsUnderTest> {
  const path = join(scratchFolder(), 'runs.db');
  return storePorts((options) => scratchStore(path, options));
}

/** A store that is far away and shared: see `UnreliableWay`. */
function farAway(seed: number): PortsUnderTest & { way: UnreliableWay } {
  const way = new UnreliableWay(seed);
  const clock = new SimulatedClock(() => way.underway > 0);
  const store = new MemoryStore(() => clock.now());
  return {
    way,
    clock,
    open() {
      const { ledger, control, routes, cache, measured } = store.session();
      const close = (): void => undefined;
      return {
        ledger: way.to(ledger),
        control: way.to(control),
        routes: way.to(routes),
        cache: way.to(cache),
        measured: way.to(measured),
        hosts: null,
        close,
      };
    },
    ask: async (request) => store.ask(request),
    run: async () => ({ state: store.state, reason: store.reason }),
    requests: async () => store.requests,
    items: async () => store.items.map((item) => titleOf(item)),
    events: async () => store.events.map(({ message }) => message),
    receipt: async () => ({
      done: store.counters().done,
      requeued: store.recovered,
      itemsLost: 0,
      itemsDuplicated: store.items.length - new Set(store.items.map(({ url }) => url)).size,
    }),
  };
}

describePorts('SQLite', sqlite);
for (const seed of [1, 2, 3])
  describePorts(`a store that is far away (seed ${seed})`, async () => farAway(seed));

it('the same crawl gives the same items, states and receipt on both', async () => {
  const outcomes = [];
  for (const under of [await sqlite(), farAway(7)]) {
    const begin = async (): Promise<CrawlPorts> => {
      const ports = under.open();
      await ports.control.begin();
      return ports;
    };
    await crawlThrough(await begin(), under.clock, { concurrency: 1, crashAt: 30 });
    const last = await begin();
    const { end } = await crawlThrough(last, under.clock, { concurrency: 1 });
    await last.control.end('completed', 'Done.', 'finished');
    outcomes.push({
      end,
      run: await under.run(),
      requests: (await under.requests()).toSorted((a, b) => a.url.localeCompare(b.url)),
      items: (await under.items()).toSorted(),
      receipt: await under.receipt(),
      counters: await last.ledger.counters(),
    });
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
});

it('messages come late, out of order and twice on the way to the store that is far away', async () => {
  const under = farAway(5);
  const ports = under.open();
  await ports.control.begin();
  const answered: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      await ports.ledger.counters();
      answered.push(n);
    }),
  );
  expect(answered).not.toEqual(answered.toSorted((a, b) => a - b));
  expect(under.way.repeated).toBeGreaterThan(0);
});
