import { expect, it } from 'vitest';
import { describeQueries } from './describe-queries.ts';
import { addSpider } from './studio.ts';
import { removeForGood } from '../support.ts';

const shop = { project: 'default', spider: 'shop' };
const newDraft = { project: 'press', spider: null, draft: null };

describeQueries('drafts', (open) => {
  it('are kept for a spider until they are discarded', async () => {
    const studio = open();
    const { drafts } = studio.queries;
    await addSpider(studio, shop);
    expect(await drafts.get(shop)).toBeNull();
    const first = await drafts.put(shop, '{', 1, null);
    await drafts.put(shop, '{ "', 1, first.draft.revision);
    expect(await drafts.get(shop)).toMatchObject({ ...shop, text: '{ "', base: 1 });
    expect(await drafts.discard(shop, 'any')).toBe('discarded');
    expect(await drafts.discard(shop, 'any')).toBe('missing');
  });

  it('of a spider are kept only where the spider is', async () => {
    const { drafts } = open().queries;
    await expect(drafts.put(shop, '', null, null)).rejects.toMatchObject({ code: 'not-found' });
    expect(await drafts.get(shop)).toBeNull();
  });

  it('of new spiders create their project', async () => {
    const { drafts, projects } = open().queries;
    await drafts.put(newDraft, '{', null, null);
    expect((await projects.list()).map(({ name, spiders }) => [name, spiders])).toEqual([['press', 0]]);
    const nowhere = { ...newDraft, project: 'no spaces' };
    await expect(drafts.put(nowhere, '', null, null)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('are overwritten only by those who know them', async () => {
    const studio = open();
    const { queries } = studio;
    const { drafts } = queries;
    await addSpider(studio, shop);
    const { draft: mine } = await drafts.put(shop, 'mine', 1, null);
    expect(await drafts.put(shop, 'theirs', 1, null)).toEqual({ kind: 'conflict', draft: mine });
    expect(await drafts.get(shop)).toEqual(mine);
    expect(await drafts.put(shop, 'mine', 1, null)).toMatchObject({ kind: 'kept' });
    const both = await drafts.put(shop, 'both', 1, mine.revision);
    expect(both.kind).toBe('kept');
    expect(both.draft.revision).not.toBe(mine.revision);
  });

  it('are discarded only by those who know their revision or their text', async () => {
    const studio = open();
    const { queries } = studio;
    const { drafts } = queries;
    await addSpider(studio, shop);
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
    const studio = open();
    const { queries } = studio;
    await addSpider(studio, shop);
    const results = await Promise.all(['a', 'b'].map((text) => queries.drafts.put(shop, text, null, null)));
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'kept']);
    expect(new Set(results.map(({ draft }) => draft.text)).size).toBe(1);
  });

  it('of new spiders are told apart by an id, newest first', async () => {
    const studio = open();
    const { queries, pass } = studio;
    const { drafts } = queries;
    await queries.projects.create('press');
    await queries.projects.create('default');
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
    const studio = open();
    const { queries } = studio;
    await addSpider(studio, shop);
    await queries.drafts.put(shop, 'mine', 1, null);
    await removeForGood(queries, { kind: 'spider', ...shop });
    await addSpider(studio, shop);
    expect(await queries.drafts.get(shop)).toBeNull();
  });
});
