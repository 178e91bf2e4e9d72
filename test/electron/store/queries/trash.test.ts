import { describe, expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import type { ItemView } from '../../../../electron/store/items/item-queries.ts';
import type { TrashTarget } from '../../../../electron/store/trash/trash-queries.ts';
import { daysInTrash, keptInTrashMs } from '../../../../shared/contract/trash-time.ts';
import { item, newRun, removeForGood, request, spiderNamed } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, crawl, readPage, shop, startRun, type Studio } from './studio.ts';

const wholeShop: TrashTarget = { kind: 'spider', ...shop };
const wholeProject: TrashTarget = { kind: 'project', project: 'default' };
const day = 24 * 3_600_000;

/** A spider with two versions, two runs with items, a saved page with values, a draft, a schedule, a recipe and queue entries. */
async function fill(studio: Studio): Promise<{ runs: string[]; page: string; schedule: string }> {
  const { queries } = studio;
  const first = await crawl(studio, shop, [{ n: 1, extracted: true, cached: true }]);
  const text = JSON.stringify({ ...spiderNamed('shop'), source_url: 'https://example.org/' });
  await queries.spiders.save({
    project: 'default',
    spider: 'shop',
    name: 'shop',
    text,
    base: 1,
    note: 'Better.',
  });
  await queries.spiders.mark(shop, 1, { label: 'live' });
  const second = await startRun(studio, shop);
  await readPage(second, 2, [item(2), item(3)]);
  await second.ledger.admit([request(3)]);
  await second.control.pausing('A person asked for it.');
  await second.control.end('paused', 'A person asked for it.', 'paused');
  const page = await queries.savedPages.add('default', 'shop', {
    ...{ title: 'A page', url: 'https://example.org/page/1', source: 'url', run: null },
    page: compressPage('<p>a page</p>', 'utf-8'),
  });
  await queries.lockedValues.lock([
    { page: page.id, kind: 'field', name: 'title', callback: null, values: [] },
  ]);
  await queries.drafts.put(shop, '{"name": "shop"}', 2, null);
  await queries.recipes.save(shop, { name: 'nightly', afterRun: true, recipe: '{}' });
  const schedule = await queries.schedules.add(shop, {
    ...{ cron: '0 2 * * *', zone: 'UTC', missed: 'once', enabled: true, priority: 0 },
    options: { limit: null, overrides: {}, allowPrivate: false },
  });
  const options = { limit: null, overrides: {}, allowPrivate: false };
  await queries.queue.add([{ ...shop, options, priority: 0, duplicates: 'allow' }], null);
  return { runs: [first, second.run], page: page.id, schedule: schedule.id };
}

const viewOf = (run: string | null): ItemView => ({
  ...shop,
  run,
  filters: [],
  words: [],
  sort: [],
  upTo: null,
});

/** All that the ports say about a spider, which is to be equal before and after. What differs in every case is left out. */
async function everythingOf(
  studio: Studio,
  { runs, page, schedule }: Awaited<ReturnType<typeof fill>>,
): Promise<unknown> {
  const { queries } = studio;
  const items = await Promise.all([null, ...runs].map((run) => queries.items.slice(viewOf(run), 0, 100)));
  return {
    projects: await queries.projects.list(),
    spiders: await queries.spiders.list(null),
    versions: await queries.spiders.versions(shop),
    labelled: await queries.spiders.labelled(shop, 'live'),
    runs: await queries.runs.list(),
    items: items.map(({ rows, total }) => ({ rows, total })),
    requests: await Promise.all(runs.map((run) => queries.requests.slice({ run, states: [] }, 0, 100))),
    events: await Promise.all(runs.map((run) => queries.events.list(run))),
    pages: await queries.savedPages.list('default', 'shop'),
    html: await queries.savedPages.html(page),
    locked: await queries.lockedValues.list('default', 'shop'),
    draft: await queries.drafts.get(shop),
    recipes: await queries.recipes.list(shop),
    history: await queries.history.list(shop, { text: '', offset: 0, limit: 10 }),
    schedule: { ...(await queries.schedules.get(schedule)), decidedUntil: 0, last: null },
  };
}

