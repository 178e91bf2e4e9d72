import { describe, expect, it } from 'vitest';
import { crawlSite } from './crawl-support.ts';

const rows = '<h1>list</h1>' + [1, 2, 3, 4, 5].map((n) => `<li>row ${n}</li>`).join('');
const list = { extract: { name: { css: 'li::text' } }, iterate: { selector: 'li' } };

describe('rows that are items', () => {
  it('end a crawl at its limit of items, within a page', async () => {
    const { end, counters, requests } = await crawlSite(() => rows, {
      settings: { CLOSESPIDER_ITEMCOUNT: 3 },
      callbacks: { page: list },
    });
    expect(end).toEqual({ kind: 'item-limit', limit: 3 });
    expect(counters).toMatchObject({ done: 1, items: 3 });
    expect(requests).toMatchObject([{ state: 'done', items: 3, reason: null }]);
  });

  it('may be missing: the page is done and says why', async () => {
    const { end, requests, events } = await crawlSite(() => '<h1>list</h1>', {
      settings: {},
      callbacks: { page: list },
    });
    const reason = 'No rows: "li" matches nothing on this page.';
    expect(end).toEqual({ kind: 'exhausted' });
    expect(requests).toMatchObject([{ state: 'done', items: 0, reason }]);
    expect(events.filter(({ kind }) => kind === 'no-rows').map(({ message }) => message)).toEqual([reason]);
  });
});
