import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, crawl } from './studio.ts';
import { removeForGood } from '../support.ts';

const shop = { project: 'default', spider: 'shop' };

const page = (html = '<h1>Ünïcode</h1>') => ({
  title: 'A page',
  url: 'https://example.org/a',
  source: 'url' as const,
  run: null,
  page: compressPage(html, 'windows-1252'),
});

const sheet = (css: string | null) => ({
  url: 'https://example.org/a.css',
  css,
  problem: css === null ? 'It is gone.' : null,
  blocked: false,
});

describeQueries('saved pages', (open) => {
  it.each(['xml', 'json'] as const)('are kept as %s', async (kind) => {
    const studio = open();
    const { savedPages } = studio.queries;
    await addSpider(studio, shop);
    const content = { ...page(), page: compressPage('[]', 'utf-8', kind) };
    const { id } = await savedPages.add('default', 'shop', content);
    expect(await savedPages.get(id)).toMatchObject({ kind, bytes: 2 });
    expect(await savedPages.replace(id, () => page())).toMatchObject({ kind: 'html' });
  });

  it('are kept for a spider, newest first, with their text', async () => {
    const studio = open();
    const { queries } = studio;
    const { savedPages } = queries;
    await addSpider(studio, shop);
    const first = await savedPages.add('default', 'shop', page());
    const second = await savedPages.add('default', 'shop', { ...page('<p>2'), title: 'Two' });
    expect(await savedPages.list('default', 'shop')).toEqual([second, first]);
    expect(await savedPages.list('default', 'another')).toEqual([]);
    expect(first).toMatchObject({
      encoding: 'windows-1252',
      kind: 'html',
      bytes: 18,
      run: null,
      source: 'url',
    });
    expect(await savedPages.html(first.id)).toBe('<h1>Ünïcode</h1>');
    expect(await savedPages.update(first.id, { title: 'Other' })).toMatchObject({
      title: 'Other',
      url: 'https://example.org/a',
    });
    expect(await savedPages.update(first.id, { url: null })).toMatchObject({ title: 'Other', url: null });
    expect(await savedPages.get(first.id)).toMatchObject({ title: 'Other', url: null });
  });

  it('that are not there are refused', async () => {
    const studio = open();
    const { queries } = studio;
    const { savedPages, trash } = queries;
    await addSpider(studio, shop);
    const { id } = await savedPages.add('default', 'shop', page());
    expect(await removeForGood({ trash }, { kind: 'page', page: id })).toMatchObject({
      pages: 1,
      runs: 0,
    });
    const missing = { code: 'not-found' };
    await expect(savedPages.get(id)).rejects.toMatchObject(missing);
    await expect(savedPages.html(id)).rejects.toMatchObject(missing);
    await expect(savedPages.sheets(id)).rejects.toMatchObject(missing);
    await expect(savedPages.keepSheets(id, [])).rejects.toMatchObject(missing);
    await expect(savedPages.update(id, {})).rejects.toMatchObject(missing);
    await expect(savedPages.replace(id, () => page())).rejects.toMatchObject(missing);
    await expect(removeForGood({ trash }, { kind: 'page', page: id })).rejects.toMatchObject(missing);
    await expect(savedPages.add('default', 'nobody', page())).rejects.toMatchObject(missing);
  });

  it('of a run are added once', async () => {
    const studio = open();
    const { queries } = studio;
    const { savedPages } = queries;
    const run = await crawl(studio, shop, [{ n: 1, extracted: true }]);
    const wanted = { ...page(), source: 'run' as const, run };
    const results = await Promise.all([1, 2].map(() => savedPages.addOfRun('default', 'shop', wanted)));
    expect(results.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
    expect(results[0]?.page).toEqual(results[1]?.page);
    const other = { ...wanted, url: 'https://example.org/b' };
    expect(await savedPages.addOfRun('default', 'shop', other)).toMatchObject({ isNew: true });
    expect(await savedPages.list('default', 'shop')).toHaveLength(2);
  });

  it('have the time at which they were received: that of their run, or the present', async () => {
    const studio = open();
    const { savedPages } = studio.queries;
    await addSpider(studio, shop);
    const own = await savedPages.add('default', 'shop', page());
    expect(own.fetchedAt).toBe(own.addedAt);
    const fetchedAt = '2020-02-02T03:04:05.678Z';
    const { id } = await savedPages.add('default', 'shop', { ...page(), fetchedAt });
    expect(await savedPages.get(id)).toMatchObject({ fetchedAt });
    const { run: _run, ...content } = page('<p>2');
    const renewed = await savedPages.replace(id, () => content);
    expect(renewed.fetchedAt).toBe(renewed.addedAt);
  });

  it('take another content, made from what is there, at a later time', async () => {
    const studio = open();
    const { queries } = studio;
    const { savedPages } = queries;
    await addSpider(studio, shop);
    const before = await savedPages.add('default', 'shop', page('<p>1'));
    const { run: _run, ...content } = page('<p>2');
    const after = await savedPages.replace(before.id, ({ title }, html) => ({
      ...content,
      title: `${title} ${html}`,
    }));
    expect(after).toMatchObject({ id: before.id, title: 'A page <p>1' });
    expect(Date.parse(after.addedAt)).toBeGreaterThan(Date.parse(before.addedAt));
    expect(await savedPages.html(before.id)).toBe('<p>2');
  });

  it('have style sheets, as long as they have the content that these are for', async () => {
    const studio = open();
    const { queries } = studio;
    const { savedPages } = queries;
    await addSpider(studio, shop);
    const { id } = await savedPages.add('default', 'shop', { ...page(), sheets: [sheet('p{}')] });
    expect(await savedPages.sheets(id)).toEqual([sheet('p{}')]);
    await savedPages.keepSheets(id, [sheet('b{}'), sheet(null)]);
    expect(await savedPages.sheets(id)).toEqual([sheet('b{}'), sheet(null)]);
    await savedPages.replace(id, () => page());
    expect(await savedPages.sheets(id)).toEqual([]);
  });

  it('go with their spider', async () => {
    const studio = open();
    const { queries } = studio;
    await addSpider(studio, shop);
    const { id } = await queries.savedPages.add('default', 'shop', page());
    await removeForGood(queries, { kind: 'spider', ...shop });
    await expect(queries.savedPages.get(id)).rejects.toMatchObject({ code: 'not-found' });
  });
});
