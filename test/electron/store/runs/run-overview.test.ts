import { describe, expect, it } from 'vitest';
import { completed, facts, item, request, scratchStore, startedRun, unfinished } from '../support.ts';

describe('the overview of a run', () => {
  it('tells in one walk what the statistics, timings and events tell one by one', async () => {
    const store = scratchStore();
    const other = await startedRun(store, 'other');
    await store.ledger(other).admit([request(900)]);
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit(
      Array.from({ length: 40 }, (_, n) => request(n + 1, { callback: n % 3 === 0 ? null : 'parse' })),
    );
    const claimed = await ledger.claim('https://example.org', 30, Date.now());
    for (const [n, { id }] of claimed.entries()) {
      const page = { ...facts, status: n % 5 === 0 ? 404 : 200, durationMs: n * 3, bytes: 100 + n };
      if (n % 7 === 6)
        await ledger.fail({ ...unfinished(id, `Reason ${n % 2}.`), facts: n % 2 === 0 ? page : null });
      else if (n % 11 === 10) await ledger.skip(unfinished(id, 'robots.txt forbids it.'));
      else await ledger.complete({ ...completed(id, n % 2 === 0 ? [item(n)] : []), facts: page });
    }
    await ledger.record([{ kind: 'retried', url: null, message: 'x' }]);
    await ledger.flush();
    const { answered, medianMs, p95Ms, eventKinds, ...rest } = store.runOverview.requests(run);
    const { statuses, notFetched, bytes, extractionRequests, freshness, answeredBy, reasons } =
      store.runs.statistics(run);
    expect(notFetched).toBeGreaterThan(0);
    expect(rest).toEqual({ statuses, notFetched, bytes, extractionRequests, freshness, answeredBy, reasons });
    const timings = store.runs.timings(run);
    expect([answered, medianMs, p95Ms]).toEqual([timings.answered, timings.medianMs, timings.p95Ms]);
    expect(eventKinds).toEqual(store.events.kinds(run));
  });

  it('does without requests', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    expect(store.runOverview.requests(run)).toMatchObject({ statuses: [], medianMs: null, reasons: [] });
  });
});
