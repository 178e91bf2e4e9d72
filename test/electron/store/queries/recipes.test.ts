import { expect, it } from 'vitest';
import { newRun } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop, startTime } from './studio.ts';

const weekly = { name: 'weekly', afterRun: true, recipe: '{"format":"csv"}' };
const minute = 60_000;

describeQueries('recipes', (open, openTwo) => {
  it('are kept by name, and replaced', async () => {
    const [here, there] = openTwo();
    await addSpider(here, shop);
    const saved = await here.queries.recipes.save(shop, weekly);
    expect(saved).toMatchObject({ ...weekly, ...shop, last: null });
    await here.queries.recipes.save(shop, { ...weekly, name: 'all', afterRun: false });
    expect((await there.queries.recipes.list(shop)).map(({ name }) => name)).toEqual(['all', 'weekly']);
    expect(await there.queries.recipes.save(shop, { ...weekly, recipe: '{}' })).toEqual({
      ...saved,
      recipe: '{}',
    });
    expect(await here.queries.recipes.get(shop, 'weekly')).toMatchObject({ recipe: '{}' });
    expect(await here.queries.recipes.remove(shop, 'weekly')).toBe(true);
    expect(await here.queries.recipes.remove(shop, 'weekly')).toBe(false);
    expect(await here.queries.recipes.get(shop, 'weekly')).toBeNull();
  });

  it('need a spider', async () => {
    const { recipes } = open().queries;
    const missing = { code: 'not-found' };
    await expect(recipes.save(shop, weekly)).rejects.toMatchObject(missing);
    await expect(recipes.mark(shop, 'a.csv')).rejects.toMatchObject(missing);
    expect(await recipes.list(shop)).toEqual([]);
  });

  it('have marks that only move on', async () => {
    const studio = open();
    const { recipes } = studio.queries;
    await addSpider(studio, shop);
    expect(await recipes.mark(shop, 'a.csv')).toBe(0);
    await recipes.moveMark(shop, 'a.csv', 7);
    await recipes.moveMark(shop, 'a.csv', 5);
    await recipes.moveMark(shop, 'b.csv', 1);
    expect([await recipes.mark(shop, 'a.csv'), await recipes.mark(shop, 'b.csv')]).toEqual([7, 1]);
  });

  it('keep what is about to be put in place until the mark has moved', async () => {
    const [here, there] = openTwo();
    await addSpider(here, shop);
    const file = { path: 'a.csv', partial: '.a.partial', size: 3, sha256: 'abc', before: null };
    const intention = { item: 7, files: [{ ...file, before: { size: 1, mtimeMs: 5.5 } }, file] };
    expect(await there.queries.recipes.intention(shop, 'a.csv')).toBeNull();
    await here.queries.recipes.intend(shop, 'a.csv', { item: 3, files: [] });
    await here.queries.recipes.intend(shop, 'a.csv', intention);
    await here.queries.recipes.intend(shop, 'b.csv', intention);
    await here.queries.recipes.moveMark(shop, 'a.csv', 6);
    expect(await there.queries.recipes.intention(shop, 'a.csv')).toEqual(intention);
    await here.queries.recipes.moveMark(shop, 'a.csv', 7);
    expect(await there.queries.recipes.intention(shop, 'a.csv')).toBeNull();
    expect(await there.queries.recipes.intention(shop, 'b.csv')).toEqual(intention);
    expect(await there.queries.recipes.mark(shop, 'b.csv')).toBe(0);
  });

  it('are carried out for a run once', async () => {
    const [here, there] = openTwo();
    await addSpider(here, shop);
    await here.queries.recipes.save(shop, weekly);
    await here.queries.recipes.save(shop, { ...weekly, name: 'by hand', afterRun: false });
    const run = await newRun(here, 'shop');
    expect([await here.queries.recipes.noteRun(run), await there.queries.recipes.noteRun(run)]).toEqual([
      1, 0,
    ]);
    expect(await here.queries.recipes.nextDue()).toBe(startTime);
    const taken = await here.queries.recipes.take(startTime + minute);
    expect(taken).toMatchObject({ run, attempt: 1, recipe: { name: 'weekly', last: { state: 'running' } } });
    expect(await there.queries.recipes.take(startTime + minute)).toBeNull();
    if (taken === null) return;
    await here.queries.recipes.end(taken, null, null);
    expect(await there.queries.recipes.get(shop, 'weekly')).toMatchObject({
      last: { run, state: 'done', attempts: 1, reason: null, endedAt: new Date(startTime).toISOString() },
    });
    expect(await there.queries.recipes.nextDue()).toBeNull();
  });

  it('are tried again, and given up with the reason', async () => {
    const studio = open();
    const { recipes } = studio.queries;
    await addSpider(studio, shop);
    await recipes.save(shop, weekly);
    await recipes.noteRun(await newRun(studio, 'shop'));
    const first = await recipes.take(startTime + minute);
    if (first === null) throw new Error('Nothing was due.');
    await recipes.end(first, 'The disk is full.', startTime + 2 * minute);
    expect(await recipes.take(startTime + minute)).toBeNull();
    expect((await recipes.get(shop, 'weekly'))?.last).toMatchObject({
      state: 'pending',
      reason: 'The disk is full.',
    });
    studio.pass(2 * minute);
    const second = await recipes.take(startTime + 3 * minute);
    expect(second?.attempt).toBe(2);
    if (second === null) return;
    await recipes.end(second, 'The disk is full.', null);
    expect((await recipes.get(shop, 'weekly'))?.last).toMatchObject({ state: 'failed', attempts: 2 });
  });

  it('are taken over from a process that says nothing more, which then ends nothing', async () => {
    const studio = open();
    const { recipes } = studio.queries;
    await addSpider(studio, shop);
    await recipes.save(shop, weekly);
    await recipes.noteRun(await newRun(studio, 'shop'));
    const first = await recipes.take(startTime + minute);
    if (first === null) throw new Error('Nothing was due.');
    expect(await recipes.extend(first, startTime + 2 * minute)).toBe(true);
    studio.pass(minute);
    expect(await recipes.take(startTime + 3 * minute)).toBeNull();
    studio.pass(minute);
    const second = await recipes.take(startTime + 3 * minute);
    expect(second?.attempt).toBe(2);
    expect(await recipes.extend(first, startTime + 9 * minute)).toBe(false);
    await recipes.end(first, null, null);
    expect((await recipes.get(shop, 'weekly'))?.last?.state).toBe('running');
  });

  it('tell what a person has carried out, and what was given up', async () => {
    const [here, there] = openTwo();
    await addSpider(here, shop);
    const { recipes } = here.queries;
    await recipes.save(shop, weekly);
    const run = await newRun(here, 'shop');
    await recipes.noteRun(run);
    const taken = await recipes.take(startTime + minute);
    if (taken === null) throw new Error('Nothing was due.');
    await recipes.noteByHand(shop, 'weekly', run, null);
    expect((await recipes.get(shop, 'weekly'))?.last?.state).toBe('running');
    await recipes.end(taken, 'The disk is full.', startTime + 2 * minute);
    expect((await there.queries.recipes.get(shop, 'weekly'))?.last).toMatchObject({
      state: 'pending',
      retryAt: new Date(startTime + 2 * minute).toISOString(),
    });
    expect(await recipes.failed(shop.project)).toEqual([]);
    await recipes.noteByHand(shop, 'weekly', run, 'No such folder.');
    expect(await there.queries.recipes.failed(shop.project)).toEqual([
      { spider: 'shop', recipe: 'weekly', run, reason: 'No such folder.' },
    ]);
    expect(await recipes.nextDue()).toBeNull();
    await recipes.noteByHand(shop, 'weekly', run, null);
    expect((await there.queries.recipes.get(shop, 'weekly'))?.last).toMatchObject({
      state: 'done',
      attempts: 3,
      reason: null,
      retryAt: null,
    });
    expect(await recipes.failed(shop.project)).toEqual([]);
    await recipes.noteByHand(shop, 'unknown', run, null);
  });
});
