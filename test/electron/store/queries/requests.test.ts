import { expect, it } from 'vitest';
import type { RequestView } from '../../../../electron/store/requests/request-queries.ts';
import type { RequestSortColumn } from '../../../../shared/request-columns.ts';
import { completed, facts, item, newRun, request, unfinished } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { claimed, crawl, shop, startRun, type Studio } from './studio.ts';

/** A run of eight requests: two done, one failed, one skipped, one in flight and three queued. Another run has one, too. */
async function mixedRun(studio: Studio) {
  const session = await startRun(studio);
  const { ledger } = session;
  const five = [1, 2, 3, 4, 5].map((n) => request(n, { depth: n % 2, callback: n === 4 ? null : 'page' }));
  await ledger.admit(five);
  const ids = (await ledger.claim('https://example.org', 5, 0)).map(({ id }) => id);
  // By depth: 2, 4, 1, 3, 5.
  const [second = '', fourth = '', first = '', third = ''] = ids;
  const found = [6, 7].map((n) => request(n, { parent: first, priority: n, callback: 'page' }));
  await ledger.complete({ ...completed(first, [item(1), item(2)], found), facts: { ...facts, bytes: 5 } });
  const other = request(8, { parent: second, origin: 'https://other.example', callback: 'page' });
  const missing = { ...facts, status: 404, durationMs: 5 };
  await ledger.complete({ ...completed(second, [], [other]), facts: missing });
  await ledger.fail(unfinished(third, 'The name could not be resolved.'));
  await ledger.skip(unfinished(fourth, 'robots.txt forbids it.'));
  await claimed(await startRun(studio), [request(900, { callback: 'page' })]);
  return { ...session, first, third };
}

const numberOf = ({ url }: { url: string }): number => Number(url.split('/').at(-1));

