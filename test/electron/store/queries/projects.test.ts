import { expect, it } from 'vitest';
import { describeQueries } from './describe-queries.ts';
import { item, removeForGood } from '../support.ts';
import { addSpider, crawl, readPage, startRun, startTime } from './studio.ts';

const shop = { project: 'default', spider: 'shop' };
const pages = [1, 2, 3].map((n) => ({ n, extracted: n !== 2 }));
const missing = { code: 'not-found' };

describeQueries('projects', (open) => {
  it('are created, found and listed by name', async () => {
    const studio = open();
    const { projects } = studio.queries;
    expect(await projects.list()).toEqual([]);
    expect(await projects.get('press')).toBeNull();
    const press = { name: 'press', spiders: 0, runs: 0, createdAt: '2026-11-20T12:00:00.000Z' };
    expect(await projects.create('press')).toEqual({ kind: 'kept', project: press });
    studio.pass(1000);
    await crawl(studio, shop, pages);
    await addSpider(studio, { ...shop, spider: 'another' });
    expect(await projects.list()).toEqual([
      { name: 'default', spiders: 2, runs: 1, createdAt: '2026-11-20T12:00:01.000Z' },
      press,
    ]);
    expect(await projects.get('press')).toEqual(press);
  });

  it('have each name once', async () => {
    const { projects } = open().queries;
    const created = await Promise.all(['press', 'press'].map((name) => projects.create(name)));
    expect(created.map(({ kind }) => kind).toSorted()).toEqual(['kept', 'taken']);
    await projects.create('shops');
    expect(await projects.rename('shops', 'press')).toEqual({ kind: 'taken' });
    expect(await projects.rename('shops', 'shops')).toMatchObject({ kind: 'kept' });
    expect((await projects.list()).map(({ name }) => name)).toEqual(['press', 'shops']);
  });

  it.each(['', 'a b', 'ä', '../x', 'x'.repeat(256)])('cannot be called "%s"', async (name) => {
    const { projects, spiders } = open().queries;
    const invalid = { code: 'invalid', message: expect.stringContaining('cannot be the name of a project') };
    await expect(projects.create(name)).rejects.toMatchObject(invalid);
    const document = { project: name, name: 'shop', text: '{}' };
    await expect(spiders.import(document, { dryRun: false })).rejects.toMatchObject(invalid);
    await projects.create('press');
    await expect(projects.rename('press', name)).rejects.toMatchObject(invalid);
    expect((await projects.list()).map((project) => project.name)).toEqual(['press']);
  });

  it('keep what is in them when they are renamed', async () => {
    const studio = open();
    const { projects, spiders, drafts, history } = studio.queries;
    await crawl(studio, shop, pages);
    await drafts.put(shop, '{', 1, null);
    expect(await projects.rename('default', 'shops')).toMatchObject({
      kind: 'kept',
      project: { name: 'shops', spiders: 1, runs: 1 },
    });
    expect(await projects.get('default')).toBeNull();
    expect(await spiders.get(shop)).toBeNull();
    const renamed = { ...shop, project: 'shops' };
    expect(await spiders.get(renamed)).toMatchObject({ project: 'shops', runs: 1, hasDraft: true });
    expect(await history.summary(renamed)).toMatchObject({ pages: 3 });
  });

  it('are deleted with everything in them, and with nothing else', async () => {
    const studio = open();
    const { projects, spiders, drafts, trash } = studio.queries;
    await crawl(studio, shop, pages);
    await addSpider(studio, { ...shop, spider: 'another' });
    await drafts.put({ project: 'default', spider: null, draft: null }, '{', null, null);
    await addSpider(studio, { project: 'press', spider: 'shop' });
    const contents = {
      ...{ spiders: 2, versions: 2, runs: 1, paused: 0, items: 2, pages: 0 },
      bytes: expect.any(Number),
    };
    expect(await trash.contents({ kind: 'project', project: 'default' })).toEqual(contents);
    expect(await spiders.list(null)).toHaveLength(3);
    expect(await removeForGood({ trash }, { kind: 'project', project: 'default' })).toEqual(contents);
    expect((await projects.list()).map(({ name }) => name)).toEqual(['press']);
    expect((await spiders.list(null)).map(({ project }) => project)).toEqual(['press']);
    expect(await drafts.unsaved(null)).toEqual([]);
  });

  it('are not deleted while one of their runs is being carried out', async () => {
    const studio = open();
    const { projects, trash } = studio.queries;
    const { control } = await startRun(studio, shop);
    await expect(removeForGood({ trash }, { kind: 'project', project: 'default' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await projects.get('default')).toMatchObject({ spiders: 1, runs: 1 });
    await control.end('stopped', 'Stopped.', 'stopped');
    expect(await removeForGood({ trash }, { kind: 'project', project: 'default' })).toMatchObject({
      spiders: 1,
      runs: 1,
      items: 0,
    });
  });

  it('are looked at as a whole: the newest full runs of each spider, of tests only the newest run', async () => {
    const studio = open();
    const { projects, runs, spiders } = studio.queries;
    const bounds = { since: startTime + 2000, least: 2, most: 10 };
    const ids: string[] = [];
    for (const extracted of [1, 2, 3, 0]) {
      const all = [1, 2, 3].map((n) => ({ n, extracted: n <= extracted }));
      ids.push(await crawl(studio, shop, all));
    }
    await addSpider(studio, { ...shop, spider: 'another' });
    const versionId = (await spiders.version(shop, null))?.id ?? '';
    const options = { limit: 10, overrides: {}, allowPrivate: false };
    const tried = await runs.create({ versionId, kind: 'test', options, appVersion: '0.1.0' });
    const [another, glance] = await projects.overview('default', bounds);
    expect(another).toEqual({
      spider: 'another',
      version: 1,
      runs: [],
      last: null,
      lastText: '',
      filled: [],
      queued: 0,
      dead: null,
    });
    expect(glance).toMatchObject({ spider: 'shop', version: 1, last: { id: ids[3] }, filled: [] });
    expect(JSON.parse(glance?.lastText ?? '')).toMatchObject({ name: 'shop' });
    expect(tried.kind).toBe('test');
    const run = (place: number, items: number) => ({
      run: ids[place],
      at: new Date(startTime + place * 3000).toISOString(),
      endedAt: new Date(startTime + (place + 1) * 3000).toISOString(),
      state: 'completed',
      cause: 'finished',
      items,
    });
    expect(glance?.runs).toEqual([run(3, 0), run(2, 3), run(1, 2)]);
    const few = await projects.overview('default', { ...bounds, since: Infinity, least: 1 });
    expect(few[1]?.runs).toEqual([run(3, 0)]);
    const most = await projects.overview('default', { ...bounds, since: 0, most: 2 });
    expect(most[1]?.runs).toEqual([run(3, 0), run(2, 3)]);
  });

  it('are looked at with the values that the last runs of their spiders have, by callback', async () => {
    const studio = open();
    const session = await startRun(studio, shop);
    await readPage(session, 1, [
      item(1, { metadata: { price: 3, tags: [], note: ' ' } }),
      item(2, { title: ' ', content: 'Text', metadata: { price: 0, tags: ['a'], note: null } }),
    ]);
    await readPage(session, 2, [item(3, { callback: 'parse_list', title: null })]);
    const none = { title: 0, content: 0, author: 0, published_date: 0 };
    const [glance] = await studio.queries.projects.overview('default', { since: 0, least: 1, most: 9 });
    expect(glance?.filled).toEqual([
      {
        callback: 'parse_article',
        items: 2,
        columns: { ...none, title: 1, content: 1 },
        metadata: { cells: 6, filled: 3 },
      },
      { callback: 'parse_list', items: 1, columns: none, metadata: { cells: 0, filled: 0 } },
    ]);
  });

  it('are looked at with what waits in the queue', async () => {
    const studio = open();
    const { projects, queue } = studio.queries;
    await addSpider(studio, shop);
    await addSpider(studio, { ...shop, project: 'press' });
    const options = { limit: null, overrides: {}, args: {}, allowPrivate: false };
    const entry = { ...shop, priority: 0, duplicates: 'allow' as const, options };
    const [first] = await queue.add([entry, entry, { ...entry, project: 'press' }], null);
    const queued = async () => {
      const [glance] = await projects.overview('default', { since: 0, least: 1, most: 9 });
      return [glance?.queued, glance?.dead];
    };
    expect(await queued()).toEqual([2, null]);
    await queue.cancel(first?.id ?? '', 'Cancelled.');
    expect(await queued()).toEqual([1, null]);
  });

  it('are looked at with the test run of a spider that has no other', async () => {
    const studio = open();
    const { projects, runs, spiders } = studio.queries;
    await addSpider(studio, shop);
    const versionId = (await spiders.version(shop, null))?.id ?? '';
    const options = { limit: 10, overrides: {}, allowPrivate: false };
    const { id } = await runs.create({ versionId, kind: 'test', options, appVersion: '0.1.0' });
    const [glance] = await projects.overview('default', { since: 0, least: 1, most: 9 });
    expect(glance).toMatchObject({ runs: [], last: { id } });
  });

  it('are looked at with accepted generations in the place of their crawls', async () => {
    const studio = open();
    const { projects, runs } = studio.queries;
    const ids = [await crawl(studio, shop, pages), await crawl(studio, shop, pages)];
    const [source = ''] = ids;
    const { versionId, startedAt } = await runs.get(source);
    const options = { limit: null, overrides: {}, allowPrivate: false };
    const generation = await runs.create({
      versionId,
      kind: 'reextract',
      source,
      options,
      appVersion: '0.1.0',
    });
    const { control } = studio.session(generation.id);
    const shown = async () => {
      const [glance] = await projects.overview('default', { since: 0, least: 1, most: 10 });
      return glance?.runs.map(({ run, at, items }) => [run, at, items]);
    };
    const second = [ids[1], new Date(startTime + 3000).toISOString(), 2];
    expect(await shown()).toEqual([second, [source, startedAt, 2]]);
    await control.begin();
    await control.end('completed', 'It is over.', 'finished');
    await runs.accept(generation.id);
    expect(await shown()).toEqual([second, [generation.id, startedAt, 0]]);
  });

  it('are looked at with runs that nobody carries out any more as interrupted', async () => {
    const studio = open();
    await startRun(studio, shop);
    const states = async () => {
      const [glance] = await studio.queries.projects.overview('default', { since: 0, least: 1, most: 9 });
      return glance?.runs.map(({ state, cause }) => [state, cause]);
    };
    expect(await states()).toEqual([['running', null]]);
    studio.setOwnersAlive(false);
    expect(await states()).toEqual([['interrupted', null]]);
  });

  it('have defaults, which go with them', async () => {
    const { projects } = open().queries;
    await projects.create('press');
    expect(await projects.defaults('press')).toEqual({ settings: {}, exports: {} });
    const defaults = {
      settings: { DOWNLOAD_DELAY: 2, DEFAULT_REQUEST_HEADERS: { 'Accept-Language': 'de' } },
      exports: { format: 'csv' as const, dialect: 'excel' as const },
    };
    await projects.setDefaults('press', defaults);
    await projects.create('shops');
    expect(await projects.defaults('shops')).toEqual({ settings: {}, exports: {} });
    await projects.rename('press', 'papers');
    expect(await projects.defaults('papers')).toEqual(defaults);
    await projects.setDefaults('papers', { settings: {}, exports: {} });
    expect(await projects.defaults('papers')).toEqual({ settings: {}, exports: {} });
  });

  it('that are not there are refused', async () => {
    const { projects, trash } = open().queries;
    await expect(projects.rename('press', 'shops')).rejects.toMatchObject(missing);
    const bounds = { since: 0, least: 1, most: 1 };
    await expect(projects.overview('press', bounds)).rejects.toMatchObject(missing);
    await expect(projects.defaults('press')).rejects.toMatchObject(missing);
    await expect(projects.setDefaults('press', { settings: {}, exports: {} })).rejects.toMatchObject(missing);
    await expect(trash.contents({ kind: 'project', project: 'press' })).rejects.toMatchObject(missing);
    await expect(removeForGood({ trash }, { kind: 'project', project: 'press' })).rejects.toMatchObject(
      missing,
    );
  });
});
