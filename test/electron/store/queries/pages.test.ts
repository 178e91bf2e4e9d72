import { given } from '../../../given.ts';
import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { completed, request, unfinished, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { claimed, startRun } from './studio.ts';

describeQueries('stored pages', (open) => {
  it('come back as the crawl read them', async () => {
    const studio = open();
    const { pages } = studio.queries;
    const session = await startRun(studio);
    const [first = '', second = '', third = ''] = await claimed(
      session,
      [1, 2, 3].map((n) => request(n)),
    );
    const page = compressPage('<h1>Ünïcode</h1>', 'windows-1252');
    await session.ledger.complete({ ...completed(first), page });
    await session.ledger.fail({ ...unfinished(second, 'It has no title.'), page });
    await session.ledger.complete(completed(third));
    const html = '<h1>Ünïcode</h1>';
    const url = 'https://example.org/page';
    const asRead = { url, html, encoding: 'windows-1252', rendered: false, kind: 'html' };
    const { finishedAt: fetchedAt } = given(await studio.queries.requests.get(first));
    expect(await pages.ofRequest(first)).toEqual({ request: first, ...asRead, fetchedAt });
    // Without an answer, the URL is that of the request.
    expect(await pages.ofRequest(second)).toMatchObject({ url: 'https://example.org/page/2', html });
    expect(await pages.ofRequest(third)).toBeNull();
    expect(await pages.ofRequest('99')).toBeNull();
    expect(await studio.queries.requests.get(first)).toMatchObject({ hasPage: true });
    expect(await studio.queries.requests.get(third)).toMatchObject({ hasPage: false });
  });

  it('have the time at which they were received', async () => {
    const studio = open();
    const session = await startRun(studio);
    const [id = ''] = await claimed(session, [request(1)]);
    const done = completed(id);
    const page = compressPage('<p>1 hour ago', 'utf-8');
    const fetchedAt = Date.UTC(2020, 1, 2, 3, 4, 5, 678);
    await session.ledger.complete({
      ...done,
      facts: { ...given(done.facts), fetchedAt, rendered: true },
      page,
    });
    const stored = await studio.queries.pages.ofRequest(id);
    expect(stored).toMatchObject({ fetchedAt: '2020-02-02T03:04:05.678Z', rendered: true });
  });

  it.each(['xml', 'json'] as const)('come back as %s', async (kind) => {
    const studio = open();
    const session = await startRun(studio);
    const [id = ''] = await claimed(session, [request(1)]);
    await session.ledger.complete({ ...completed(id), page: compressPage('<a/>', 'utf-8', kind) });
    expect(await studio.queries.pages.ofRequest(id)).toMatchObject({ html: '<a/>', kind });
  });

  it('are kept once, and go with the last run that needs them', async () => {
    const studio = open();
    const { pages, trash } = studio.queries;
    expect(await pages.size()).toEqual({ pages: 0, bytes: 0, storedBytes: 0 });
    const shared = compressPage('shared', 'utf-8');
    const started = [];
    for (const own of ['one', 'the other']) {
      const session = await startRun(studio);
      const [first = '', second = ''] = await claimed(session, [request(1), request(2)]);
      await session.ledger.complete({ ...completed(first), page: shared });
      await session.ledger.complete({ ...completed(second), page: compressPage(own, 'utf-8') });
      await session.control.end('completed', 'It is over.', 'finished');
      started.push(session.run);
    }
    expect(await pages.size()).toMatchObject({ pages: 3, bytes: 'sharedonethe other'.length });
    expect((await pages.size()).storedBytes).toBeGreaterThan(shared.body.length);
    const [first = '', second = ''] = started;
    await removeForGood({ trash }, { kind: 'run', run: first });
    expect(await pages.size()).toMatchObject({ pages: 2, bytes: 'sharedthe other'.length });
    await removeForGood({ trash }, { kind: 'run', run: second });
    expect(await pages.size()).toEqual({ pages: 0, bytes: 0, storedBytes: 0 });
  });
});