describeQueries('requests', (open, openTwo) => {
  const urls = async ({ queries }: Studio, view: RequestView, offset = 0, limit = 100) =>
    (await queries.requests.slice(view, offset, limit)).rows.map(numberOf);

  it('are described with what became of them', async () => {
    const studio = open();
    const { run, first, third } = await mixedRun(studio);
    const { requests } = studio.queries;
    expect(await requests.get(first)).toEqual({
      id: first,
      run,
      url: 'https://example.org/page/1',
      state: 'done',
      priority: 0,
      depth: 1,
      rule: null,
      callback: 'page',
      follow: true,
      parent: null,
      tries: 0,
      reason: null,
      status: 200,
      finalUrl: 'https://example.org/page',
      bytes: 5,
      durationMs: 12.5,
      contentType: 'text/html; charset=utf-8',
      items: 2,
      hasPage: false,
      freshness: null,
      answeredBy: 'site',
      finishedAt: '2026-11-20T12:00:00.000Z',
    });
    expect(await requests.get(third)).toMatchObject({
      state: 'failed',
      reason: 'The name could not be resolved.',
      status: null,
      answeredBy: null,
    });
  });

  it('that are not there are refused, or none', async () => {
    const studio = open();
    const { requests } = studio.queries;
    await expect(requests.get('99')).rejects.toMatchObject({ code: 'not-found' });
    await expect(requests.get('x')).rejects.toMatchObject({ code: 'not-found' });
    await expect(requests.requeueFailed('99')).rejects.toMatchObject({ code: 'not-found' });
    expect(await requests.link('99')).toBeNull();
    const run = await newRun(studio);
    expect(await requests.slice({ run }, 0, 10)).toEqual({ rows: [], total: 0 });
    expect(await requests.slice({ run: '99' }, 0, 10)).toEqual({ rows: [], total: 0 });
    expect(await requests.origins('99', 0, 10)).toEqual({ rows: [], total: 0 });
    expect(await requests.children({ id: '99', run }, 10)).toEqual({ links: [], total: 0 });
  });

  it('come in the order of admission, part by part, and those of one run', async () => {
    const studio = open();
    await crawl(studio, { ...shop, spider: 'another' }, [{ n: 900, extracted: true }]);
    const { run } = await mixedRun(studio);
    expect(await urls(studio, { run })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await urls(studio, { run }, 6, 5)).toEqual([7, 8]);
    expect(await urls(studio, { run }, 8, 5)).toEqual([]);
    expect(await studio.queries.requests.slice({ run }, 2, 2)).toMatchObject({ total: 8 });
  });

  it('keep their places while others are added', async () => {
    const studio = open();
    const { run, ledger } = await mixedRun(studio);
    const seen = await urls(studio, { run }, 0, 4);
    await ledger.admit([request(9, { priority: 9 })]);
    seen.push(...(await urls(studio, { run }, 4, 4)));
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each<[string, Omit<RequestView, 'run'>, number[]]>([
    ['failed', { states: ['failed'] }, [3]],
    ['skipped', { states: ['skipped'] }, [4]],
    ['queued', { states: ['queued'] }, [6, 7, 8]],
    ['in several states', { states: ['failed', 'skipped', 'active'] }, [3, 4, 5]],
    ['with a status', { statuses: [404] }, [2]],
    ['failed without an answer', { statuses: [null] }, [3]],
    ['skipped without an answer', { statuses: ['not-fetched'] }, [4]],
    ['without an answer, or with a status', { statuses: [null, 'not-fetched', 200] }, [1, 3, 4]],
    ['with a part of the URL', { url: 'PAGE/6' }, [6]],
    ['with a part of the reason', { reason: 'Robots' }, [4]],
    ['with all that is asked for', { states: ['done'], statuses: [404], url: '2' }, [2]],
    ['of an origin', { origin: 'https://other.example' }, [8]],
    ['of an unknown origin', { origin: 'https://elsewhere.example' }, []],
    ['with a callback', { callback: 'page' }, [1, 2, 3, 5, 6, 7, 8]],
    ['without a callback', { callback: null }, [4]],
  ])('are found where they are %s', async (_, view, expected) => {
    const studio = open();
    const { run } = await mixedRun(studio);
    expect(await urls(studio, { run, ...view })).toEqual(expected);
    expect((await studio.queries.requests.slice({ run, ...view }, 0, 1)).total).toBe(expected.length);
  });

  it.each<[RequestSortColumn, number[], number[]]>([
    ['id', [1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1]],
    ['url', [1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1]],
    ['state', [6, 7, 8, 5, 1, 2, 3, 4], [4, 3, 1, 2, 5, 6, 7, 8]],
    ['status', [1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 3, 4, 5, 6, 7, 8]],
    ['priority', [1, 2, 3, 4, 5, 8, 6, 7], [7, 6, 1, 2, 3, 4, 5, 8]],
    ['depth', [2, 4, 6, 7, 8, 1, 3, 5], [1, 3, 5, 2, 4, 6, 7, 8]],
    ['bytes', [1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 3, 4, 5, 6, 7, 8]],
    ['durationMs', [2, 1, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['items', [2, 3, 4, 5, 6, 7, 8, 1], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['tries', [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['contentType', [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['callback', [1, 2, 3, 5, 6, 7, 8, 4], [1, 2, 3, 5, 6, 7, 8, 4]],
    ['finishedAt', [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('are sorted by %s, those without a value last', async (column, up, down) => {
    const studio = open();
    const { run } = await mixedRun(studio);
    expect(await urls(studio, { run, sort: { column, descending: false } })).toEqual(up);
    expect(await urls(studio, { run, sort: { column, descending: true } })).toEqual(down);
    expect(await urls(studio, { run, sort: { column, descending: true } }, 1, 2)).toEqual(down.slice(1, 3));
  });

  it('are seen as they have become once some time has passed', async () => {
    const studio = open();
    const { run, ledger } = await mixedRun(studio);
    const view: RequestView = { run, sort: { column: 'priority', descending: true } };
    expect(await urls(studio, view, 0, 1)).toEqual([7]);
    await ledger.admit([request(9, { priority: 9 })]);
    studio.pass(60_000);
    expect(await urls(studio, view, 0, 1)).toEqual([9]);
  });

  it('are linked to the page on which they were found first', async () => {
    const studio = open();
    const { run, first } = await mixedRun(studio);
    const { requests } = studio.queries;
    const { links, total } = await requests.children({ id: first, run }, 1);
    expect(total).toBe(2);
    expect(links).toMatchObject([{ url: 'https://example.org/page/6', state: 'queued', items: 0 }]);
    expect((await requests.children({ id: first, run }, 10)).links.map(numberOf)).toEqual([6, 7]);
    const url = 'https://example.org/page/1';
    expect(await requests.link(first)).toEqual({ id: first, url, state: 'done', items: 2 });
  });

  it('have the values of the rows that lead to them, in the order in which these were found', async () => {
    const studio = open();
    const session = await startRun(studio);
    const [first = ''] = await claimed(session, [request(1)]);
    const problems = [{ field: 'rank', message: 'It is no number.' }];
    const row = (rank: number | null, n: number | null) => ({
      values: { rank, deep: [{ a: 1 }] },
      problems: rank === null ? problems : [],
      request: n === null ? null : request(n, { parent: first, depth: 1 }),
      reason: n === null ? 'It has no URL.' : null,
    });
    await session.ledger.complete({ ...completed(first), rows: [row(1, 2), row(2, null), row(null, 2)] });
    const [second = ''] = await claimed(session, [request(2)]);
    const { requests } = studio.queries;
    const from = { id: first, url: 'https://example.org/page/1', state: 'done', items: 0 };
    const rows = [
      { from, position: 0, values: { rank: 1, deep: [{ a: 1 }] }, problems: [] },
      { from, position: 2, values: { rank: null, deep: [{ a: 1 }] }, problems },
    ];
    expect(await requests.rowsTo(second, 10)).toEqual({ rows, total: 2 });
    expect(await requests.rowsTo(second, 1)).toEqual({ rows: rows.slice(0, 1), total: 2 });
    expect(await requests.rowsTo(first, 10)).toEqual({ rows: [], total: 0 });

    // The other way round: where the rows of the page lead, or why they do not.
    const to = { id: second, url: 'https://example.org/page/2', state: 'active', items: 0 };
    const led = await requests.rowsFrom({ id: first, run: session.run }, 10);
    expect(led.total).toBe(3);
    expect(led.rows.map(({ position, to: target, reason }) => [position, target, reason])).toEqual([
      [0, to, null],
      [1, null, 'It has no URL.'],
      [2, to, null],
    ]);
    expect(led.rows[1]?.values).toEqual({ rank: 2, deep: [{ a: 1 }] });
    expect((await requests.rowsFrom({ id: first, run: session.run }, 1)).rows).toEqual(led.rows.slice(0, 1));
    expect(await requests.rowsFrom({ id: second, run: session.run }, 10)).toEqual({ rows: [], total: 0 });
  });

  it('have what they send besides their URL', async () => {
    const studio = open();
    const session = await startRun(studio);
    const message = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a=1' };
    const [sending = '', plain = ''] = await claimed(session, [{ ...request(1), message }, request(2)]);
    const { requests } = studio.queries;
    expect(await requests.message(sending)).toEqual(message);
    expect(await requests.message(plain)).toBeNull();
    expect((await requests.get(sending)).method).toBe('POST');
    expect(await requests.get(plain)).not.toHaveProperty('method');
  });

  it('have the redirects that led to their pages', async () => {
    const studio = open();
    const session = await startRun(studio);
    const [led = '', plain = ''] = await claimed(session, [request(1), request(2)]);
    const hops = [
      { url: 'https://example.org/page/1', status: 301 },
      { url: 'https://example.org/b', status: 200, refreshSeconds: 1.5 },
    ];
    await session.ledger.complete({ ...completed(led), facts: { ...facts, hops } });
    await session.ledger.complete(completed(plain));
    const { requests } = studio.queries;
    expect(await requests.hops(led)).toEqual(hops);
    expect(await requests.hops(plain)).toEqual([]);
    expect(await requests.hops('99')).toEqual([]);
  });

  it('have the heads of their responses, whole though they are stored by what differs', async () => {
    const studio = open();
    const session = await startRun(studio);
    const { requests } = studio.queries;
    const head = (date: string, ...more: string[]) => ({
      statusLine: 'HTTP/1.1 200 OK',
      fields: ['Date', date, 'X-Same', 'as ever, as ever, as ever', 'Vary', 'a', 'Vary', 'b', ...more],
    });
    const heads = [
      head('Mon'),
      head('Tue'),
      head('Wed', 'ETag', '"1"'),
      head('Mon'),
      {
        statusLine: 'HTTP/1.1 200 OK',
        fields: ['Date', 'x'.repeat(99), 'X-Same', 'other', 'Vary', '', 'Vary', ''],
      },
      { statusLine: null, fields: [] },
      undefined,
    ];
    const ids = await claimed(
      session,
      [...heads, 'waiting'].map((_, n) => request(n + 10)),
    );
    for (const [n, own] of heads.entries()) {
      const told = own === undefined ? facts : { ...facts, head: own };
      await session.ledger.complete({ ...completed(ids[n] ?? ''), facts: told });
    }
    const read = await Promise.all(ids.map((id) => requests.head(id)));
    expect(read).toEqual([...heads.map((own) => own ?? null), null]);
    expect(await requests.head('99')).toBeNull();
  });

  it('are counted for each origin, the busiest first', async () => {
    const studio = open();
    const { run, ledger } = await mixedRun(studio);
    await ledger.admit([request(20, { origin: 'https://a.example' })]);
    const { origins } = studio.queries.requests;
    const none = { queued: 1, active: 0, done: 0, failed: 0, skipped: 0, items: 0 };
    expect(await origins(run, 0, 10)).toEqual({
      rows: [
        { origin: 'https://example.org', queued: 2, active: 1, done: 2, failed: 1, skipped: 1, items: 2 },
        { ...none, origin: 'https://a.example' },
        { ...none, origin: 'https://other.example' },
      ],
      total: 3,
    });
    expect(await origins(run, 1, 1)).toEqual({ rows: [{ ...none, origin: 'https://a.example' }], total: 3 });
  });

  it('that have failed are queued again, and open a run that has ended', async () => {
    const studio = open();
    const { queries } = studio;
    const { run, third, control } = await mixedRun(studio);
    await expect(queries.requests.requeueFailed(run)).rejects.toMatchObject({ code: 'conflict' });
    await control.end('completed', 'It is over.', 'finished');
    expect(await queries.requests.requeueFailed(run)).toBe(1);
    expect(await queries.requests.get(third)).toMatchObject({ state: 'queued', tries: 0, reason: null });
    expect(await queries.runs.get(run)).toMatchObject({
      state: 'paused',
      reason: '1 failed request was put back into the queue.',
      endedAt: null,
      counters: { failed: 0 },
    });
    // What the request no longer says is kept as an event.
    const failures = await queries.events.list(run, { kinds: ['failed', 'requeued'] });
    expect(failures.map(({ kind, message, page }) => [kind, message, page])).toEqual([
      ['failed', 'The name could not be resolved.', null],
      ['requeued', '1 failed request was put back into the queue.', null],
    ]);
    expect(await queries.requests.requeueFailed(run)).toBe(0);
  });

  it('that have failed are queued again once, whoever asks for it', async () => {
    const [here, there] = openTwo();
    const { run, control } = await mixedRun(here);
    await control.end('completed', 'It is over.', 'finished');
    const queued = await Promise.all([here, there].map(({ queries }) => queries.requests.requeueFailed(run)));
    expect(queued.toSorted()).toEqual([0, 1]);
    expect(await here.queries.events.list(run, { kinds: ['requeued'] })).toHaveLength(1);
  });
});
