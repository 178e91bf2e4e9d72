import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { emptyEscalationState } from '../../../../electron/engine/proxy-state.ts';
import { completed, facts, item, newRun, request, unfinished } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import type { ExpectationReport } from '../../../../shared/spider/expectation-report.ts';
import { claimed, crawl, readPage, shop, startRun, startTime, type StartedRun } from './studio.ts';

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** Pages 1 to 4: two that were read, one that failed and one that was skipped. */
async function fourPages(session: StartedRun): Promise<void> {
  const { ledger } = session;
  const ids = await claimed(session, [request(1), request(2, { callback: null }), request(3), request(4)]);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  await ledger.complete({ ...completed(first, [item(1)]), facts: { ...facts, durationMs: 90 } });
  await ledger.complete({ ...completed(second), facts: { ...facts, status: 404, durationMs: 5 } });
  await ledger.fail(unfinished(third, 'The name could not be resolved.'));
  await ledger.skip(unfinished(fourth, 'robots.txt forbids it.'));
}

describeQueries('what is counted in a run', (open) => {
  it('comes of its requests, and of no other ones', async () => {
    const studio = open();
    const { runs } = studio.queries;
    await fourPages(await startRun(studio, { ...shop, spider: 'another' }));
    const session = await startRun(studio);
    await fourPages(session);
    await session.ledger.admit([request(5)]);
    await session.ledger.record([1, 2, 3].map(() => ({ kind: 'retried', url: null, message: 'Once more.' })));
    expect(await runs.overview(session.run)).toEqual({
      statuses: [
        { status: null, count: 1 },
        { status: 200, count: 1 },
        { status: 404, count: 1 },
      ],
      notFetched: 1,
      bytes: 2000,
      files: { downloaded: 0, failed: 0, waiting: 0, bytes: 0 },
      extractionRequests: 4,
      freshness: { new: 0, unchanged: 0, changed: 0 },
      answeredBy: { site: 2, storedPage: 0, cache: 0, memory: 0 },
      answered: 2,
      medianMs: 5,
      p95Ms: 90,
      eventKinds: [
        { kind: 'retried', count: 3 },
        { kind: 'fetched', count: 2 },
        { kind: 'extracted', count: 1 },
        { kind: 'failed', count: 1 },
        { kind: 'skipped', count: 1 },
        { kind: 'started', count: 1 },
      ],
      reasons: [
        { state: 'failed', reason: 'The name could not be resolved.', count: 1 },
        { state: 'skipped', reason: 'robots.txt forbids it.', count: 1 },
      ],
    });
  });

  it('is sorted by how often it occurs', async () => {
    const studio = open();
    const session = await startRun(studio);
    const ids = await claimed(
      session,
      numbers(1, 9).map((n) => request(n)),
    );
    for (const [n, id] of ids.entries()) {
      if (n < 3) await session.ledger.complete({ ...completed(id), facts: { ...facts, status: 404 } });
      else if (n < 5) await session.ledger.complete({ ...completed(id), facts: { ...facts, status: 301 } });
      else await session.ledger.fail(unfinished(id, n < 6 ? 'One.' : 'Three.'));
    }
    const { statuses, reasons } = await studio.queries.runs.overview(session.run);
    expect(statuses.map(({ status, count }) => [status, count])).toEqual([
      [null, 4],
      [404, 3],
      [301, 2],
    ]);
    expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
      ['Three.', 3],
      ['One.', 1],
    ]);
  });

  it('is nothing in a run without requests', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const run = await newRun(studio);
    expect(await runs.overview(run)).toEqual({
      statuses: [],
      notFetched: 0,
      bytes: 0,
      files: { downloaded: 0, failed: 0, waiting: 0, bytes: 0 },
      extractionRequests: 0,
      freshness: { new: 0, unchanged: 0, changed: 0 },
      answeredBy: { site: 0, storedPage: 0, cache: 0, memory: 0 },
      answered: 0,
      medianMs: null,
      p95Ms: null,
      eventKinds: [],
      reasons: [],
    });
    expect(await runs.series(run, 10)).toEqual({ bucketMs: 1000, points: [] });
    expect(await runs.tiers(run)).toBeNull();
  });

  it('tells the source of each answer, and how its page compares with the crawl history', async () => {
    const studio = open();
    await crawl(
      studio,
      shop,
      [1, 2, 3].map((n) => ({ n, extracted: true })),
    );
    const session = await startRun(studio);
    const ids = await claimed(
      session,
      [1, 2, 3, 4].map((n) => request(n)),
    );
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const same = compressPage('<p>page</p>', 'utf-8');
    const other = compressPage('<p>another</p>', 'utf-8');
    const by = (answeredBy: 'stored-page' | 'cache' | 'memory') => ({ ...facts, answeredBy });
    await session.ledger.complete({ ...completed(first), facts: by('stored-page'), page: same });
    await session.ledger.complete({ ...completed(second), facts: by('cache'), page: other });
    await session.ledger.complete({ ...completed(third), facts: by('memory') });
    await session.ledger.complete({ ...completed(fourth), page: other });
    const { freshness, answeredBy, eventKinds } = await studio.queries.runs.overview(session.run);
    expect(freshness).toEqual({ new: 1, unchanged: 1, changed: 1 });
    expect(answeredBy).toEqual({ site: 1, storedPage: 1, cache: 1, memory: 1 });
    expect(eventKinds.slice(0, 2)).toEqual([
      { kind: 'cached', count: 2 },
      { kind: 'fetched', count: 2 },
    ]);
  });

  it('is in the receipt where a session was cut off', async () => {
    const studio = open();
    const { queries } = studio;
    const session = await startRun(studio);
    const { run, control, ledger } = session;
    await claimed(
      session,
      [1, 2, 3].map((n) => request(n)),
    );
    const none = { done: 0, givenUp: 0, itemsLost: 0, itemsDuplicated: 0 };
    const receipt = async () => {
      const { requeued, fetchedAgain, fetchedAgainInAll, ...rest } = await queries.runs.receipt(run);
      expect(rest).toEqual(none);
      return [requeued, fetchedAgain, fetchedAgainInAll];
    };
    await queries.runs.cutOff(run, 'The thread has ended.');
    // The session that takes them up counts them.
    expect(await receipt()).toEqual([0, 0, 0]);
    await control.begin();
    expect(await receipt()).toEqual([3, 0, 0]);
    const again = await ledger.claim('https://example.org', 2, 0);
    expect(await receipt()).toEqual([3, 2, 2]);
    await ledger.release(again.map(({ id }) => id));
    await control.end('paused', 'Paused.', 'paused');
    await control.begin();
    expect(await receipt()).toEqual([2, 0, 2]);
    await ledger.claim('https://example.org', 3, 0);
    expect(await receipt()).toEqual([2, 2, 5]);
  });

  it('says what was given up, and what is done', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const session = await startRun(studio);
    const { run, control, ledger } = session;
    await readPage(session, 1, [item(1)]);
    const [id = ''] = await claimed(session, [request(2)]);
    for (let death = 1; death <= 4; death += 1) {
      await runs.cutOff(run, 'The thread has ended.');
      if (death === 4) break;
      await control.begin();
      if (death < 3) await ledger.claim('https://example.org', 1, 0);
      else await ledger.claimAlone(id);
    }
    expect(await runs.receipt(run)).toMatchObject({ done: 1, givenUp: 1, fetchedAgainInAll: 3 });
    expect(await studio.queries.requests.get(id)).toMatchObject({ state: 'failed' });
  });

  it('is put into stretches of time, empty ones included', async () => {
    const studio = open();
    const { queries, pass } = studio;
    const session = await startRun(studio);
    await fourPages(session);
    pass(24_000);
    await readPage(session, 5, [item(5)]);
    await session.control.end('completed', 'It is over.', 'finished');
    const { bucketMs, points } = await queries.runs.series(session.run, 6);
    expect(bucketMs).toBe(5000);
    expect(points.map(({ at, ms, pages }) => [at - startTime, ms, pages])).toEqual([
      [0, 5000, 2],
      [5000, 5000, 0],
      [10_000, 5000, 0],
      [15_000, 5000, 0],
      [20_000, 4000, 1],
    ]);
    expect(points[0]).toMatchObject({
      items: 1,
      failed: 1,
      skipped: 1,
      bytes: 2000,
      meanMs: 47.5,
      maxMs: 90,
    });
    expect((await queries.runs.series(session.run, 1)).points).toMatchObject([{ pages: 3, items: 2 }]);
  });

  it('has no stretch of time that is not over', async () => {
    const studio = open();
    const { queries, pass } = studio;
    const session = await startRun(studio);
    await fourPages(session);
    const pages = async () =>
      (await queries.runs.series(session.run, 100)).points.map((point) => point.pages);
    expect(await pages()).toEqual([]);
    pass(1500);
    expect(await pages()).toEqual([2]);
    pass(900);
    await readPage(session, 5, []);
    expect(await pages()).toEqual([2]);
    pass(2100);
    expect(await pages()).toEqual([2, 0, 1, 0]);
  });

  it('has what it was measured by', async () => {
    const studio = open();
    const session = await startRun(studio);
    const field = { field: 'price', items: 5, filled: 4, minFill: 0.9, expected: [], distinct: null };
    const report: ExpectationReport = {
      items: 5,
      withoutKey: 0,
      isOver: true,
      onBreach: 'warn',
      minItems: null,
      fields: [{ ...field, isSampled: false }],
      breaches: [],
    };
    expect(await studio.queries.runs.expectations(session.run)).toBeNull();
    await session.measured.keep({ report, told: ['price fill'] });
    expect(await studio.queries.runs.expectations(session.run)).toEqual({ ...report, dropped: 0 });
  });

  it('says which proxies were used', async () => {
    const studio = open();
    const session = await startRun(studio);
    const state = emptyEscalationState();
    state.counts.datacenter.requests = 3;
    await session.routes.keep(emptyEscalationState());
    await session.routes.keep(state);
    expect(await studio.queries.runs.tiers(session.run)).toEqual(state.counts);
  });
});
