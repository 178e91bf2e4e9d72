import { describe, expect, it } from 'vitest';
import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import { LeaseLostError } from '../../../../electron/engine/ports/lease.ts';
import type { ClaimedRequest, RequestState } from '../../../../electron/engine/ports/ledger.ts';
import { emptyEscalationState } from '../../../../electron/engine/proxy-state.ts';
import { completed, fingerprintOf, item, request, unfinished } from '../../store/support.ts';
import { crawlThrough, pages } from './port-crawl.ts';
import type { SimulatedClock } from './simulated-clock.ts';

/** An implementation of the ports, with one run in it. */
export interface PortsUnderTest {
  clock: SimulatedClock;
  /** The ports of a session that has not begun. Each call is another process, and takes the one before for dead. */
  open(): CrawlPorts;
  /** Somebody asks the session that carries the run out. */
  ask(request: 'pause' | 'stop'): Promise<void>;
  /** What a person sees. */
  run(): Promise<{ state: string; reason: string | null }>;
  requests(): Promise<{ url: string; state: RequestState; tries: number }[]>;
  items(): Promise<string[]>;
  events(): Promise<string[]>;
  /** Requests that were in flight when a session ended without a word. */
  receipt(): Promise<{ done: number; requeued: number; itemsLost: number; itemsDuplicated: number }>;
}

const origin = 'https://example.org';

async function begun(under: PortsUnderTest): Promise<CrawlPorts> {
  const ports = under.open();
  await ports.control.begin();
  return ports;
}

async function claimOne(ports: CrawlPorts, now = 0): Promise<ClaimedRequest> {
  const [claimed] = await ports.ledger.claim(origin, 1, now);
  if (claimed === undefined) throw new Error('Nothing was handed out.');
  return claimed;
}

