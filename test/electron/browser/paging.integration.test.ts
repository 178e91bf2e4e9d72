import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Paging, RenderedPage, RenderRequest } from '../../../electron/browser/types.ts';
import { pagingPages } from '../../servers/paging-site.ts';
import { startServer, type TestServer } from '../../servers/server.ts';
import { rendered, request, testRenderer, textOf } from './support.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startServer(pagingPages);
});
afterAll(() => site.close());

const renderer = testRenderer();

function paging(path: string, more: Partial<Paging> = {}, maxBytes = 4_000_000): RenderRequest {
  const list: Paging = {
    label: 'PAGINATED_LISTINGS[0]',
    next: '.next',
    links: '.boat',
    wait: null,
    maxPages: 100,
    delayMs: 0,
    beforeClick: async () => undefined,
    isLastTry: false,
    isWanted: () => true,
    refuse: () => null,
    ...more,
  };
  return request(site.url(path), { paging: list, settings: { maxBytes, timeoutMs: 2000, maxRedirects: 1 } });
}

const boatsOf = ({ list = [] }: RenderedPage): string[] =>
  list.map(({ html }) =>
    [
      ...Buffer.from(html)
        .toString()
        .matchAll(/<a href="\/boat\/(\d+)"/g),
    ]
      .map(([, number]) => number)
      .join(' '),
  );

const all = ['1 2 3', '4 5 6', '7 8 9', '10 11 12'];

describe('a list that is paged through', () => {
  it.each([
    ['/replaced', all, '3 times, until it was gone'],
    ['/grows', ['1 2 3', '1 2 3 4 5 6', '1 2 3 4 5 6 7 8 9'], '2 times, and max_pages is 3', { maxPages: 3 }],
    ['/disabled', all, '3 times, until it was disabled'],
    ['/stays', all, '4 times, until nothing changed'],
    ['/slow', all, '3 times, until it was gone'],
    ['/around', all, '4 times, until a page came that was there before'],
    ['/clock', all, '3 times, until it was gone'],
    ['/linked', all, '3 times, until it was gone'],
    ['/linked', all, '3 times, until it was gone', { wait: '.boat', links: null }],
    ['/replaced', ['1 2 3'], '0 times, and max_pages is 1', { maxPages: 1 }],
    ['/about', [''], '0 times, until it was gone'],
    ['/replaced', ['1 2 3'], '0 times, until the run was over', { isWanted: () => false }],
    ['/off', ['1 2 3'], 'once, until it led on: Not there', { refuse: () => 'Not there.' }],
    ['/over', ['1 2 3'], expect.stringContaining('once, until the server answered 404 at')],
  ] as [string, string[], unknown, Partial<Paging>?][])(
    'at %s has the pages %j',
    async (path, pages, end, more) => {
      const page = await rendered(renderer, paging(path, more));
      expect(boatsOf(page)).toEqual(pages);
      const said = typeof end === 'string' ? `PAGINATED_LISTINGS[0]: clicked ".next" ${end}.` : end;
      expect(page.rendering.notes).toEqual([said]);
      expect(page).toMatchObject({ finalUrl: site.url(path), hops: [], status: 200 });
      expect(textOf(page)).toBe(Buffer.from(page.list?.[0]?.html ?? []).toString());
    },
  );

  it('asks before each click, and about each document that a click leads to', async () => {
    const told: string[] = [];
    const list = paging('/linked', {
      beforeClick: async () => void told.push('click'),
      refuse: (url) => {
        told.push(url.replace(site.url('/'), '/'));
        return null;
      },
    });
    const page = await rendered(renderer, list);
    expect(told).toEqual(['click', '/linked?p=2', 'click', '/linked?p=3', 'click', '/linked?p=4']);
    expect(page.list?.map(({ url }) => url.replace(site.url('/'), '/'))).toEqual([
      '/linked',
      '/linked?p=2',
      '/linked?p=3',
      '/linked?p=4',
    ]);
  });

  it('that the site breaks off fails, to be tried again, and tells what was done', async () => {
    const result = await renderer.render(paging('/broken'));
    const message = expect.stringContaining('clicked ".next" once, until the server answered 503 at');
    expect(result).toMatchObject({ ok: false, problem: { code: 'browser', transient: true, message } });
    const last = await rendered(renderer, paging('/broken', { isLastTry: true }));
    expect(boatsOf(last)).toEqual(['1 2 3']);
    expect(last.broken).toContain('the server answered 503');
  });

  it('tells what is waited for and does not come', async () => {
    const page = await rendered(renderer, paging('/replaced', { wait: '.never', maxPages: 1 }));
    expect(page.rendering.notes).toEqual([
      'PAGINATED_LISTINGS[0]: ".never" did not appear within 2 seconds. PAGINATED_LISTINGS[0]: clicked ".next" 0 times, and max_pages is 1.',
    ]);
  });

  it('ends where its pages together are too large', async () => {
    const page = await rendered(renderer, paging('/grows', {}, 4000));
    expect(boatsOf(page).length).toBeLessThan(4);
    expect(page.rendering.notes[0]).toContain('until the pages were too large together.');
  });
});
