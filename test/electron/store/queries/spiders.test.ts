import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NewVersion } from '../../../../electron/store/spiders/spider-queries.ts';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { spiderNamed, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, crawl, startRun } from './studio.ts';

const shop = { project: 'default', spider: 'shop' };
const bazaar = { ...shop, spider: 'bazaar' };
const missing = { code: 'not-found' };
const text = (name: string, description = '') => JSON.stringify({ ...spiderNamed(name), description });

/** A first version of a spider, changed where a test says so. */
const version = (changes: Partial<NewVersion> = {}): NewVersion => ({
  project: 'default',
  spider: null,
  name: 'shop',
  text: text('shop'),
  base: null,
  ...changes,
});

const later = (changes: Partial<NewVersion> = {}) => version({ spider: 'shop', base: 1, ...changes });
const document = (source: string) => ({ project: 'default', name: 'shop', text: source });

describeQueries('spiders', (open) => {
  it('are found in all projects that have one of the name', async () => {
    const studio = open();
    const { spiders } = studio.queries;
    for (const project of ['news', 'default']) await addSpider(studio, { project, spider: 'shop' });
    await addSpider(studio, { project: 'news', spider: 'bazaar' });
    expect(await spiders.projectsOf('shop')).toEqual(['default', 'news']);
    expect(await spiders.projectsOf('bazaar')).toEqual(['news']);
    expect(await spiders.projectsOf('none')).toEqual([]);
    await removeForGood(studio.queries, { kind: 'spider', project: 'news', spider: 'shop' });
    expect(await spiders.projectsOf('shop')).toEqual(['default']);
  });

  it('are saved as versions that keep their text as it was given', async () => {
    const studio = open();
    const { spiders } = studio.queries;
    const first = { kind: 'saved', version: 1, created: true, unchanged: false, discarded: [] };
    expect(await spiders.save(version({ text: '{ "ü": "\u{1f577}" }' }))).toEqual(first);
    studio.pass(1000);
    expect(await spiders.save(later({ text: '{}', note: 'Found again.' }))).toEqual({
      ...first,
      version: 2,
      created: false,
    });
    expect(await spiders.get(shop)).toEqual({
      project: 'default',
      name: 'shop',
      version: 2,
      runs: 0,
      hasDraft: false,
      icon: null,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:01.000Z',
    });
    const [newest, oldest] = await spiders.versions(shop);
    expect(newest).toMatchObject({ number: 2, characters: 2, runs: 0, note: 'Found again.' });
    expect(oldest).toEqual({
      number: 1,
      hash: createHash('sha256').update('{ "ü": "\u{1f577}" }').digest('hex'),
      createdAt: '2026-11-20T12:00:00.000Z',
      characters: 12,
      runs: 0,
      note: null,
      label: null,
      origin: 'edit',
    });
    const one = await spiders.version(shop, 1);
    expect(one).toMatchObject({ ...oldest, ...shop, text: '{ "ü": "\u{1f577}" }' });
    expect(await spiders.versionById(one?.id ?? '')).toEqual(one);
    expect(await spiders.version(shop, null)).toMatchObject({ number: 2, text: '{}' });
    expect(await spiders.version(shop, 3)).toBeNull();
  });

  it('get versions only from those who know the newest one', async () => {
    const { spiders } = open().queries;
    await spiders.save(version());
    expect(await spiders.save(later({ text: text('shop', 'a') }))).toMatchObject({
      kind: 'saved',
      version: 2,
    });
    expect(await spiders.save(later({ text: text('shop', 'b') }))).toEqual({ kind: 'stale', newest: 2 });
    expect(await spiders.versions(shop)).toHaveLength(2);
    expect(await spiders.save(later({ text: text('shop', 'b'), base: 'any' }))).toMatchObject({ version: 3 });
  });

  it('get one version of two writers who began from the same one', async () => {
    const { spiders } = open().queries;
    await spiders.save(version());
    const results = await Promise.all(
      ['a', 'b'].map((note) => spiders.save(later({ text: text('shop', note) }))),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['saved', 'stale']);
    expect(await spiders.versions(shop)).toHaveLength(2);
  });

  it('get no version for the text that they have', async () => {
    const { spiders } = open().queries;
    await spiders.save(version());
    expect(await spiders.save(later())).toMatchObject({ version: 1, created: false, unchanged: true });
    expect(await spiders.versions(shop)).toHaveLength(1);
  });

  it('have each name once in their project', async () => {
    const { spiders } = open().queries;
    await spiders.save(version());
    await spiders.save(version({ name: 'bazaar', text: text('bazaar') }));
    expect(await spiders.save(version())).toEqual({ kind: 'taken' });
    expect(await spiders.save(later({ name: 'bazaar', text: text('bazaar') }))).toEqual({ kind: 'taken' });
    expect(await spiders.save(version({ project: 'press' }))).toMatchObject({ created: true });
    const listed = async (project: string | null) =>
      (await spiders.list(project)).map((spider) => [spider.project, spider.name, spider.version]);
    expect(await listed(null)).toEqual([
      ['default', 'bazaar', 1],
      ['default', 'shop', 1],
      ['press', 'shop', 1],
    ]);
    expect(await listed('press')).toEqual([['press', 'shop', 1]]);
    expect(await listed('nowhere')).toEqual([]);
  });

  it('are renamed with their versions, runs and drafts', async () => {
    const studio = open();
    const { spiders, drafts, history } = studio.queries;
    await crawl(studio, shop, [{ n: 1, extracted: true }]);
    await drafts.put(shop, 'mine', 1, null);
    expect(await spiders.save(later({ name: 'bazaar', text: text('bazaar') }))).toMatchObject({
      version: 2,
      created: false,
    });
    expect(await spiders.get(shop)).toBeNull();
    expect((await spiders.versions(bazaar)).map(({ number, runs }) => [number, runs])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect(await history.summary(bazaar)).toMatchObject({ pages: 1 });
    expect(await drafts.get(bazaar)).toMatchObject({ text: 'mine', base: 1, spider: 'bazaar' });
  });

  it('have their draft revised together with them', async () => {
    const { spiders, drafts } = open().queries;
    const revisesDraft = (draft: string): string => `${draft}, revised`;
    await spiders.save(version());
    await spiders.save(later({ text: text('shop', 'a'), revisesDraft }));
    expect(await drafts.get(shop)).toBeNull();
    await drafts.put(shop, 'mine', 2, null);
    await spiders.save(later({ base: 2, name: 'bazaar', text: text('bazaar'), revisesDraft }));
    expect(await drafts.get(bazaar)).toMatchObject({ text: 'mine, revised', base: 3 });
  });

  it('discard the drafts that their writer has seen', async () => {
    const { spiders, drafts } = open().queries;
    await spiders.save(version());
    const { draft: unsaved } = await drafts.put({ ...shop, spider: null, draft: null }, 'new', null, null);
    const { draft: mine } = await drafts.put(shop, 'mine', 1, null);
    const newSpider = {
      place: { project: 'default', spider: null, draft: unsaved.id },
      seen: 'any' as const,
    };
    const unseen = { place: shop, seen: { revision: null, text: text('shop', 'a') } };
    const first = later({ text: text('shop', 'a'), discards: [unseen, newSpider] });
    expect(await spiders.save(first)).toMatchObject({ discarded: [newSpider.place] });
    expect(await drafts.unsaved(null)).toEqual([]);
    expect(await drafts.get(shop)).toEqual(mine);
    const seen = { place: shop, seen: { revision: mine.revision } };
    const stale = later({ text: text('shop', 'b'), discards: [seen] });
    expect(await spiders.save(stale)).toEqual({ kind: 'stale', newest: 2 });
    expect(await drafts.get(shop)).toEqual(mine);
    expect(await spiders.save({ ...stale, base: 2 })).toMatchObject({ version: 3, discarded: [shop] });
    expect(await spiders.get(shop)).toMatchObject({ hasDraft: false });
  });

  it('are imported, unless the document is the one that is there', async () => {
    const { spiders } = open().queries;
    const saved = async (source: string, dryRun = false) => {
      const { version: number, created, unchanged } = await spiders.import(document(source), { dryRun });
      return [number, created, unchanged];
    };
    expect(await saved('{ "a": 1 }', true)).toEqual([1, true, false]);
    expect(await spiders.get(shop)).toBeNull();
    expect(await saved('{ "a": 1 }')).toEqual([1, true, false]);
    expect(await saved('{"a":1}')).toEqual([1, false, true]);
    expect(await saved('\ufeff{"a":1}')).toEqual([1, false, true]);
    expect(await saved('{"a":2}', true)).toEqual([2, false, false]);
    expect(await saved('{"a":2}')).toEqual([2, false, false]);
    expect(await saved('{"a":1}')).toEqual([3, false, false]);
    expect((await spiders.versions(shop)).map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(await spiders.version(shop, 1)).toMatchObject({ text: '{ "a": 1 }' });
  });

  it('are deleted with everything that belongs to them, and with nothing else', async () => {
    const studio = open();
    const { spiders, savedPages, drafts, trash } = studio.queries;
    await crawl(
      studio,
      shop,
      [1, 2].map((n) => ({ n, extracted: n === 1 })),
    );
    await crawl(studio, bazaar, [{ n: 1, extracted: true }]);
    await savedPages.add('default', 'shop', {
      title: 'A page',
      url: null,
      source: 'file',
      run: null,
      page: compressPage('<p>', 'utf-8'),
    });
    await drafts.put(shop, 'mine', 1, null);
    const contents = {
      ...{ spiders: 1, versions: 1, runs: 1, paused: 0, items: 1, pages: 1 },
      bytes: expect.any(Number),
    };
    expect(await trash.contents({ kind: 'spider', ...shop })).toEqual(contents);
    expect(await spiders.get(shop)).toMatchObject({ runs: 1 });
    expect(await removeForGood({ trash }, { kind: 'spider', ...shop })).toEqual(contents);
    expect((await spiders.list(null)).map(({ name, runs }) => [name, runs])).toEqual([['bazaar', 1]]);
    await addSpider(studio, shop);
    expect(await spiders.get(shop)).toMatchObject({ version: 1, runs: 0, hasDraft: false });
    expect(await savedPages.list('default', 'shop')).toEqual([]);
  });

  it('are not deleted while one of their runs is being carried out', async () => {
    const studio = open();
    const { trash } = studio.queries;
    const { control } = await startRun(studio, shop);
    await expect(removeForGood({ trash }, { kind: 'spider', ...shop })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await trash.contents({ kind: 'spider', ...shop })).toMatchObject({ runs: 1 });
    await control.end('stopped', 'Stopped.', 'stopped');
    expect(await removeForGood({ trash }, { kind: 'spider', ...shop })).toMatchObject({
      versions: 1,
      runs: 1,
    });
  });

  it('that are not there are refused', async () => {
    const studio = open();
    const { spiders, trash } = studio.queries;
    await addSpider(studio, bazaar);
    expect(await spiders.get(shop)).toBeNull();
    expect(await spiders.versions(shop)).toEqual([]);
    expect(await spiders.version(shop, null)).toBeNull();
    await expect(spiders.versionById('999')).rejects.toMatchObject(missing);
    await expect(spiders.save(later())).rejects.toMatchObject(missing);
    await expect(trash.contents({ kind: 'spider', ...shop })).rejects.toMatchObject(missing);
    await expect(removeForGood({ trash }, { kind: 'spider', ...shop })).rejects.toMatchObject(missing);
  });

  it('are saved together, with the edits that stand on them', async () => {
    const { spiders, drafts } = open().queries;
    await spiders.save(version());
    await spiders.save(version({ name: 'bazaar', text: text('bazaar') }));
    await drafts.put(shop, 'edits', 1, null);
    const saved = await spiders.saveAll([
      later({ text: text('shop', 'new'), note: 'Both.', revisesDraft: (draft) => `${draft} and more` }),
      version({ spider: 'bazaar', name: 'bazaar', base: 1, text: text('bazaar') }),
    ]);
    expect(saved).toMatchObject({
      kind: 'saved',
      versions: [
        { version: 2, unchanged: false },
        { version: 1, unchanged: true },
      ],
    });
    expect(await spiders.version(shop, null)).toMatchObject({ number: 2, note: 'Both.' });
    expect(await drafts.get(shop)).toMatchObject({ text: 'edits and more', base: 2 });
    expect(await spiders.newestTexts('default')).toEqual([
      { spider: 'bazaar', version: 1, text: text('bazaar'), draft: null },
      { spider: 'shop', version: 2, text: text('shop', 'new'), draft: 'edits and more' },
    ]);
    expect(await spiders.newestTexts('press')).toEqual([]);
    expect(await spiders.saveAll([])).toEqual({ kind: 'saved', versions: [] });
  });

  it('are saved together or not at all', async () => {
    const { spiders } = open().queries;
    await spiders.save(version());
    await spiders.save(version({ name: 'bazaar', text: text('bazaar') }));
    const change = later({ text: text('shop', 'new') });
    const old = version({ spider: 'bazaar', name: 'bazaar', base: 7, text: text('bazaar', 'new') });
    expect(await spiders.saveAll([change, old])).toEqual({ kind: 'stale', spider: 'bazaar', newest: 1 });
    const taken = version({ spider: 'bazaar', name: 'shop', base: 1 });
    expect(await spiders.saveAll([change, taken])).toEqual({ kind: 'taken', spider: 'bazaar' });
    const absent = version({ spider: 'gone', name: 'gone', base: 1 });
    await expect(spiders.saveAll([change, absent])).rejects.toMatchObject(missing);
    expect(await spiders.version(shop, null)).toMatchObject({ number: 1 });
    // What was rolled back leaves nothing in the way.
    expect(await spiders.saveAll([change])).toMatchObject({ kind: 'saved', versions: [{ version: 2 }] });
  });
});
