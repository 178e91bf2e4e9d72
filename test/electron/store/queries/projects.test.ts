import { expect, it } from 'vitest';
import { describeQueries } from './describe-queries.ts';
import { addSpider, crawl, startRun } from './studio.ts';

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
    const { projects, spiders, drafts } = studio.queries;
    await crawl(studio, shop, pages);
    await addSpider(studio, { ...shop, spider: 'another' });
    await drafts.put({ project: 'default', spider: null, draft: null }, '{', null, null);
    await addSpider(studio, { project: 'press', spider: 'shop' });
    const contents = { spiders: 2, runs: 1, items: 2 };
    expect(await projects.delete('default', { dryRun: true })).toEqual(contents);
    expect(await spiders.list(null)).toHaveLength(3);
    expect(await projects.delete('default', { dryRun: false })).toEqual(contents);
    expect((await projects.list()).map(({ name }) => name)).toEqual(['press']);
    expect((await spiders.list(null)).map(({ project }) => project)).toEqual(['press']);
    expect(await drafts.unsaved(null)).toEqual([]);
  });

  it('are not deleted while one of their runs is being carried out', async () => {
    const studio = open();
    const { projects } = studio.queries;
    const { control } = await startRun(studio, shop);
    await expect(projects.delete('default', { dryRun: false })).rejects.toMatchObject({ code: 'conflict' });
    expect(await projects.get('default')).toMatchObject({ spiders: 1, runs: 1 });
    await control.end('stopped', 'Stopped.', 'stopped');
    expect(await projects.delete('default', { dryRun: false })).toEqual({ spiders: 1, runs: 1, items: 0 });
  });

  it('that are not there are refused', async () => {
    const { projects } = open().queries;
    await expect(projects.rename('press', 'shops')).rejects.toMatchObject(missing);
    await expect(projects.delete('press', { dryRun: true })).rejects.toMatchObject(missing);
    await expect(projects.delete('press', { dryRun: false })).rejects.toMatchObject(missing);
  });
});
