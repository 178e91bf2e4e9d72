import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RequestState } from '../../../../electron/engine/ports/ledger.ts';
import {
  completed,
  facts,
  fingerprintOf,
  item,
  itemsOf,
  ledgerAfterCutOff,
  newRun,
  portsOf,
  request,
  scratchFolder,
  scratchStore,
  startedRun,
  unfinished,
} from '../support.ts';

const origin = 'https://example.org';

async function ledgerOf(store = scratchStore()) {
  const run = await startedRun(store);
  return { store, run, ledger: store.ledger(run) };
}

describe('admitting requests', () => {
  it('takes each fingerprint once per run, in order', async () => {
    const { store, run, ledger } = await ledgerOf();
    expect(await ledger.admit([request(1), request(2), request(1)])).toBe(2);
    expect(await ledger.admit([request(2), request(3)])).toBe(1);
    expect(await store.ledger(run).admit([request(1), request(4)])).toBe(1);
    expect(await store.ledger(await newRun(store)).admit([request(1)])).toBe(1);
    expect(
      (await store.queries.requests.slice({ run: run }, 0, 1000)).rows.map(({ url }) => url.at(-1)),
    ).toEqual(['1', '2', '3', '4']);
  });

  it('keeps all 64 bits of a fingerprint', async () => {
    const { ledger } = await ledgerOf();
    const fingerprints = [
      'ffffffffffffffff',
      'fffffffffffffffe',
      '0000000000000000',
      '8000000000000000',
      '7fffffffffffffff',
      '0020000000000001',
      '0020000000000000',
    ];
    expect(await ledger.admit(fingerprints.map((fingerprint, n) => request(n, { fingerprint })))).toBe(7);
    const claimed = await ledger.claim(origin, 10, 0);
    expect(claimed.map(({ fingerprint }) => fingerprint)).toEqual(fingerprints);
  });

  it('gives back every field that was put in', async () => {
    const { ledger } = await ledgerOf();
    await ledger.admit([request(1)]);
    const full = request(2, {
      url: 'https://example.org/ä?q=ü',
      priority: 7,
      depth: 3,
      rule: 2,
      callback: null,
      follow: false,
      parent: '1',
    });
    await ledger.admit([full]);
    expect(await ledger.claim(origin, 1, 0)).toEqual([{ ...full, id: '2', tries: 0 }]);
  });

  it('refuses what is no fingerprint, and admits nothing of that call', async () => {
    const { ledger } = await ledgerOf();
    await expect(ledger.admit([request(1), request(2, { fingerprint: 'xyz' })])).rejects.toThrow(
      /not a fingerprint/,
    );
    expect(await ledger.counters()).toMatchObject({ seen: 0 });
    expect(await ledger.admit([request(1)])).toBe(1);
  });
});

describe('handing requests out', () => {
  it('goes by priority, then depth, then age, and by origin', async () => {
    const { ledger } = await ledgerOf();
    await ledger.admit([
      request(1, { depth: 2 }),
      request(2, { depth: 1 }),
      request(3, { priority: 5, depth: 9 }),
      request(4, { depth: 1 }),
      request(5, { origin: 'https://other.example', priority: 9 }),
    ]);
    const claimed = await ledger.claim(origin, 3, 0);
    expect(claimed.map(({ url }) => url.at(-1))).toEqual(['3', '2', '4']);
    expect((await ledger.claim(origin, 3, 0)).map(({ url }) => url.at(-1))).toEqual(['1']);
    expect(await ledger.claim(origin, 3, 0)).toEqual([]);
    expect(await ledger.claim('https://nobody.example', 3, 0)).toEqual([]);
  });

  it('waits until a request is due again', async () => {
    const { ledger } = await ledgerOf();
    await ledger.admit([request(1, { priority: 9 }), request(2)]);
    const [first] = await ledger.claim(origin, 1, 0);
    await ledger.retry(unfinished(first?.id ?? '', 'The server answered 503.'), 5000);
    expect(await ledger.origins()).toEqual([{ origin, queued: 2, priority: 0, depth: 0, notBefore: 0 }]);
    expect((await ledger.claim(origin, 5, 4999)).map(({ url }) => url.at(-1))).toEqual(['2']);
    expect(await ledger.origins()).toEqual([{ origin, queued: 1, priority: 9, depth: 0, notBefore: 5000 }]);
    const [again] = await ledger.claim(origin, 5, 5000);
    expect(again).toMatchObject({ id: first?.id, tries: 1 });
    await ledger.retry(unfinished(again?.id ?? '', 'The server answered 503.'), 0);
    expect(await ledger.claim(origin, 5, 6000)).toMatchObject([{ tries: 2 }]);
  });

  it('takes back what was not used as if it had never been handed out', async () => {
    const { ledger } = await ledgerOf();
    await ledger.admit([request(1), request(2)]);
    const claimed = await ledger.claim(origin, 2, 0);
    await ledger.release(claimed.map(({ id }) => id));
    await ledger.release(claimed.map(({ id }) => id));
    expect(await ledger.claim(origin, 2, 0)).toEqual(claimed);
  });

  it('names the origins that have something waiting, best first request each', async () => {
    const { ledger } = await ledgerOf();
    await ledger.admit([
      request(1, { depth: 1 }),
      request(2, { priority: 3, depth: 2 }),
      request(3, { origin: 'http://a.example:81' }),
    ]);
    expect(await ledger.origins()).toEqual([
      { origin, queued: 2, priority: 3, depth: 2, notBefore: 0 },
      { origin: 'http://a.example:81', queued: 1, priority: 0, depth: 0, notBefore: 0 },
    ]);
    await ledger.claim(origin, 2, 0);
    expect((await ledger.origins()).map(({ origin: name }) => name)).toEqual(['http://a.example:81']);
  });
});

