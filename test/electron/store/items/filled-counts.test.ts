import { expect, it } from 'vitest';
import { item, newRun, portsOf, request, scratchStore } from '../support.ts';

it('counts values in a small part of many items, from all over the run', async () => {
  const store = scratchStore();
  const run = await newRun(store);
  const { control, ledger } = portsOf(store, run);
  await control.begin();
  await ledger.admit([request(1)]);
  const [claimed] = await ledger.claim('https://example.org', 1, 0);
  const items = Array.from({ length: 1000 }, (_, n) => item(n, { title: n < 500 ? null : `Title ${n}` }));
  const facts = { status: 200, finalUrl: 'https://example.org/', bytes: 1, durationMs: 1, contentType: null };
  await ledger.complete({ id: claimed?.id ?? '', facts, items, links: [], page: null, events: [] });
  const [glance] = await store.queries.projects.overview('default', { since: 0, least: 1, most: 1 });
  expect(glance?.filled).toMatchObject([{ callback: 'parse_article', items: 20, columns: { title: 10 } }]);
});
