import { expect, it } from 'vitest';
import type { EventQuery } from '../../../../electron/store/events/event-queries.ts';
import { completed, facts, item, request, unfinished } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { claimed, readPage, startRun, type Studio } from './studio.ts';

const note = (message: string, kind = 'note', url: string | null = null) => ({ kind, url, message });

describeQueries('events', (open) => {
  /** A run with four events, a second between any two. */
  async function noted(studio: Studio) {
    const session = await startRun(studio);
    const events = [note('m1'), note('m2', 'robots'), note('m3', 'note', 'https://Example.org/a')];
    for (const event of events) {
      studio.pass(1000);
      await session.ledger.record([event]);
    }
    const list = (query?: EventQuery) => studio.queries.events.list(session.run, query);
    const messages = async (query?: EventQuery) =>
      (await list(query)).slice(query === undefined ? 1 : 0).map(({ message }) => message);
    return { ...session, list, messages };
  }

  it('are also recorded of a run that has ended', async () => {
    const studio = open();
    const { run, control } = await startRun(studio);
    await control.end('failed', 'It failed.', 'error');
    studio.pass(1000);
    await studio.queries.events.add(run, note('Repaired.', 'repaired'));
    expect((await studio.queries.events.list(run)).at(-1)).toMatchObject({
      message: 'Repaired.',
      kind: 'repaired',
    });
    await expect(studio.queries.events.add('99', note('Nowhere.'))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('are told in the order in which they happened, page by page', async () => {
    const studio = open();
    const session = await startRun(studio);
    const { run, ledger } = session;
    const [first = '', second = '', third = '', fourth = ''] = await claimed(
      session,
      [1, 2, 3, 4].map((n) => request(n)),
    );
    studio.pass(1000);
    const warning = note('It has two titles.', 'warning', 'https://example.org/page/1');
    await ledger.complete({ ...completed(first, [item(1), item(2)]), events: [warning] });
    studio.pass(1000);
    await ledger.complete({ ...completed(second), facts: { ...facts, answeredBy: 'cache' } });
    await ledger.fail({ ...unfinished(third, 'The server answered 500.'), facts: { ...facts, status: 500 } });
    studio.pass(1000);
    await ledger.skip(unfinished(fourth, 'robots.txt forbids it.'));
    const told = await studio.queries.events.list(run);
    const numberOf = (url: string | null) => url?.split('/').at(-1) ?? null;
    expect(told.map(({ kind, url, at }) => [kind, numberOf(url), at.slice(17, 19)])).toEqual([
      ['started', null, '00'],
      ['warning', '1', '01'],
      ['fetched', '1', '01'],
      ['extracted', '1', '01'],
      ['cached', '2', '02'],
      ['fetched', '3', '02'],
      ['failed', '3', '02'],
      ['skipped', '4', '03'],
    ]);
    expect(told.filter(({ message }) => /500\.$|forbids/.test(message)).map(({ kind }) => kind)).toEqual([
      'failed',
      'skipped',
    ]);
    expect(told[1]?.page).toBeNull();
    expect(told[3]?.page).toEqual({
      request: first,
      status: 200,
      bytes: 1000,
      durationMs: 12.5,
      contentType: 'text/html; charset=utf-8',
      items: 2,
    });
    expect(told.every((event) => event.run === run)).toBe(true);
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });

  it('are filtered by kind, URL and time', async () => {
    const studio = open();
    const { list, messages } = await noted(studio);
    expect(await messages()).toEqual(['m1', 'm2', 'm3']);
    expect(await messages({ kinds: ['robots'] })).toEqual(['m2']);
    expect(await messages({ kinds: ['robots', 'note'] })).toEqual(['m1', 'm2', 'm3']);
    expect(await messages({ kinds: ['nothing'] })).toEqual([]);
    expect(await messages({ kinds: [] })).toHaveLength(4);
    expect(await messages({ url: 'example.ORG/' })).toEqual(['m3']);
    const third = Date.parse((await list())[2]?.at ?? '');
    expect(await messages({ since: third })).toEqual(['m2', 'm3']);
    expect(await messages({ since: third + 1 })).toEqual(['m3']);
    expect(await messages({ since: third, kinds: ['note'] })).toEqual(['m3']);
  });

  it('are the first ones after a place, and else the newest', async () => {
    const studio = open();
    const { list, messages } = await noted(studio);
    const ids = (await list()).map(({ id }) => id);
    expect(await messages({ limit: 2 })).toEqual(['m2', 'm3']);
    expect(await messages({ since: 0, limit: 2 })).toHaveLength(2);
    expect((await messages({ since: 0, limit: 2 }))[1]).toBe('m1');
    expect(await messages({ after: ids[0] ?? '', limit: 2 })).toEqual(['m1', 'm2']);
    expect(await messages({ after: ids[3] ?? '' })).toEqual([]);
    expect(await messages({ before: ids[3] ?? '', limit: 2 })).toEqual(['m1', 'm2']);
    expect(await messages({ before: ids[0] ?? '' })).toEqual([]);
  });

  it('are followed part by part in both directions, each once, while others are added', async () => {
    const studio = open();
    const session = await startRun(studio);
    const { events } = studio.queries;
    for (const n of [1, 2, 3]) await readPage(session, n, [item(n)]);
    const before = (await events.list(session.run)).map(({ id }) => id);
    const backwards: string[] = [];
    for (let parts = 0; parts <= before.length; parts += 1) {
      const oldest = backwards[0];
      const part = await events.list(session.run, {
        ...(oldest === undefined ? {} : { before: oldest }),
        limit: 2,
      });
      backwards.unshift(...part.map(({ id }) => id));
      studio.pass(10);
      await session.ledger.record([note('later')]);
    }
    expect(backwards).toEqual(before);
    const forwards: string[] = [];
    for (let parts = 0; parts <= 2 * before.length; parts += 1) {
      const newest = forwards.at(-1);
      const from = newest === undefined ? { since: 0 } : { after: newest };
      const part = await events.list(session.run, { ...from, limit: 2 });
      forwards.push(...part.map(({ id }) => id));
    }
    const later = (await events.list(session.run)).slice(before.length);
    expect(forwards).toEqual([...before, ...later.map(({ id }) => id)]);
    expect(later.length).toBeGreaterThan(2);
  });

  it('of one request are those of its URL and those of its page', async () => {
    const studio = open();
    const session = await startRun(studio);
    const { run, ledger } = session;
    const [first = '', second = ''] = await claimed(session, [request(1), request(2)]);
    const url = 'https://example.org/page/1';
    await ledger.record([note('Once more.', 'retried', url), note('Another one.', 'retried', `${url}0`)]);
    await ledger.fail(unfinished(first, 'It is gone.'));
    await ledger.complete(completed(second));
    const { events } = studio.queries;
    const told = await events.ofRequest({ id: first, run, url }, 10);
    expect(told.map(({ kind, message }) => [kind, message])).toEqual([
      ['retried', 'Once more.'],
      ['failed', 'It is gone.'],
    ]);
    expect((await events.ofRequest({ id: first, run, url }, 1)).map(({ kind }) => kind)).toEqual(['failed']);
  });

  it('that are not there are none, and a text that is no id is refused', async () => {
    const studio = open();
    const { events } = studio.queries;
    expect(await events.list('99')).toEqual([]);
    expect(await events.ofRequest({ id: '99', run: '99', url: 'https://example.org/' }, 10)).toEqual([]);
    const { run } = await startRun(studio);
    await expect(events.list(run, { after: '1; DROP' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(events.list(run, { before: 'x' })).rejects.toMatchObject({ code: 'not-found' });
  });
});
