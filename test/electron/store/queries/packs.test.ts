import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import type { NewPack, NewPackPage } from '../../../../electron/store/spiders/pack-queries.ts';
import { spiderNamed } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop } from './studio.ts';

const text = (description: string) => JSON.stringify({ ...spiderNamed('shop'), description });

const page = (n: number, values: string[], markup = `<h1>Page ${n}</h1>`): NewPackPage => ({
  title: `Page ${n}`,
  url: `https://example.org/page/${n}`,
  source: 'file',
  fetchedAt: '2026-11-01T08:00:00.000Z',
  page: compressPage(markup, 'utf-8'),
  locked: [{ kind: 'field', name: 'title', callback: 'parse_item', values }],
});

const pack = (changes: Partial<NewPack> = {}): NewPack => ({
  project: 'default',
  name: 'shop',
  versions: [
    { text: text('First'), note: null },
    { text: text('Second'), note: 'The shop has a new layout' },
  ],
  pages: [page(1, ['Page 1']), page(2, ['Page 2'])],
  ...changes,
});

describeQueries('packs', (open) => {
  it('become a spider with all versions, their notes, pages and locked values', async () => {
    const { queries } = open();
    expect(await queries.packs.store(pack(), { dryRun: false })).toEqual({
      version: 2,
      created: true,
      unchanged: false,
      pages: 2,
      locked: 2,
    });
    const versions = await queries.spiders.versions(shop);
    expect(versions.map(({ number, note }) => [number, note])).toEqual([
      [2, 'The shop has a new layout'],
      [1, null],
    ]);
    const saved = await queries.savedPages.list('default', 'shop');
    expect(saved.map(({ title, run, fetchedAt }) => [title, run, fetchedAt])).toEqual([
      ['Page 2', null, '2026-11-01T08:00:00.000Z'],
      ['Page 1', null, '2026-11-01T08:00:00.000Z'],
    ]);
    const locked = await queries.lockedValues.list('default', 'shop');
    expect(locked.map(({ name, callback, values }) => [name, callback, values])).toEqual([
      ['title', 'parse_item', ['Page 1']],
      ['title', 'parse_item', ['Page 2']],
    ]);
  });

  it('add one version to a spider that is there, and no page twice', async () => {
    const { queries } = open();
    await queries.packs.store(pack(), { dryRun: false });
    const next = pack({
      versions: [...pack().versions, { text: text('Third'), note: null }],
      pages: [page(1, ['Page one']), page(1, ['Other'], '<h1>Other</h1>')],
    });
    expect(await queries.packs.store(next, { dryRun: false })).toEqual({
      version: 3,
      created: false,
      unchanged: false,
      pages: 1,
      locked: 2,
    });
    expect(await queries.savedPages.list('default', 'shop')).toHaveLength(3);
    const locked = await queries.lockedValues.list('default', 'shop');
    expect(locked.map(({ values }) => values)).toEqual([['Page one'], ['Page 2'], ['Other']]);
  });

  it('add no version where the newest is the same document', async () => {
    const { queries } = open();
    await queries.packs.store(pack(), { dryRun: false });
    const again = await queries.packs.store(pack({ pages: [] }), { dryRun: false });
    expect(again).toEqual({ version: 2, created: false, unchanged: true, pages: 0, locked: 0 });
  });

  it('are only told of in a dry run', async () => {
    const studio = open();
    const { queries } = studio;
    await addSpider(studio, shop);
    const told = await queries.packs.store(pack(), { dryRun: true });
    expect(told).toEqual({ version: 2, created: false, unchanged: false, pages: 2, locked: 2 });
    expect(await queries.spiders.versions(shop)).toHaveLength(1);
    expect(await queries.savedPages.list('default', 'shop')).toEqual([]);
  });
});
