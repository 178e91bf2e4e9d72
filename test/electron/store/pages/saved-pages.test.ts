import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { controlOf, newRun, scratchStore, removeForGood } from '../support.ts';

it('keeps a saved page when its run goes', async () => {
  const store = scratchStore();
  const run = await newRun(store);
  const page = { title: 'A page', url: null, source: 'run' as const, page: compressPage('<p>1', 'utf-8') };
  const kept = await store.queries.savedPages.add('default', 'shop', { ...page, run });
  await controlOf(store, run).end('stopped', 'It is over.', 'stopped');
  await removeForGood(store.queries, { kind: 'run', run });
  expect(await store.queries.savedPages.html(kept.id)).toBe('<p>1');
});