describe('the end of a visit', () => {
  it('writes state, facts, items, links, events and the page together', async () => {
    const { store, run, ledger } = await ledgerOf();
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim(origin, 1, 0);
    const answer = await ledger.complete({
      id: claimed?.id ?? '',
      facts: { ...facts, finalUrl: 'https://example.org/final', fetchedAt: Date.UTC(2026, 10, 20) },
      items: [
        item(1, { metadata: { price: 9.5, tags: ['a'] }, problems: [{ field: 'x', message: 'missing' }] }),
      ],
      links: [request(1), request(2), request(3)],
      page: compressPage('<p>Grüße</p>', 'windows-1252'),
      events: [{ kind: 'redirected', url: 'https://example.org/', message: 'Redirected with status 301.' }],
    });
    expect(answer).toEqual({ admitted: 2, unchanged: false, items: 1 });
    expect(await ledger.counters()).toEqual({
      queued: 2,
      active: 0,
      done: 1,
      failed: 0,
      skipped: 0,
      seen: 3,
      items: 1,
    });
    expect(await store.queries.requests.get(claimed?.id ?? '')).toMatchObject({
      state: 'done',
      status: 200,
      finalUrl: 'https://example.org/final',
      bytes: 1000,
      durationMs: 12.5,
      items: 1,
      hasPage: true,
      reason: null,
    });
    expect((await itemsOf(store, run))[0]).toMatchObject({
      request: claimed?.id,
      metadata: { price: 9.5, tags: ['a'] },
      problems: [{ field: 'x', message: 'missing' }],
    });
    expect(await store.queries.pages.ofRequest(claimed?.id ?? '')).toEqual({
      rendered: false,
      request: claimed?.id,
      url: 'https://example.org/final',
      html: '<p>Grüße</p>',
      encoding: 'windows-1252',
      kind: 'html',
      fetchedAt: '2026-11-20T00:00:00.000Z',
    });
    expect(await store.queries.events.list(run)).toMatchObject([
      { kind: 'started', url: null, page: null },
      { kind: 'redirected', url: 'https://example.org/', page: null },
      {
        kind: 'fetched',
        url: claimed?.url,
        message: 'Status 200, 1,000 bytes in 13 ms.',
        page: { request: claimed?.id, status: 200, bytes: 1000, durationMs: 12.5, items: 1 },
      },
      { kind: 'extracted', url: claimed?.url, message: '1 item.' },
    ]);
  });

  it('is all or nothing', async () => {
    const { store, run, ledger } = await ledgerOf();
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim(origin, 1, 0);
    const bad = {
      ...completed(claimed?.id ?? '', [item(1)], [request(2), request(3, { fingerprint: 'bad' })]),
      page: compressPage('x', 'utf-8'),
    };
    await expect(ledger.complete(bad)).rejects.toThrow(/not a fingerprint/);
    expect(await ledger.counters()).toMatchObject({ active: 1, done: 0, seen: 1, items: 0 });
    expect(await itemsOf(store, run)).toEqual([]);
    expect((await store.queries.pages.size()).pages).toBe(0);
    expect(await ledger.complete(completed(claimed?.id ?? '', [item(1)], [request(2)]))).toEqual({
      admitted: 1,
      unchanged: false,
      items: 1,
    });
  });

  it('comes once', async () => {
    const { store, run, ledger } = await ledgerOf();
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim(origin, 1, 0);
    const id = claimed?.id ?? '';
    const outcomes = await Promise.allSettled([
      ledger.complete(completed(id, [item(1)])),
      ledger.complete(completed(id, [item(1)])),
      ledger.fail(unfinished(id, 'late')),
      ledger.retry(unfinished(id, 'late'), 0),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    await expect(ledger.skip(unfinished('99', 'unknown'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.ledger(await newRun(store)).skip(unfinished(id, 'other run'))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await itemsOf(store, run)).toHaveLength(1);
  });

  it('of a page that failed keeps its reason and follows its links', async () => {
    const { store, ledger } = await ledgerOf();
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim(origin, 1, 0);
    await ledger.fail({
      ...unfinished(claimed?.id ?? '', 'No article.'),
      facts,
      links: [request(2)],
      page: compressPage('<p>', 'utf-8'),
    });
    expect(await ledger.counters()).toMatchObject({ failed: 1, queued: 1 });
    expect(await store.queries.requests.get(claimed?.id ?? '')).toMatchObject({
      reason: 'No article.',
      status: 200,
      hasPage: true,
    });
  });

  it('stores the same page once', async () => {
    const { store, ledger } = await ledgerOf();
    await ledger.admit([request(1), request(2), request(3)]);
    const html = ['same', 'same', 'other'];
    for (const [index, { id }] of (await ledger.claim(origin, 3, 0)).entries()) {
      await ledger.complete({
        ...completed(id),
        page: compressPage((html[index] ?? '').repeat(1000), 'utf-8'),
      });
    }
    const { pages, bytes, storedBytes } = await store.queries.pages.size();
    expect([pages, bytes]).toEqual([2, 9000]);
    expect(storedBytes).toBeLessThan(500);
  });
});

describe('redirects', () => {
  it('leave a page to the request that already stands for it', async () => {
    const { ledger } = await ledgerOf();
    await ledger.admit([request(1), request(2)]);
    expect(await ledger.takeRedirect('1', fingerprintOf(2))).toBe(false);
    expect(await ledger.takeRedirect('1', fingerprintOf(1))).toBe(true);
  });

  it('give a new page to the first that arrives, also when it is tried again', async () => {
    const { ledger } = await ledgerOf();
    await ledger.admit([request(1), request(2)]);
    expect(await ledger.takeRedirect('1', fingerprintOf(9))).toBe(true);
    expect(await ledger.takeRedirect('1', fingerprintOf(9))).toBe(true);
    expect(await ledger.takeRedirect('2', fingerprintOf(9))).toBe(false);
    expect(await ledger.admit([request(9)])).toBe(0);
    expect(await ledger.counters()).toMatchObject({ seen: 2 });
  });

  it('let another request have a page that could not be read', async () => {
    const { ledger } = await ledgerOf();
    await ledger.admit([request(1), request(2), request(3)]);
    const [first] = await ledger.claim(origin, 1, 0);
    await ledger.takeRedirect(first?.id ?? '', fingerprintOf(9));
    await ledger.fail(unfinished(first?.id ?? '', 'no answer'));
    expect(await ledger.takeRedirect('2', fingerprintOf(9))).toBe(true);
    expect(await ledger.takeRedirect('3', fingerprintOf(9))).toBe(false);
    expect(await ledger.takeRedirect('3', fingerprintOf(1))).toBe(true);
  });
});

describe('operations of one moment', () => {
  it('fail on their own: those before and after are written', async () => {
    const { ledger, store, run } = await ledgerOf();
    const note = (message: string) => [{ kind: 'note', url: null, message }];
    const many = Array.from({ length: 200 }, (_, n) =>
      n % 50 === 7 ? ledger.complete(completed('12345')) : ledger.record(note(String(n))),
    );
    const outcomes = await Promise.allSettled(many);
    expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([
      7, 57, 107, 157,
    ]);
    expect(await store.queries.events.list(run, { kinds: ['note'] })).toHaveLength(196);
  });

  it('are seen in order by each other, and written by flush', async () => {
    const { store, run, ledger } = await ledgerOf();
    const admitted = ledger.admit([request(1)]);
    const claimed = ledger.claim(origin, 1, 0);
    const counters = ledger.counters();
    await ledger.flush();
    expect((await store.queries.runs.get(run)).counters).toMatchObject({ active: 1, seen: 1 });
    expect(await admitted).toBe(1);
    expect(await claimed).toHaveLength(1);
    expect(await counters).toMatchObject({ active: 1 });
  });

  it('are written before the store writes anything else, and before it closes', async () => {
    const { store, run, ledger } = await ledgerOf();
    const admitted = ledger.admit([request(1)]);
    expect((await store.queries.runs.pause(run)).counters.queued).toBe(1);
    expect(await admitted).toBe(1);
  });
});

describe('recovering', () => {
  it('queues what was in flight, once', async () => {
    const { ledger, store, run } = await ledgerOf();
    await ledger.admit([request(1), request(2), request(3)]);
    await ledger.claim(origin, 2, 0);
    await ledgerAfterCutOff(store, run);
    await ledgerAfterCutOff(store, run);
    expect(await ledger.counters()).toMatchObject({ queued: 3, active: 0 });
    expect(
      (await store.queries.events.list(run, { kinds: ['recovered'] })).map(({ message }) => message),
    ).toEqual(['2 requests that were in flight when the run was cut off will be fetched again.']);
  });

  it('is refused while somebody else carries the run out', async () => {
    const path = join(scratchFolder(), 'x.db');
    const run = await startedRun(scratchStore(path));
    const { control } = portsOf(scratchStore(path), run);
    await expect(control.begin()).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('counters', () => {
  /** A small linear congruential generator: the same numbers in every test run (constants of Numerical Recipes). */
  function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  it.each([1, 2, 3, 4, 5])('always equal the ledger, whatever happens (%i)', async (seed) => {
    const { store, run, ledger: first } = await ledgerOf();
    let ledger = first;
    const next = numbers(seed);
    const origins = [origin, 'https://a.example', 'https://b.example'];
    const active: string[] = [];
    const some = () =>
      request(next(300), { origin: origins[next(3)] ?? origin, priority: next(3), depth: next(4) });
    const take = () => active.splice(next(active.length), 1)[0] ?? '77777';
    const steps: (() => Promise<unknown>)[] = [
      () => ledger.admit([some(), some(), some()]),
      async () => {
        for (const { id } of await ledger.claim(origins[next(3)] ?? origin, 1 + next(3), next(100)))
          active.push(id);
      },
      () =>
        ledger.complete(
          completed(
            take(),
            Array.from({ length: next(3) }, (_, n) => item(n)),
            [some(), some()],
          ),
        ),
      () => ledger.complete(completed(take(), [item(1)], [some(), request(1, { fingerprint: 'bad' })])),
      () => ledger.fail(unfinished(take(), 'failed')),
      () => ledger.skip(unfinished(take(), 'skipped')),
      () => ledger.retry(unfinished(take(), 'later'), next(200)),
      () => ledger.release([take()]),
      async () => {
        active.length = 0;
        ledger = await ledgerAfterCutOff(store, run);
      },
      async () => active.push(...(await ledger.claim(origin, 2, 1000)).map(({ id }) => id)),
      () => ledger.complete(completed(take(), [item(0)])),
    ];
    for (let round = 0; round < 150; round += 1) {
      const step = () => steps[next(steps.length)]?.() ?? Promise.resolve();
      await Promise.allSettled(Array.from({ length: 1 + next(4) }, step));
      const rows = (await store.queries.requests.slice({ run: run }, 0, 10_000)).rows;
      const count = (state: RequestState) => rows.filter((row) => row.state === state).length;
      const counters = await ledger.counters();
      expect(counters).toEqual({
        queued: count('queued'),
        active: count('active'),
        done: count('done'),
        failed: count('failed'),
        skipped: count('skipped'),
        seen: rows.length,
        items: (await itemsOf(store, run)).length,
      });
      const waiting = (await ledger.origins()).reduce((sum, { queued }) => sum + queued, 0);
      expect(waiting).toBe(counters.queued);
      expect((await store.queries.runs.get(run)).counters).toEqual(counters);
    }
    const receipt = await store.queries.runs.receipt(run);
    expect(receipt).toMatchObject({ itemsLost: 0, itemsDuplicated: 0 });
    expect((await ledger.counters()).done).toBeGreaterThan(10);
  });
});