/** What every implementation of the ports owes the engine. */
export function describePorts(name: string, create: () => Promise<PortsUnderTest>): void {
  describe(`the ledger of ${name}`, () => {
    it('takes each request once, and hands out the best first', async () => {
      const { ledger } = await begun(await create());
      const first = [request(1, { depth: 1 }), request(2), request(3, { priority: 2, depth: 5 })];
      expect(await ledger.admit(first)).toBe(3);
      expect(await ledger.admit([request(2), request(4, { depth: 9 })])).toBe(1);
      expect(await ledger.origins()).toEqual([{ origin, queued: 4, priority: 2, depth: 5, notBefore: 0 }]);
      const claimed = await ledger.claim(origin, 3, 0);
      expect(claimed.map(({ url }) => url.at(-1))).toEqual(['3', '2', '1']);
      expect(await ledger.claim('https://elsewhere.example', 3, 0)).toEqual([]);
      expect(await ledger.counters()).toMatchObject({ queued: 1, active: 3, seen: 4 });
    });

    it('writes the end of a page with its items and links', async () => {
      const under = await create();
      const ports = await begun(under);
      const { ledger } = ports;
      await ledger.admit([request(1), request(2)]);
      const { id } = await claimOne(ports);
      const page = completed(id, [item(1), item(2)], [request(2), request(3)]);
      expect(await ledger.complete(page)).toEqual({
        admitted: 1,
        unchanged: false,
        items: page.items.length,
      });
      expect(await ledger.counters()).toMatchObject({ done: 1, queued: 2, seen: 3, items: 2 });
      expect(await under.items()).toEqual(['Title 1', 'Title 2']);
    });

    it('keeps every one of many calls that are under way at once', async () => {
      const under = await create();
      const { ledger } = await begun(under);
      const count = 40;
      await ledger.admit(Array.from({ length: count }, (_, n) => request(n + 1)));
      const claimed = await ledger.claim(origin, count, 0);
      const outcomes = claimed.map(({ id }, n) =>
        n % 4 === 0
          ? ledger.fail(unfinished(id, 'no answer'))
          : ledger.complete(completed(id, [item(n)], [request(100 + n), request(200)])),
      );
      const recorded = claimed.map((_, n) => ledger.record([{ kind: 'note', url: null, message: `n${n}` }]));
      const admitted = (await Promise.all(outcomes)).reduce((sum, page) => sum + (page?.admitted ?? NaN), 0);
      await Promise.all(recorded);
      expect(admitted).toBe(31);
      expect(await ledger.counters()).toEqual({
        queued: 31,
        active: 0,
        done: 30,
        failed: 10,
        skipped: 0,
        seen: 71,
        items: 30,
      });
      expect((await under.events()).filter((message) => /^n\d+$/.test(message))).toHaveLength(count);
    });

    it('hands out a request again when it is due, or was given back', async () => {
      const under = await create();
      const ports = await begun(under);
      const { ledger } = ports;
      await ledger.admit([request(1)]);
      const first = await claimOne(ports);
      await ledger.release([first.id]);
      const again = await claimOne(ports);
      expect(again).toEqual(first);
      expect(await ledger.retry(unfinished(again.id, 'busy'), 5000)).toBe(true);
      expect(await ledger.claim(origin, 1, 4999)).toEqual([]);
      expect(await ledger.origins()).toMatchObject([{ queued: 1, notBefore: 5000 }]);
      await ledger.boundDelays(3000);
      expect(await claimOne(ports, 3000)).toMatchObject({ id: first.id, tries: 1 });
      expect(await ledger.skip(unfinished(first.id, 'offsite'))).toBe(true);
      expect(await under.requests()).toEqual([{ url: request(1).url, state: 'skipped', tries: 1 }]);
    });

    it('lets one request stand for a page that several are redirected to', async () => {
      const { ledger } = await begun(await create());
      await ledger.admit([request(1), request(2)]);
      const [one, two] = await ledger.claim(origin, 2, 0);
      const target = fingerprintOf(77);
      expect(await ledger.takeRedirect(one?.id ?? '', target)).toBe(true);
      expect(await ledger.takeRedirect(one?.id ?? '', target)).toBe(true);
      expect(await ledger.takeRedirect(two?.id ?? '', target)).toBe(false);
      expect(await ledger.takeRedirect(two?.id ?? '', fingerprintOf(1))).toBe(false);
      expect(await ledger.admit([request(77)])).toBe(0);
    });
  });

  describe(`the lease of ${name}`, () => {
    it('is lost to somebody who takes the run over: nothing more is handed out or written', async () => {
      const under = await create();
      const old = await begun(under);
      await old.ledger.admit(Array.from({ length: 5 }, (_, n) => request(n + 1)));
      const claimed = await old.ledger.claim(origin, 4, 0);
      const [a = '', b = '', c = '', d = ''] = claimed.map(({ id }) => id);
      const next = await begun(under);
      const known = await next.ledger.counters();
      expect(known).toMatchObject({ queued: 5, active: 0 });
      expect(await old.ledger.complete(completed(a, [item(1)], [request(9)]))).toBeNull();
      expect(await old.ledger.fail(unfinished(b, 'late'))).toBeNull();
      expect(await old.ledger.skip(unfinished(c, 'late'))).toBe(false);
      expect(await old.ledger.retry(unfinished(d, 'late'), 9)).toBe(false);
      await old.ledger.release([a]);
      await old.ledger.record([{ kind: 'note', url: null, message: 'late' }]);
      expect(await old.ledger.renew([a, b])).toEqual([a, b]);
      await expect(old.ledger.claim(origin, 1, 0)).rejects.toThrow(LeaseLostError);
      await expect(old.ledger.admit([request(10)])).rejects.toThrow(LeaseLostError);
      expect(await next.ledger.counters()).toEqual(known);
      expect([await under.items(), (await under.events()).includes('late')]).toEqual([[], false]);
    });

    it('stays lost when the new holder has the same request in hand: it is written once', async () => {
      const under = await create();
      const old = await begun(under);
      await old.ledger.admit([request(1)]);
      const { id } = await claimOne(old);
      const next = await begun(under);
      expect((await claimOne(next)).id).toBe(id);
      expect(await old.ledger.complete(completed(id, [item(1)]))).toBeNull();
      expect(await next.ledger.complete(completed(id, [item(1)]))).toEqual({
        admitted: 0,
        unchanged: false,
        items: 1,
      });
      expect(await under.items()).toEqual(['Title 1']);
      expect(await under.receipt()).toEqual({ done: 1, requeued: 1, itemsLost: 0, itemsDuplicated: 0 });
    });

    it('is needed to shorten delays', async () => {
      const under = await create();
      const old = await begun(under);
      await old.ledger.admit([request(1)]);
      await old.ledger.retry(unfinished((await claimOne(old)).id, 'busy'), 5000);
      const next = await begun(under);
      await old.ledger.boundDelays(3000);
      expect(await next.ledger.claim(origin, 1, 4999)).toEqual([]);
      await next.ledger.boundDelays(3000);
      expect(await next.ledger.claim(origin, 1, 4999)).toHaveLength(1);
    });

    it('lasts as long as it is renewed, and lapses after its term where it has one', async () => {
      const under = await create();
      const ports = await begun(under);
      const { ledger } = ports;
      const term = Math.min(ledger.leaseMs, 60_000);
      await ledger.admit([request(1), request(2)]);
      const kept = await claimOne(ports);
      const lapsed = await claimOne(ports);
      under.clock.pass(term * 0.7);
      expect(await ledger.renew([kept.id])).toEqual([]);
      under.clock.pass(term * 0.7);
      const isEndless = ledger.leaseMs === Infinity;
      expect((await ledger.claim(origin, 5, 0)).map(({ id }) => id)).toEqual(isEndless ? [] : [lapsed.id]);
      expect(await ledger.complete(completed(kept.id))).not.toBeNull();
    });
  });

  describe(`run control of ${name}`, () => {
    it('begins, passes requests on, and ends', async () => {
      const under = await create();
      const { control } = await begun(under);
      expect((await under.run()).state).toBe('running');
      expect(await control.requested()).toBeNull();
      await under.ask('pause');
      expect(await control.requested()).toBe('pause');
      await under.ask('stop');
      expect(await control.requested()).toBe('stop');
      expect([await control.beat(), await control.pausing('On request.')]).toEqual([true, true]);
      expect(await under.run()).toEqual({ state: 'pausing', reason: 'On request.' });
      expect(await control.end('paused', 'Paused.', 'paused')).toBe(true);
      expect(await under.run()).toEqual({ state: 'paused', reason: 'Paused.' });
      expect(await (await begun(under)).control.requested()).toBeNull();
    });

    it('says why the run waits for the network', async () => {
      const under = await create();
      const { control } = await begun(under);
      expect(await control.waiting('No network.')).toBe(true);
      expect(await under.run()).toEqual({ state: 'running', reason: 'No network.' });
      expect(await control.waiting(null)).toBe(true);
      expect(await under.run()).toEqual({ state: 'running', reason: null });
    });

    it('tells a session that its run was taken over, and writes nothing of it', async () => {
      const under = await create();
      const { control } = await begun(under);
      await begun(under);
      expect(await control.requested()).toBe('replaced');
      expect(await control.beat()).toBe(false);
      expect(await control.waiting('No network.')).toBe(false);
      expect(await control.pausing('Mine.')).toBe(false);
      expect(await control.end('failed', 'Mine.', 'error')).toBe(false);
      expect(await under.run()).toEqual({ state: 'running', reason: null });
    });

    it('sums up what the run has come to', async () => {
      const ports = await begun(await create());
      await ports.ledger.admit([request(1), request(2)]);
      await ports.ledger.complete(completed((await claimOne(ports)).id, [item(1)]));
      const summary = await ports.control.summary();
      expect(summary).toMatchObject({ pagesFetched: 1, itemsWithValues: 1, extractedBefore: 0 });
      expect(summary.counters).toEqual(await ports.control.progress());
    });
  });

  describe(`what ${name} keeps for later`, () => {
    it('is what is known of the routes, from the session that holds the run', async () => {
      const under = await create();
      const old = await begun(under);
      expect(await old.routes.load()).toBeNull();
      const state = emptyEscalationState();
      await old.routes.keep(state);
      const next = await begun(under);
      expect(await next.routes.load()).toEqual(state);
      const counts = { ...state.counts, direct: { ...state.counts.direct, requests: 99 } };
      await old.routes.keep({ ...state, counts });
      expect(await next.routes.load()).toEqual(state);
    });

    it('is the newest response to each request', async () => {
      const { cache } = await begun(await create());
      const response = {
        url: `${origin}/`,
        status: 200,
        finalUrl: `${origin}/b`,
        hops: [{ url: `${origin}/`, status: 301 }],
        headers: { 'content-type': 'text/html' },
        body: new Uint8Array([0, 255, 60]),
      };
      expect(await cache.get(fingerprintOf(1))).toBeNull();
      await cache.put(fingerprintOf(1), response);
      await cache.put(fingerprintOf(1), { ...response, status: 404 });
      expect((await cache.get(fingerprintOf(1)))?.response).toEqual({ ...response, status: 404 });
      expect(await cache.get(fingerprintOf(2))).toBeNull();
    });
  });

  describe(`a crawl through the ports of ${name}`, () => {
    it.each([1, 4, 16])('with %i requests at once does all pages, each once', async (concurrency) => {
      const under = await create();
      const ports = await begun(under);
      const { end, fetched } = await crawlThrough(ports, under.clock, { concurrency });
      expect(end).toEqual({ kind: 'exhausted' });
      await expectWholeSite(under);
      expect(fetched).toHaveLength(pages + 1);
    });

    it('that the program did not survive is finished by the next session', async () => {
      const under = await create();
      const crashed = await crawlThrough(await begun(under), under.clock, { concurrency: 1, crashAt: 9 });
      expect(crashed.end).toBe('crashed');
      const { end } = await crawlThrough(await begun(under), under.clock, { concurrency: 1 });
      expect(end).toEqual({ kind: 'exhausted' });
      await expectWholeSite(under);
      expect(await under.receipt()).toEqual({
        done: pages - 2,
        requeued: 1,
        itemsLost: 0,
        itemsDuplicated: 0,
      });
    });

    it('ends where somebody else takes the run over, who finishes it', async () => {
      const under = await create();
      const old = await begun(under);
      let next: CrawlPorts | null = null;
      const taken = crawlThrough(old, under.clock, {
        concurrency: 4,
        onFetch: async (number) => {
          if (number === 20) next = await begun(under);
        },
      });
      await expect(taken).rejects.toThrow(LeaseLostError);
      if (next === null) throw new Error('Nobody took the run over.');
      const { end } = await crawlThrough(next, under.clock, { concurrency: 4 });
      expect(end).toEqual({ kind: 'exhausted' });
      await expectWholeSite(under);
      expect(await under.receipt()).toMatchObject({ itemsLost: 0, itemsDuplicated: 0 });
    });

    it('renews the leases of pages that take long', async () => {
      const under = await create();
      const ports = await begun(under);
      const { end, fetched } = await crawlThrough(ports, under.clock, {
        concurrency: 2,
        onFetch: (number) => (number === 5 ? waitFor(under.clock, 200_000) : undefined),
      });
      expect(end).toEqual({ kind: 'exhausted' });
      await expectWholeSite(under);
      expect(fetched.filter((number) => number === 5)).toHaveLength(1);
    });
  });
}

const waitFor = (clock: SimulatedClock, milliseconds: number): Promise<void> => {
  const until = clock.now() + milliseconds;
  return new Promise((resolve) => void clock.at(until, resolve));
};

/** Items, states and tries of the made-up site, whoever has crawled it. */
async function expectWholeSite(under: PortsUnderTest): Promise<void> {
  const numbers = Array.from({ length: pages }, (_, n) => n + 1);
  const given = numbers.filter((number) => number !== 13 && number !== 23);
  expect((await under.items()).toSorted()).toEqual(given.map((number) => `Page ${number}`).toSorted());
  const states = (await under.requests()).map(({ url, state }) => `${new URL(url).pathname} ${state}`);
  const expected = numbers.map(
    (number) => `/${number} ${number === 13 ? 'failed' : number === 23 ? 'skipped' : 'done'}`,
  );
  expect(states.toSorted()).toEqual(expected.toSorted());
}
