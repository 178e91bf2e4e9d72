import { describe, expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { fingerprintOf } from '../support.ts';
import { memoryStudio } from './memory-studio.ts';
import { sqliteStudio } from './sqlite-studio.ts';

const shop = { project: 'default', spider: 'shop' };
const newDraft = { project: 'press', spider: null, draft: null };

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

// What every implementation of the query ports does, whichever database it is.
describe.each([
  ['SQLite', sqliteStudio],
  ['memory', memoryStudio],
])('the queries on %s', (_, open) => {
  describe('drafts', () => {
    it('are kept for a spider until they are discarded', async () => {
      const studio = open();
      const { drafts } = studio.queries;
      await studio.addSpider(shop);
      expect(await drafts.get(shop)).toBeNull();
      const first = await drafts.put(shop, '{', 1, null);
      await drafts.put(shop, '{ "', 1, first.draft.revision);
      expect(await drafts.get(shop)).toMatchObject({ ...shop, text: '{ "', base: 1 });
      expect(await drafts.discard(shop, 'any')).toBe('discarded');
      expect(await drafts.discard(shop, 'any')).toBe('missing');
    });

    it('have a place only where their spider or project is', async () => {
      const { queries, addSpider } = open();
      await addSpider(shop);
      const nobody = { ...shop, spider: 'nobody' };
      await expect(queries.drafts.put(nobody, '', null, null)).rejects.toMatchObject({ code: 'not-found' });
      await expect(queries.drafts.put(newDraft, '', null, null)).rejects.toMatchObject({ code: 'not-found' });
      expect(await queries.drafts.get(nobody)).toBeNull();
    });

    it('are overwritten only by those who know them', async () => {
      const { queries, addSpider } = open();
      const { drafts } = queries;
      await addSpider(shop);
      const { draft: mine } = await drafts.put(shop, 'mine', 1, null);
      expect(await drafts.put(shop, 'theirs', 1, null)).toEqual({ kind: 'conflict', draft: mine });
      expect(await drafts.get(shop)).toEqual(mine);
      expect(await drafts.put(shop, 'mine', 1, null)).toMatchObject({ kind: 'kept' });
      const both = await drafts.put(shop, 'both', 1, mine.revision);
      expect(both.kind).toBe('kept');
      expect(both.draft.revision).not.toBe(mine.revision);
    });

    it('are discarded only by those who know their revision or their text', async () => {
      const { queries, addSpider } = open();
      const { drafts } = queries;
      await addSpider(shop);
      const { draft } = await drafts.put(shop, 'mine', 1, null);
      expect(await drafts.discard(shop, { revision: null })).toBe('conflict');
      expect(await drafts.discard(shop, { revision: null, text: 'other' })).toBe('conflict');
      expect(await drafts.get(shop)).toEqual(draft);
      expect(await drafts.discard(shop, { revision: null, text: 'mine' })).toBe('discarded');
      await drafts.put(shop, 'mine', 1, null);
      expect(await drafts.discard(shop, { revision: draft.revision })).toBe('discarded');
      // Nothing is there that could be lost.
      expect(await drafts.put(shop, 'late', 1, draft.revision)).toMatchObject({ kind: 'kept' });
    });

    it('of two writers at once, one is told of the other', async () => {
      const { queries, addSpider } = open();
      await addSpider(shop);
      const results = await Promise.all(['a', 'b'].map((text) => queries.drafts.put(shop, text, null, null)));
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'kept']);
      expect(new Set(results.map(({ draft }) => draft.text)).size).toBe(1);
    });

    it('of new spiders are told apart by an id, newest first', async () => {
      const { queries, addProject, pass } = open();
      const { drafts } = queries;
      await addProject('press');
      await addProject('default');
      const { draft: one } = await drafts.put(newDraft, 'one', null, null);
      pass(1000);
      const { draft: two } = await drafts.put(newDraft, 'two', null, null);
      expect((await drafts.unsaved(null)).map(({ text }) => text)).toEqual(['two', 'one']);
      pass(1000);
      await drafts.put({ ...newDraft, draft: one.id }, 'one, longer', null, one.revision);
      expect((await drafts.unsaved('press')).map(({ text }) => text)).toEqual(['one, longer', 'two']);
      expect(await drafts.unsaved('default')).toEqual([]);
      expect(await drafts.get({ project: 'default', spider: null, draft: two.id })).toBeNull();
      expect(await drafts.discard({ ...newDraft, draft: two.id }, 'any')).toBe('discarded');
      expect((await drafts.unsaved(null)).map(({ id }) => id)).toEqual([one.id]);
    });

    it('go with their spider', async () => {
      const { queries, addSpider, deleteSpider } = open();
      await addSpider(shop);
      await queries.drafts.put(shop, 'mine', 1, null);
      await deleteSpider(shop);
      await addSpider(shop);
      expect(await queries.drafts.get(shop)).toBeNull();
    });
  });

  describe('the crawl history', () => {
    const pages = [1, 2, 13].map((n) => ({ n, extracted: n !== 2, cached: n !== 1 }));
    const whole = { text: '', offset: 0, limit: 10 };
    const nothing = { pages: 0, extracted: 0, since: null, cache: { answers: 0, bytes: 0 } };

    it('is summed up for each spider', async () => {
      const { queries, crawl } = open();
      expect(await queries.history.summary(shop)).toEqual(nothing);
      const run = await crawl(shop, pages);
      expect(await queries.history.summary(shop)).toMatchObject({
        pages: 3,
        extracted: 2,
        since: '2026-11-20T12:00:00.000Z',
        cache: { answers: 2 },
      });
      expect(await queries.history.summary({ ...shop, spider: 'another' })).toEqual(nothing);
      expect(await queries.history.summary({ ...shop, project: 'nowhere' })).toEqual(nothing);
      expect(await queries.history.get(shop, fingerprintOf(2))).toMatchObject({
        url: 'https://example.org/page/2',
        fetchedRun: run,
        fetchedAt: '2026-11-20T12:00:01.000Z',
        extractedRun: null,
        extractedAt: null,
      });
      expect(await queries.history.get(shop, fingerprintOf(3))).toBeNull();
    });

    it('is listed in parts, the newest first, and by a part of the URL', async () => {
      const { queries, crawl } = open();
      await crawl(shop, pages);
      const list = async (part: Partial<typeof whole>) => {
        const { pages: found, matching } = await queries.history.list(shop, { ...whole, ...part });
        return [found.map(({ url }) => /\d+$/u.exec(url)?.[0]), matching];
      };
      expect(await list({ limit: 2 })).toEqual([['13', '2'], 3]);
      expect(await list({ offset: 2, limit: 2 })).toEqual([['1'], 3]);
      expect(await list({ offset: 4 })).toEqual([[], 3]);
      expect(await list({ text: 'AGE/1' })).toEqual([['13', '1'], 2]);
      expect(await list({ text: 'age/1', limit: 1 })).toEqual([['13'], 2]);
      expect(await list({ text: 'nowhere' })).toEqual([[], 0]);
    });

    it('forgets one page or all of them, with their cached responses', async () => {
      const { queries, crawl } = open();
      const other = { ...shop, spider: 'another' };
      await crawl(shop, pages);
      await crawl(other, pages);
      const { history } = queries;
      expect(await history.forget(shop, fingerprintOf(13))).toEqual({ pages: 1, answers: 1 });
      expect(await history.forget(shop, fingerprintOf(13))).toEqual({ pages: 0, answers: 0 });
      expect(await history.forget(shop, null)).toEqual({ pages: 2, answers: 1 });
      expect(await history.summary(shop)).toEqual(nothing);
      expect(await history.summary(other)).toMatchObject({ pages: 3, cache: { answers: 2 } });
    });

    it('goes with its spider', async () => {
      const { queries, addSpider, crawl, deleteSpider } = open();
      await crawl(shop, pages);
      await deleteSpider(shop);
      await addSpider(shop);
      expect(await queries.history.summary(shop)).toEqual(nothing);
    });
  });

  describe('saved pages', () => {
    it('are kept for a spider, newest first, with their text', async () => {
      const { queries, addSpider } = open();
      const { savedPages } = queries;
      await addSpider(shop);
      const first = await savedPages.add('default', 'shop', page());
      const second = await savedPages.add('default', 'shop', { ...page('<p>2'), title: 'Two' });
      expect(await savedPages.list('default', 'shop')).toEqual([second, first]);
      expect(await savedPages.list('default', 'another')).toEqual([]);
      expect(first).toMatchObject({ encoding: 'windows-1252', bytes: 18, run: null, source: 'url' });
      expect(await savedPages.html(first.id)).toBe('<h1>Ünïcode</h1>');
      expect(await savedPages.update(first.id, { title: 'Other' })).toMatchObject({
        title: 'Other',
        url: 'https://example.org/a',
      });
      expect(await savedPages.update(first.id, { url: null })).toMatchObject({ title: 'Other', url: null });
      expect(await savedPages.get(first.id)).toMatchObject({ title: 'Other', url: null });
    });

    it('that are not there are refused', async () => {
      const { queries, addSpider } = open();
      const { savedPages } = queries;
      await addSpider(shop);
      const { id } = await savedPages.add('default', 'shop', page());
      expect(await savedPages.delete(id)).toMatchObject({ id, project: 'default', spider: 'shop' });
      const missing = { code: 'not-found' };
      await expect(savedPages.get(id)).rejects.toMatchObject(missing);
      await expect(savedPages.html(id)).rejects.toMatchObject(missing);
      await expect(savedPages.sheets(id)).rejects.toMatchObject(missing);
      await expect(savedPages.keepSheets(id, [])).rejects.toMatchObject(missing);
      await expect(savedPages.update(id, {})).rejects.toMatchObject(missing);
      await expect(savedPages.replace(id, () => page())).rejects.toMatchObject(missing);
      await expect(savedPages.delete(id)).rejects.toMatchObject(missing);
      await expect(savedPages.add('default', 'nobody', page())).rejects.toMatchObject(missing);
    });

    it('of a run are added once', async () => {
      const { queries, crawl } = open();
      const { savedPages } = queries;
      const run = await crawl(shop, [{ n: 1, extracted: true }]);
      const wanted = { ...page(), source: 'run' as const, run };
      const results = await Promise.all([1, 2].map(() => savedPages.addOfRun('default', 'shop', wanted)));
      expect(results.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
      expect(results[0]?.page).toEqual(results[1]?.page);
      const other = { ...wanted, url: 'https://example.org/b' };
      expect(await savedPages.addOfRun('default', 'shop', other)).toMatchObject({ isNew: true });
      expect(await savedPages.list('default', 'shop')).toHaveLength(2);
    });

    it('take another content, made from what is there, at a later time', async () => {
      const { queries, addSpider } = open();
      const { savedPages } = queries;
      await addSpider(shop);
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
      const { queries, addSpider } = open();
      const { savedPages } = queries;
      await addSpider(shop);
      const { id } = await savedPages.add('default', 'shop', { ...page(), sheets: [sheet('p{}')] });
      expect(await savedPages.sheets(id)).toEqual([sheet('p{}')]);
      await savedPages.keepSheets(id, [sheet('b{}'), sheet(null)]);
      expect(await savedPages.sheets(id)).toEqual([sheet('b{}'), sheet(null)]);
      await savedPages.replace(id, () => page());
      expect(await savedPages.sheets(id)).toEqual([]);
    });

    it('go with their spider', async () => {
      const { queries, addSpider, deleteSpider } = open();
      await addSpider(shop);
      const { id } = await queries.savedPages.add('default', 'shop', page());
      await deleteSpider(shop);
      await expect(queries.savedPages.get(id)).rejects.toMatchObject({ code: 'not-found' });
    });
  });
});
