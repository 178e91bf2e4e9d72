import { describe, expect, it } from 'vitest';
import { completed, facts, item, request, scratchStore, startedRun, unfinished } from '../support.ts';

describe('the overview of a run', () => {
  it('counts in one walk what became of its requests', async () => {
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
    expect(await store.queries.runs.overview(run)).toEqual({
      answered: 26,
      statuses: [
        { status: 200, count: 21 },
        { status: 404, count: 5 },
        { status: null, count: 2 },
      ],
      notFetched: 2,
      bytes: 2964,
      files: { downloaded: 0, failed: 0, waiting: 0, bytes: 0 },
      extractionRequests: 26,
      medianMs: 42,
      p95Ms: 84,
      freshness: { new: 0, unchanged: 0, changed: 0 },
      answeredBy: { site: 26, storedPage: 0, cache: 0, memory: 0 },
      reasons: [
        { state: 'failed', reason: 'Reason 0.', count: 2 },
        { state: 'failed', reason: 'Reason 1.', count: 2 },
        { state: 'skipped', reason: 'robots.txt forbids it.', count: 2 },
      ],
      eventKinds: [
        { kind: 'fetched', count: 26 },
        { kind: 'extracted', count: 12 },
        { kind: 'failed', count: 4 },
        { kind: 'skipped', count: 2 },
        { kind: 'retried', count: 1 },
        { kind: 'started', count: 1 },
      ],
    });
  });

  it('does without requests', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    expect(await store.queries.runs.overview(run)).toMatchObject({
      statuses: [],
      medianMs: null,
      reasons: [],
    });
  });
});
