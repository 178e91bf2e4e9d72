import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, type Studio } from './studio.ts';
import { removeForGood } from '../support.ts';

const shop = { project: 'default', spider: 'shop' };

const content = (html: string) => ({
  title: 'A page',
  url: 'https://example.org/a',
  source: 'url' as const,
  page: compressPage(html, 'utf-8'),
});

const field = (page: string, name: string, values: (string | null)[]) => ({
  page,
  kind: 'field' as const,
  name,
  callback: 'parse_list',
  values,
});

async function withPages(studio: Studio): Promise<[string, string]> {
  await addSpider(studio, shop);
  const { savedPages } = studio.queries;
  const [one, two] = [
    await savedPages.add('default', 'shop', { ...content('<h1>1'), run: null }),
    await savedPages.add('default', 'shop', { ...content('<h1>2'), run: null }),
  ];
  return [one.id, two.id];
}

describeQueries('locked values', (open) => {
  it('are kept by page and field, and replaced by newer ones', async () => {
    const studio = open();
    const { lockedValues } = studio.queries;
    const [one, two] = await withPages(studio);
    const next = { page: one, kind: 'links' as const, name: 'next', callback: null, values: ['/2'] };
    await lockedValues.lock([field(one, 'title', ['a', null]), field(two, 'title', ['b']), next]);
    await lockedValues.lock([field(one, 'title', ['c'])]);
    expect(await lockedValues.list('default', 'shop')).toMatchObject([
      field(one, 'title', ['c']),
      next,
      field(two, 'title', ['b']),
    ]);
    expect(await lockedValues.list('default', 'another')).toEqual([]);
    expect(await lockedValues.unlock([field(one, 'title', []), field(one, 'price', [])])).toBe(1);
    expect(await lockedValues.list('default', 'shop')).toHaveLength(2);
  });

  it('stay with their page through an edit and a new name of the spider, and go with it', async () => {
    const studio = open();
    const { lockedValues, savedPages, spiders, trash } = studio.queries;
    const [one, two] = await withPages(studio);
    await lockedValues.lock([field(one, 'title', ['a']), field(two, 'title', ['b'])]);
    const text = '{"name":"store"}';
    await spiders.save({ ...shop, name: 'store', text, base: 'any' });
    expect(await lockedValues.list('default', 'shop')).toEqual([]);
    await savedPages.replace(one, () => content('<h1>3'));
    expect(await lockedValues.list('default', 'store')).toHaveLength(2);
    await removeForGood({ trash }, { kind: 'page', page: two });
    expect(await lockedValues.list('default', 'store')).toMatchObject([field(one, 'title', ['a'])]);
  });

  it('move to the new name of a field, except onto locked ones', async () => {
    const studio = open();
    const { lockedValues } = studio.queries;
    const [one, two] = await withPages(studio);
    await lockedValues.lock([
      field(one, 'cost', ['1']),
      field(two, 'cost', ['2']),
      field(two, 'price', ['3']),
    ]);
    expect(await lockedValues.rename('default', 'shop', { from: 'cost', to: 'price' })).toBe(1);
    expect(await lockedValues.list('default', 'shop')).toMatchObject([
      field(one, 'price', ['1']),
      field(two, 'cost', ['2']),
      field(two, 'price', ['3']),
    ]);
  });

  it('are not locked on a page that is gone, nor are the others of the call', async () => {
    const studio = open();
    const { lockedValues } = studio.queries;
    const [one] = await withPages(studio);
    const gone = lockedValues.lock([field(one, 'title', ['a']), field('999', 'title', ['b'])]);
    await expect(gone).rejects.toMatchObject({ code: 'not-found' });
    expect(await lockedValues.list('default', 'shop')).toEqual([]);
  });
});

describeQueries('newer copies of saved pages', (open) => {
  it('wait beside their page, one for each, and are no page of the spider', async () => {
    const studio = open();
    const { savedPages, trash } = studio.queries;
    const [one, two] = await withPages(studio);
    await savedPages.addCopy(one, content('<h1>new'));
    const copy = await savedPages.addCopy(one, content('<h1>newer'));
    expect(copy.copyOf).toBe(one);
    expect((await savedPages.list('default', 'shop')).map(({ id }) => id)).toEqual([two, one]);
    expect(await savedPages.copies('default', 'shop')).toEqual([copy]);
    expect(await savedPages.html(one)).toBe('<h1>1');
    await removeForGood({ trash }, { kind: 'page', page: one });
    expect(await savedPages.copies('default', 'shop')).toEqual([]);
  });

  it('take the place of the content when they are kept; id, title and locked values stay', async () => {
    const studio = open();
    const { lockedValues, savedPages } = studio.queries;
    const [one] = await withPages(studio);
    await lockedValues.lock([field(one, 'title', ['1'])]);
    const before = await savedPages.update(one, { title: 'Mine' });
    const sheet = { url: 'https://example.org/a.css', css: 'p{}', problem: null, blocked: false };
    await savedPages.addCopy(one, { ...content('<h1>new'), source: 'rendered', sheets: [sheet] });
    const kept = await savedPages.keepCopy(one);
    expect(kept).toMatchObject({ id: one, title: 'Mine', source: 'rendered', copyOf: null });
    expect(Date.parse(kept.addedAt)).toBeGreaterThan(Date.parse(before.addedAt));
    expect(await savedPages.html(one)).toBe('<h1>new');
    expect(await savedPages.sheets(one)).toEqual([sheet]);
    expect(await lockedValues.list('default', 'shop')).toHaveLength(1);
    await expect(savedPages.keepCopy(one)).rejects.toMatchObject({ code: 'not-found' });
  });
});
