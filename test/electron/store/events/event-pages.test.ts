import { given } from '../../../given.ts';
import { describe, expect, it } from 'vitest';
import { completed, item, request, scratchStore, startedRun, unfinished } from '../support.ts';

describe('events of a run, in parts', () => {
  it('go back from the newest ones, each once', async () => {
    let clock = 1_800_000_000_000;
    const store = scratchStore(':memory:', { now: () => (clock += 10) });
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([1, 2, 3].map((n) => request(n)));
    const claimed = await ledger.claim('https://example.org', 3, clock);
    for (const { id } of claimed) await ledger.complete(completed(id, [item(1)]));
    const all = (await store.queries.events.list(run)).map(({ id }) => id);
    const seen: string[] = [];
    let before: string | undefined;
    for (;;) {
      const part = await store.queries.events.list(run, {
        ...(before === undefined ? {} : { before }),
        limit: 2,
      });
      if (part.length === 0) break;
      seen.unshift(...part.map(({ id }) => id));
      before = part[0]?.id;
    }
    expect(seen).toEqual(all);
    expect(all.length).toBeGreaterThan(6);
  });

  it('tell the history of one request and of no other', async () => {
    const store = scratchStore();
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    await ledger.admit([request(1), request(2)]);
    const [first, second] = await ledger.claim('https://example.org', 2, Date.now());
    const event = { kind: 'retried', url: given(first).url, message: 'Tried again.' };
    await ledger.record([event, { kind: 'retried', url: given(second).url, message: 'Another one.' }]);
    await ledger.fail(unfinished(given(first).id, 'It is gone.'));
    await ledger.complete(completed(given(second).id));
    const history = await store.queries.events.ofRequest(
      { id: given(first).id, run, url: given(first).url },
      10,
    );
    expect(history.map(({ kind, message }) => [kind, message])).toEqual([
      ['retried', 'Tried again.'],
      ['failed', 'It is gone.'],
    ]);
  });
});
