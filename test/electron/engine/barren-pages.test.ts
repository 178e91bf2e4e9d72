import { describe, expect, it } from 'vitest';
import { BarrenPages } from '../../../electron/engine/barren-pages.ts';
import { likenessOf } from '../../../electron/engine/likeness.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import { crawlSite, page, type Site } from './crawl-support.ts';

const html = (text: string, ...hrefs: string[]): string =>
  `<!doctype html><title>t</title>${text}${hrefs.map((href) => `<a href="${href}">more</a>`).join('')}`;

/** Ids as such sites have them: the same ones every time the test runs. */
const idOf = (n: number): string =>
  Math.imul(n + 1, 0x9e3779b1)
    .toString(36)
    .replace('-', 'z');

/** Users without end: each page says who it is, and leads to three others. */
const users: Site = (url) => {
  if (url.endsWith('/robots.txt')) return 404;
  const at = Number(/#?at=(\d+)/.exec(url)?.[1] ?? 0);
  const links = [1, 2, 3].map((step) => `/u/${idOf(at * 3 + step)}?at=${at * 3 + step}`);
  return html(`<p>User ${idOf(at)}</p>`, ...links);
};

const settings = { DOWNLOAD_DELAY: 0, TRAP_PAGES: 60, CLOSESPIDER_PAGECOUNT: 400, CONCURRENT_REQUESTS: 1 };

describe('a crawl in a trap that its addresses do not give away', () => {
  it.each([
    ['pages that are only followed', null, 0],
    ['pages whose fields are empty', 'page', 61],
    ['pages that are no articles', 'parse_article', 0],
  ])('pauses after so many pages in a row: %s', async (_, callback, items) => {
    const rules = [{ allow: ['/u/'], callback }];
    const { end, events, counters } = await crawlSite(users, { settings, rules });
    expect(end).toMatchObject({ kind: 'trapped', pages: 60 });
    // The front page, the first of the trap, and those that repeat it.
    expect(counters.done + counters.failed).toBe(62);
    expect(counters.items).toBe(items);
    const [told, ...others] = events.filter(({ kind }) => kind === 'trapped');
    expect(others).toEqual([]);
    expect(told?.message).toMatch(
      /^The last 60 pages gave no item and repeat what other pages of this run say or link to, up to https:\/\/example\.org\/u\//,
    );
  });

  it('is told by the links where the text is new on every page', async () => {
    const site: Site = (url) => {
      if (url.endsWith('/robots.txt')) return 404;
      const at = Number(/\d+$/.exec(url)?.[0] ?? 0);
      const words = Array.from({ length: 5 }, (_, n) => idOf(at * 5 + n)).join(' ');
      return html(`<p>${words}</p>`, ...Array.from({ length: 200 }, (_, n) => `/w/${n}`));
    };
    const { end } = await crawlSite(site, { settings, rules: [{ allow: ['/w/'] }] });
    expect(end).toMatchObject({ kind: 'trapped', pages: 60 });
  });

  it('goes on when it is resumed, and pauses again after as many', async () => {
    const first = await crawlSite(users, { settings, rules: [{ allow: ['/u/'] }] });
    const second = await first.resume();
    expect(second.end).toMatchObject({ kind: 'trapped', pages: 60 });
    expect(second.counters.done).toBe(122);
  });

  it.each(['stopAt', 'crashAt'] as const)('goes on counting after %s', async (how) => {
    const rules = [{ allow: ['/u/'] }];
    const { requests } = await crawlSite(users, { settings, rules });
    const fortieth = requests.filter(({ state }) => state === 'done')[40]?.url ?? '';
    const first = await crawlSite(users, { settings, rules }, { [how]: fortieth });
    expect(first.end).toEqual({ kind: 'stopped' });
    const { end, counters } = await first.resume();
    expect(end).toMatchObject({ kind: 'trapped' });
    // What was counted since it was kept last is counted again: a tenth of the limit at most.
    expect(counters.done).toBeGreaterThanOrEqual(62);
    expect(counters.done).toBeLessThanOrEqual(68);
  });

  it('can be told to go on for ever', async () => {
    const unlimited = { ...settings, TRAP_PAGES: 0 };
    const { end } = await crawlSite(users, { settings: unlimited, rules: [{ allow: ['/u/'] }] });
    expect(end).toMatchObject({ kind: 'page-limit' });
  });
});

describe('a crawl that gets on is not paused', () => {
  it.each([
    [
      'a list whose pages name other things',
      (at: number) => html(`<h2>Page ${at}</h2><p>${idOf(at)}</p>`, `/list/${at + 1}`),
    ],
    [
      'a list whose things are numbered',
      (at: number) => `<!doctype html><a href="/p/${at}">Product ${at}</a><a href="/list/${at + 1}">next</a>`,
    ],
    [
      'an item now and then',
      (at: number) => (at % 50 === 0 ? page(`/list/${at + 1}`) : html('<p>same</p>', `/list/${at + 1}`)),
    ],
  ])('%s', async (_, pageAt) => {
    const site: Site = (url) =>
      url.endsWith('/robots.txt') ? 404 : pageAt(Number(/\d+$/.exec(url)?.[0] ?? 0));
    const rules = [{ allow: ['/list/'], callback: 'page' }];
    const { end, counters } = await crawlSite(site, { settings, rules });
    expect(end).toMatchObject({ kind: 'page-limit' });
    expect(counters.done).toBe(400);
  });

  it('what is no page neither counts nor begins the count anew', async () => {
    const site: Site = (url) => {
      if (url.endsWith('/robots.txt')) return 404;
      const at = Number(/\d+$/.exec(url)?.[0] ?? 0);
      if (at % 3 === 1) return 404;
      if (at % 3 === 2) return { status: 200, headers: { 'content-type': 'image/png' } };
      return html('<p>same</p>', `/list/${at + 1}`, `/list/${at + 2}`, `/list/${at + 3}`);
    };
    const { end, counters } = await crawlSite(site, { settings, rules: [{ allow: ['/list/'] }] });
    expect(end).toMatchObject({ kind: 'trapped', pages: 60 });
    expect(counters.failed).toBeGreaterThan(50);
  });
});

describe('the likeness of pages', () => {
  const like = (url: string, body: string) => likenessOf(parsePage(`<!doctype html>${body}`), url);
  const user = (id: string, body: string) => like(`https://a.test/u/${id}`, body);

  it.each([
    ['the id in the text', (id: string) => `<h1>User ${id}</h1>`],
    ['the id as the text of links', (id: string) => `<p>Friends</p><a href="/u/x${id}">X${id}</a>`],
    ['ids in scripts', (id: string) => `<p>User</p><script>${id}</script>`],
    ['no text', (id: string) => `<a href="/u/${id}9"></a>`],
  ])('is one where only the address makes a difference: %s', (_, body) => {
    expect(user('k3j9x2', body('k3j9x2')).text).toBe(user('b7t1m8', body('b7t1m8')).text);
    expect(user('83726152', body('83726152')).text).toBe(user('19283746', body('19283746')).text);
  });

  it.each([
    ['another word', '<p>red</p>', '<p>green</p>'],
    ['other numbers', '<p>Page 17</p>', '<p>Page 18</p>'],
    ['words in another order', '<p>red green</p>', '<p>green red</p>'],
    ['words that run together', '<p>red green</p>', '<p>redgreen</p>'],
    ['numbered links', '<a href="/p/17">17</a>', '<a href="/p/18">18</a>'],
  ])('is not one: %s', (_, one, other) => {
    expect(user('a1', one).text).not.toBe(user('a1', other).text);
  });

  it('of links is that of their set', () => {
    const links = (...hrefs: string[]) =>
      user('a1', hrefs.map((href) => `<a href="${href}">x</a>`).join('')).links;
    expect(links('/a', '/b', '/a#top')).toBe(links('/b', '/a'));
    expect(links('/a', '/b')).not.toBe(links('/a', '/c'));
    expect(links()).toBeNull();
  });
});

describe('what is remembered', () => {
  it('is bounded, and small where it is kept', () => {
    const pages = new BarrenPages(5000, null);
    for (let n = 0; n < 10_000; n += 1) {
      pages.recordPage(`https://a.test/${n}`, { gaveItem: false, likeness: { text: n, links: n } });
    }
    pages.recordPage('https://a.test/x', { gaveItem: false, likeness: { text: 9999, links: null } });
    const kept = pages.toKeep(true);
    expect(JSON.stringify(kept).length).toBeLessThan(12_000);
    pages.recordPage('https://a.test/y', { gaveItem: false, likeness: { text: 1, links: 1 } });
    expect(pages.toKeep(true)).toMatchObject({ repeats: 0 });
  });

  it('costs nothing while items come: likenesses are wanted after fifty pages without any', () => {
    const pages = new BarrenPages(5000, null);
    for (let n = 0; n < 49; n += 1) pages.recordPage('', { gaveItem: false, likeness: null });
    expect(pages.areSuspicious).toBe(false);
    pages.recordPage('', { gaveItem: false, likeness: null });
    expect(pages.areSuspicious).toBe(true);
    pages.recordPage('', { gaveItem: true, likeness: null });
    expect(pages.areSuspicious).toBe(false);
  });
});
