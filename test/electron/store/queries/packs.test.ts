import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import type { Queries } from '../../../../electron/store/queries.ts';
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

  const from = (version: number) => ({
    registry: 'team',
    name: 'lamps',
    version,
    sha256: String(version).repeat(64),
    kind: 'spider' as const,
  });
  const update = (version: number, label: string) =>
    pack({ versions: [{ text: text(label), note: null }], pages: [], from: from(version) });
  const save = (queries: Queries, label: string) =>
    queries.spiders.save({
      project: 'default',
      spider: 'shop',
      name: 'shop',
      text: text(label),
      base: 'any',
    });

  it('are remembered by version with where they came from', async () => {
    const { queries } = open();
    await queries.packs.store(pack({ from: from(1) }), { dryRun: false });
    await save(queries, 'Own');
    await queries.packs.store(update(2, 'Third'), { dryRun: false });
    const imports = await queries.packs.imports(shop);
    expect(imports.map(({ number, base, from: origin }) => [number, base, origin])).toEqual([
      [4, 4, from(2)],
      [2, 2, from(1)],
    ]);
    const all = await queries.packs.imported(null);
    expect(all.map(({ project, spider, number }) => [project, spider, number])).toEqual([
      ['default', 'shop', 4],
    ]);
    expect(await queries.packs.imported('elsewhere')).toEqual([]);
  });

  it('are remembered where the document was there already, and not in a dry run', async () => {
    const { queries } = open();
    await queries.packs.store(pack(), { dryRun: false });
    await queries.packs.store(pack({ from: from(1) }), { dryRun: true });
    expect(await queries.packs.imports(shop)).toEqual([]);
    await queries.packs.store(pack({ from: from(1) }), { dryRun: false });
    expect(await queries.packs.imports(shop)).toMatchObject([{ number: 2, base: 2 }]);
  });

  it('are gone back from with the origin that the version before has', async () => {
    const { queries } = open();
    await queries.packs.store(pack({ from: from(1) }), { dryRun: false });
    await save(queries, 'Own');
    await queries.packs.store(update(2, 'Third'), { dryRun: false });
    const back = { ...shop, text: text('Own'), note: 'Back', like: 2 };
    expect(await queries.packs.goBack({ ...back, newest: 3 })).toBeNull();
    expect(await queries.packs.goBack({ ...back, newest: 4 })).toBe(5);
    expect((await queries.packs.imports(shop))[0]).toMatchObject({ number: 5, base: 2, from: from(1) });
    expect((await queries.spiders.versions(shop))[0]).toMatchObject({ number: 5, note: 'Back' });
  });
});