describeQueries('the trash', (open, openTwo) => {
  it.each([
    ['a spider', wholeShop],
    ['a project', wholeProject],
  ])('gives back %s exactly as it was', async (_, target) => {
    const studio = open();
    const filled = await fill(studio);
    const before = await everythingOf(studio, filled);
    const [row] = await studio.queries.trash.put([target]);
    expect(row).toMatchObject({
      kind: target.kind,
      project: 'default',
      spider: target.kind === 'project' ? null : 'shop',
      within: null,
      contents: { spiders: 1, versions: 3, runs: 2, paused: 1, items: 3, pages: 1 },
    });
    expect(await studio.queries.spiders.list(null)).toEqual([]);
    expect(await studio.queries.runs.list()).toEqual([]);
    expect(await studio.queries.schedules.list()).toEqual([]);
    expect(await studio.queries.trash.list()).toEqual([row]);
    studio.pass(3 * day);
    expect(await studio.queries.schedules.decideDue(Date.UTC(2026, 10, 23, 12))).toMatchObject({
      changed: [],
    });
    expect(await studio.queries.trash.restore(row?.id ?? '', null)).toMatchObject({
      kind: 'restored',
      project: 'default',
    });
    expect(await everythingOf(studio, filled)).toEqual(before);
    expect(await studio.queries.trash.list()).toEqual([]);
  });

  it('records why the moments of a schedule have passed, and catches none up', async () => {
    const studio = open();
    const { schedule } = await fill(studio);
    const { trash, schedules, queue } = studio.queries;
    const [row] = await trash.put([wholeShop]);
    expect((await queue.list()).entries).toMatchObject([
      { state: 'cancelled', reason: 'Its spider was deleted.', spiderExists: false },
    ]);
    studio.pass(3 * day);
    await trash.restore(row?.id ?? '', null);
    expect(await schedules.ticks(schedule, { before: null, limit: 10 })).toMatchObject([
      { dueAt: '2026-11-23T02:00:00.000Z', outcome: 'skipped', reason: 'Its spider was in the trash.' },
      { dueAt: '2026-11-22T02:00:00.000Z', outcome: 'skipped', reason: 'Its spider was in the trash.' },
    ]);
    expect(await schedules.decideDue(Date.UTC(2026, 10, 23, 12))).toMatchObject({ changed: [] });
    expect((await queue.list()).entries).toMatchObject([{ state: 'cancelled', spiderExists: true }]);
  });

  it('gives back runs and saved pages', async () => {
    const studio = open();
    const filled = await fill(studio);
    const before = await everythingOf(studio, filled);
    const { trash, runs, savedPages, lockedValues } = studio.queries;
    const [newest = ''] = filled.runs.toReversed();
    const put = await trash.put([
      { kind: 'run', run: newest },
      { kind: 'page', page: filled.page },
    ]);
    expect(put).toMatchObject([
      { kind: 'run', run: newest, spider: 'shop', contents: { runs: 1, paused: 1, items: 2 } },
      { kind: 'page', title: 'A page', spider: 'shop', contents: { runs: 0, pages: 1 } },
    ]);
    await expect(runs.get(newest)).rejects.toMatchObject({ code: 'not-found' });
    await expect(savedPages.get(filled.page)).rejects.toMatchObject({ code: 'not-found' });
    expect(await lockedValues.list('default', 'shop')).toEqual([]);
    for (const { id } of put) await trash.restore(id, null);
    expect(await everythingOf(studio, filled)).toEqual(before);
  });

  it('leaves the name free, and asks for another where it was taken', async () => {
    const studio = open();
    const filled = await fill(studio);
    const { trash, spiders } = studio.queries;
    const [row] = await trash.put([wholeShop]);
    await addSpider(studio, shop);
    expect(await spiders.get(shop)).toMatchObject({ version: 1, runs: 0, hasDraft: false });
    expect(await trash.restore(row?.id ?? '', null)).toMatchObject({ kind: 'taken', name: 'shop' });
    const other = { name: 'old-shop', revise: (text: string) => text.replace('"shop"', '"old-shop"') };
    expect(await trash.restore(row?.id ?? '', other)).toMatchObject({ kind: 'restored', spider: 'old-shop' });
    const old = { project: 'default', spider: 'old-shop' };
    expect(await spiders.get(old)).toMatchObject({ version: 4, runs: filled.runs.length });
    expect(await spiders.version(old, null)).toMatchObject({ origin: 'rename' });
    expect((await spiders.version(old, null))?.text).toContain('"old-shop"');
  });

  it('keeps a part until what it belongs to is restored', async () => {
    const studio = open();
    const filled = await fill(studio);
    const { trash } = studio.queries;
    const [run] = await trash.put([{ kind: 'run', run: filled.runs[0] ?? '' }]);
    const [spider] = await trash.put([wholeShop]);
    expect(spider).toMatchObject({ contents: { runs: 1 } });
    expect(await trash.list()).toMatchObject([
      { kind: 'spider', within: null },
      { kind: 'run', within: 'spider' },
    ]);
    expect(await trash.restore(run?.id ?? '', null)).toMatchObject({ kind: 'within' });
    const [project] = await trash.put([wholeProject]);
    expect(await trash.get(spider?.id ?? '')).toMatchObject({ within: 'project' });
    for (const row of [project, spider, run])
      expect(await trash.restore(row?.id ?? '', null)).toMatchObject({ kind: 'restored' });
    expect(await studio.queries.runs.list()).toHaveLength(2);
  });

  it('refuses what is being carried out, and deletes all targets or none', async () => {
    const studio = open();
    await fill(studio);
    const { control } = await startRun(studio, { ...shop, spider: 'busy' });
    const { trash, spiders } = studio.queries;
    const busy: TrashTarget = { kind: 'spider', project: 'default', spider: 'busy' };
    await expect(trash.put([busy])).rejects.toMatchObject({ code: 'conflict' });
    await expect(trash.put([wholeProject])).rejects.toMatchObject({ code: 'conflict' });
    await control.end('stopped', 'Stopped.', 'stopped');
    await expect(trash.put([{ kind: 'spider', project: 'default', spider: 'none' }])).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await spiders.list(null)).toHaveLength(2);
    expect(await trash.list()).toEqual([]);
    await expect(trash.restore('99', null)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is emptied by hand and by age, with what belongs to it', async () => {
    const studio = open();
    const filled = await fill(studio);
    const { trash, spiders } = studio.queries;
    await trash.put([{ kind: 'run', run: filled.runs[0] ?? '' }]);
    studio.pass(day);
    const [spider] = await trash.put([wholeShop]);
    const now = Date.UTC(2026, 10, 21, 12);
    expect(await trash.removeOlder(now + (daysInTrash - 1) * day - keptInTrashMs)).toBe(0);
    await trash.remove(spider?.id ?? '');
    expect(await trash.list()).toEqual([]);
    await expect(trash.restore(spider?.id ?? '', null)).rejects.toMatchObject({ code: 'not-found' });
    while (await trash.step());
    await addSpider(studio, shop);
    await trash.put([wholeShop]);
    expect(await trash.removeOlder(now + 2 * day)).toBe(1);
    while (await trash.step());
    expect(await spiders.list(null)).toEqual([]);
    expect(await newRun(studio)).not.toBe(filled.runs[0]);
  });

  it('is one for all connections', async () => {
    const [here, there] = openTwo();
    await fill(here);
    const deleted = await Promise.allSettled(
      [here, there].map(({ queries }) => queries.trash.put([wholeShop])),
    );
    expect(deleted.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [row] = await there.queries.trash.list();
    const restored = await Promise.allSettled(
      [here, there].map(({ queries }) => queries.trash.restore(row?.id ?? '', null)),
    );
    expect(restored.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await here.queries.spiders.list(null)).toHaveLength(1);
  });

  it('answers no port with what is in it, as if it had been deleted for good', async () => {
    const answers = await Promise.all(
      [false, true].map(async (forGood) => {
        const studio = open();
        const filled = await fill(studio);
        await addSpider(studio, { ...shop, spider: 'other' });
        if (forGood) await removeForGood(studio.queries, wholeShop);
        else await studio.queries.trash.put([wholeShop]);
        return leaks(studio, filled);
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
});

/** What the ports say when they are asked for a spider, its runs, requests and pages that were deleted. */
async function leaks(
  studio: Studio,
  { runs, page, schedule }: Awaited<ReturnType<typeof fill>>,
): Promise<unknown> {
  const { queries } = studio;
  const told = async (answer: Promise<unknown>): Promise<unknown> =>
    answer.catch((error: unknown) => (error instanceof Error ? error.name : error));
  const [run = ''] = runs;
  const asked = [
    queries.projects.list(),
    queries.projects.overview('default', { since: 0, until: 1, runs: 5 } as never),
    queries.spiders.list(null),
    queries.spiders.versions(shop),
    queries.spiders.version(shop, null),
    queries.spiders.labelled(shop, 'live'),
    queries.spiders.newestTexts('default'),
    queries.drafts.get(shop),
    queries.drafts.unsaved(null),
    queries.runs.list(),
    queries.runs.get(run),
    queries.runs.latest('default', 'shop'),
    queries.runs.latestWithItems('default', 'shop'),
    queries.items.slice(viewOf(null), 0, 10),
    queries.items.slice(viewOf(run), 0, 10),
    queries.items.ofRequest('1'),
    queries.requests.slice({ run, states: [] }, 0, 10),
    queries.events.list(run),
    queries.items.get('1'),
    queries.requests.get('1'),
    queries.pages.ofRequest('1'),
    queries.savedPages.list('default', 'shop'),
    queries.savedPages.get(page),
    queries.savedPages.html(page),
    queries.lockedValues.list('default', 'shop'),
    queries.lockedValues.unlock([{ page, kind: 'field', name: 'title' }]),
    queries.history.list(shop, { text: '', offset: 0, limit: 10 }),
    queries.proofs.list(shop, 10),
    queries.recipes.list(shop),
    queries.recipes.nextDue(),
    queries.schedules.list(),
    queries.schedules.get(schedule),
    queries.queue
      .list()
      .then(({ entries }) => entries.map(({ state, run: of, spiderExists }) => [state, of, spiderExists])),
    queries.health.list('default'),
  ];
  return Promise.all(asked.map(told));
}

describe('an entry of the trash', () => {
  it('is kept for thirty days', () => {
    expect([daysInTrash, keptInTrashMs]).toEqual([30, 30 * day]);
  });
});
