import { expect, it } from 'vitest';
import { item, newRun, request, spiderNamed, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, claimed, crawl, readPage, shop, startRun } from './studio.ts';

const options = { limit: 5, overrides: { DOWNLOAD_DELAY: 0, NESTED: { a: [1] } }, allowPrivate: true };

describeQueries('runs', (open, openTwo) => {
  it('are created queued, with the version and the options that they keep', async () => {
    const studio = open();
    const { runs, spiders } = studio.queries;
    await addSpider(studio, shop);
    const versionId = (await spiders.version(shop, null))?.id ?? '';
    const { id } = await runs.create({ versionId, kind: 'test', options, appVersion: '0.1.0', owner: null });
    const text = JSON.stringify({ ...spiderNamed('shop'), description: 'later' });
    await spiders.import({ project: 'default', name: 'shop', text }, { dryRun: false });
    expect(await runs.get(id)).toEqual({
      ...shop,
      id,
      version: 1,
      versionId,
      state: 'queued',
      reason: null,
      kind: 'test',
      source: null,
      acceptedAt: null,
      cause: null,
      replacedBy: null,
      breaches: 0,
      options,
      appVersion: '0.1.0',
      owner: null,
      requested: null,
      sessions: 0,
      counters: { queued: 0, active: 0, done: 0, failed: 0, skipped: 0, seen: 0, items: 0 },
      createdAt: '2026-11-20T12:00:00.000Z',
      startedAt: null,
      endedAt: null,
      activeMs: 0,
      waitingSince: null,
      waitedMs: 0,
    });
  });

  it('belong to the process that creates them, or to the one that is named', async () => {
    const studio = open();
    const { runs } = studio.queries;
    expect((await runs.get(await newRun(studio))).owner?.pid).toBe(process.pid);
    const owner = { pid: process.pid + 1, lock: 'another' };
    const others = await newRun(studio, 'shop', 'default', owner);
    expect((await runs.get(others)).owner).toEqual(owner);
    await expect(studio.session(others).control.begin()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('that are not there are refused', async () => {
    const { runs, trash } = open().queries;
    const missing = { code: 'not-found' };
    const run = { versionId: '99', kind: 'full', appVersion: '0.1.0', options } as const;
    await expect(runs.create(run)).rejects.toMatchObject(missing);
    for (const id of ['99', '0', 'x']) {
      await expect(runs.get(id)).rejects.toMatchObject(missing);
      await expect(runs.overview(id)).rejects.toMatchObject(missing);
      await expect(runs.receipt(id)).rejects.toMatchObject(missing);
      await expect(runs.series(id, 10)).rejects.toMatchObject(missing);
      await expect(runs.tiers(id)).rejects.toMatchObject(missing);
      await expect(runs.pause(id)).rejects.toMatchObject(missing);
      await expect(runs.stop(id, 'Stopped.')).rejects.toMatchObject(missing);
      await expect(runs.cutOff(id, 'Cut off.')).rejects.toMatchObject(missing);
      await expect(runs.hasPages(id)).rejects.toMatchObject(missing);
      await expect(runs.accept(id)).rejects.toMatchObject(missing);
      await expect(removeForGood({ trash }, { kind: 'run', run: id })).rejects.toMatchObject(missing);
    }
    expect(await runs.list()).toEqual([]);
    expect(await runs.latest('default', 'shop')).toBeNull();
    expect(await runs.latestWithItems('default', 'shop')).toBeNull();
  });

  it('are listed newest first, by project and by spider', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const a = await newRun(studio, 'shop');
    const b = await newRun(studio, 'news');
    const c = await newRun(studio, 'shop');
    const d = await newRun(studio, 'shop', 'press');
    const ids = async (query?: Parameters<typeof runs.list>[0]) =>
      (await runs.list(query)).map(({ id }) => id);
    expect(await ids()).toEqual([d, c, b, a]);
    expect(await ids({ project: 'default' })).toEqual([c, b, a]);
    expect(await ids({ spider: 'shop' })).toEqual([d, c, a]);
    expect(await ids(shop)).toEqual([c, a]);
    expect(await ids({ limit: 2 })).toEqual([d, c]);
    expect((await runs.latest('default', 'shop'))?.id).toBe(c);
  });

  it('are listed part by part, each once, while others are added', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const all = [await newRun(studio), await newRun(studio), await newRun(studio)].reverse();
    const seen: string[] = [];
    for (let parts = 0; parts < 4; parts += 1) {
      const before = seen.at(-1);
      const part = await runs.list({ ...(before === undefined ? {} : { before }), limit: 1 });
      seen.push(...part.map(({ id }) => id));
      await newRun(studio);
    }
    expect(seen).toEqual(all);
  });

  it('that have items are found behind those that have none', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const run = await crawl(studio, shop, [{ n: 1, extracted: true }]);
    await crawl(studio, shop, [{ n: 1, extracted: false }]);
    await crawl(studio, { ...shop, spider: 'news' }, [{ n: 1, extracted: true }]);
    expect(await runs.latestWithItems('default', 'shop')).toMatchObject({ id: run, counters: { items: 1 } });
  });

  it('extract again from a crawl, and stand for it once they are accepted', async () => {
    const studio = open();
    const { runs, items, trash } = studio.queries;
    const source = await crawl(studio, shop, [{ n: 1, extracted: true }]);
    expect(await runs.hasPages(source)).toBe(true);
    const { versionId } = await runs.get(source);
    const run = { versionId, kind: 'reextract', source, options, appVersion: '0.1.0' } as const;
    const { id } = await runs.create(run);
    const { id: second } = await runs.create(run);
    expect(await runs.get(id)).toMatchObject({ kind: 'reextract', source, acceptedAt: null });
    expect(await runs.hasPages(id)).toBe(false);
    const conflict = { code: 'conflict' };
    await expect(runs.accept(id)).rejects.toMatchObject(conflict);
    await expect(runs.accept(source)).rejects.toMatchObject(conflict);
    await expect(removeForGood({ trash }, { kind: 'run', run: source })).rejects.toMatchObject(conflict);
    for (const generation of [id, second]) {
      const session = studio.session(generation);
      await session.control.begin();
      await session.control.end('completed', 'It is over.', 'finished');
    }
    const latest = async () => (await runs.latest('default', 'shop'))?.id;
    const shown = async () => {
      const view = { ...shop, run: null, filters: [], words: [], sort: [], upTo: null };
      return (await items.slice(view, 0, 10)).total;
    };
    expect(await latest()).toBe(source);
    expect(await shown()).toBe(1);
    expect(await runs.accept(id)).toMatchObject({ acceptedAt: expect.stringContaining('2026-11-20') });
    const replaced = async (...ids: string[]) =>
      Promise.all(ids.map(async (each) => (await runs.get(each)).replacedBy));
    expect(await replaced(source, id, second)).toEqual([id, null, id]);
    expect(await latest()).toBe(id);
    expect(await shown()).toBe(0);
    expect(await runs.latestWithItems('default', 'shop')).toBeNull();
    expect((await runs.list({ current: true })).map((run) => run.id)).toEqual([id]);
    await runs.accept(second);
    expect(await latest()).toBe(second);
    expect(await runs.get(id)).toMatchObject({ acceptedAt: null });
    expect(await replaced(source, id, second)).toEqual([second, second, null]);
    const newer = await crawl(studio, shop, [{ n: 1, extracted: true }]);
    await runs.accept(id);
    expect(await latest()).toBe(newer);
    await removeForGood({ trash }, { kind: 'run', run: newer });
    await removeForGood({ trash }, { kind: 'run', run: id });
    expect(await latest()).toBe(source);
    await removeForGood({ trash }, { kind: 'run', run: source });
    expect(await runs.get(second)).toMatchObject({ source });
  });

  it('keep the time at work, without pauses and waiting for the network', async () => {
    const studio = open();
    const { queries, pass } = studio;
    const run = await newRun(studio);
    const { control } = studio.session(run);
    pass(5000);
    await control.begin();
    pass(1000);
    await control.waiting('The network is down.');
    pass(200);
    expect(await queries.runs.get(run)).toMatchObject({
      reason: 'The network is down.',
      activeMs: 1000,
      waitingSince: '2026-11-20T12:00:06.000Z',
      waitedMs: 0,
    });
    await control.waiting(null);
    pass(30);
    expect(await queries.runs.get(run)).toMatchObject({ reason: null, activeMs: 1030, waitedMs: 200 });
    await control.end('paused', 'Paused.', 'paused');
    pass(60_000);
    expect(await queries.runs.get(run)).toMatchObject({ state: 'paused', activeMs: 1030, endedAt: null });
    expect(await control.begin()).toEqual({ spentMs: 1030 });
    await control.end('completed', 'Nothing is left to do.', 'finished');
    expect(await queries.runs.get(run)).toMatchObject({
      state: 'completed',
      reason: 'Nothing is left to do.',
      sessions: 2,
      owner: null,
      activeMs: 1030,
      startedAt: '2026-11-20T12:00:05.000Z',
      endedAt: '2026-11-20T12:01:06.230Z',
      waitingSince: null,
    });
  });

  it('that are carried out are asked to pause or to stop', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const run = await newRun(studio);
    const { control } = studio.session(run);
    // It is about to begin, and cannot be asked yet.
    expect(await runs.pause(run)).toMatchObject({ state: 'queued', requested: null });
    expect(await runs.stop(run, 'Stopped.')).toMatchObject({ state: 'queued', requested: null });
    await control.begin();
    expect(await runs.pause(run)).toMatchObject({ state: 'running', requested: 'pause' });
    expect(await control.requested()).toBe('pause');
    expect(await runs.stop(run, 'Stopped.')).toMatchObject({ state: 'running', requested: 'stop' });
    await control.end('stopped', 'It is over.', 'stopped');
    expect(await runs.get(run)).toMatchObject({ state: 'stopped', reason: 'It is over.', requested: null });
  });

  it('leave out the URLs that people exclude, in each of their sessions', async () => {
    const [here, there] = openTwo();
    const run = await newRun(here);
    const { control } = here.session(run);
    expect(await here.queries.runs.exclusions(run)).toEqual([]);
    expect(await here.queries.runs.exclude(run, '/calendar/')).toBe(true);
    await control.begin();
    expect(await control.exclusions()).toEqual(['/calendar/']);
    const odd = `/ü[?&]"tag"='x',{}\\\\d+`;
    expect(await there.queries.runs.exclude(run, odd)).toBe(true);
    expect(await there.queries.runs.exclude(run, '/calendar/')).toBe(false);
    expect(await control.exclusions()).toEqual(['/calendar/', odd]);
    await control.end('paused', 'Paused.', 'paused');
    expect(await there.queries.runs.exclude(run, 'z', 'by the key "night"')).toBe(true);
    const again = here.session(run).control;
    await again.begin();
    expect(await again.exclusions()).toEqual(['/calendar/', odd, 'z']);
    expect(await there.queries.runs.exclusions(run)).toEqual(['/calendar/', odd, 'z']);
    const events = await here.queries.events.list(run, { kinds: ['excluded'], limit: 10 });
    expect(events.map(({ message }) => message)).toEqual([
      'URLs that match "/calendar/" are excluded from here on.',
      `URLs that match "${odd}" are excluded from here on.`,
      'URLs that match "z" are excluded from here on, as asked for by the key "night".',
    ]);
    const other = await startRun(here);
    expect(await other.control.exclusions()).toEqual([]);
  });

  it.each(['completed', 'stopped', 'failed'] as const)(
    'that are %s, or gone, take no exclusions',
    async (state) => {
      const studio = open();
      const { runs } = studio.queries;
      const { run, control } = await startRun(studio);
      await runs.exclude(run, '/a/');
      await control.end(state, 'It is over.', 'finished');
      await expect(runs.exclude(run, '/b/')).rejects.toMatchObject({ code: 'conflict' });
      expect(await runs.exclusions(run)).toEqual(['/a/']);
      await removeForGood(studio.queries, { kind: 'run', run });
      await expect(runs.exclude(run, '/b/')).rejects.toMatchObject({ code: 'not-found' });
      await expect(runs.exclusions(run)).rejects.toMatchObject({ code: 'not-found' });
    },
  );

  it('that extract again take no exclusions', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const source = await crawl(studio, shop, []);
    const { versionId } = await runs.get(source);
    const { id } = await runs.create({ versionId, kind: 'reextract', source, options, appVersion: '0.1.0' });
    await expect(runs.exclude(id, '/a/')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are stopped, whoever asks them to pause at the same time', async () => {
    const [here, there] = openTwo();
    const { run, control } = await startRun(here);
    await Promise.all([here.queries.runs.stop(run, 'Stopped.'), there.queries.runs.pause(run)]);
    expect(await control.requested()).toBe('stop');
    const other = await startRun(here);
    await Promise.all([here.queries.runs.pause(other.run), there.queries.runs.stop(other.run, 'Stopped.')]);
    expect(await other.control.requested()).toBe('stop');
  });

  it('that nobody carries out are stopped at once', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const paused = await startRun(studio);
    await paused.control.end('paused', 'Paused.', 'paused');
    const queued = await newRun(studio, 'shop', 'default', null);
    for (const run of [paused.run, queued])
      expect(await runs.stop(run, 'Stopped.')).toMatchObject({ state: 'stopped', reason: 'Stopped.' });
  });

  it.each(['completed', 'stopped', 'failed'] as const)('that are %s stay so', async (state) => {
    const studio = open();
    const { runs } = studio.queries;
    const { run, control } = await startRun(studio);
    await control.end(state, 'It is over.', 'finished');
    await runs.pause(run);
    await runs.stop(run, 'Stopped.');
    await runs.cutOff(run, 'Cut off.');
    await expect(control.begin()).rejects.toMatchObject({
      code: 'conflict',
      message: `Run ${run} is ${state} and cannot become running.`,
    });
    expect(await control.end('paused', 'Paused.', 'paused')).toBe(false);
    expect(await runs.get(run)).toMatchObject({ state, reason: 'It is over.', requested: null });
  });

  it('are begun by one of two who try at once', async () => {
    const [here, there] = openTwo();
    const run = await newRun(here, 'shop', 'default', null);
    const begun = await Promise.allSettled(
      [here, there].map((studio) => studio.session(run).control.begin()),
    );
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await here.queries.runs.get(run)).toMatchObject({ state: 'running', sessions: 1 });
  });

  it('that are cut off are paused, and what was in flight is queued again', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const session = await startRun(studio);
    const [first = ''] = await claimed(session, [request(1), request(2)]);
    await session.ledger.skip({ id: first, facts: null, reason: 'no', events: [], page: null, links: [] });
    expect(await runs.cutOff(session.run, 'The thread has ended.')).toMatchObject({
      state: 'paused',
      reason: 'The thread has ended.',
      owner: null,
      counters: { queued: 1, active: 0, skipped: 1 },
    });
    expect(await runs.cutOff(session.run, 'Once more.')).toMatchObject({ reason: 'The thread has ended.' });
  });

  it('that are cut off before they begin have failed', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const run = await newRun(studio);
    expect(await runs.cutOff(run, 'The thread has ended.')).toMatchObject({
      state: 'failed',
      reason: 'The thread has ended.',
    });
  });

  it('are cut off once, whoever says so', async () => {
    const [here, there] = openTwo();
    const session = await startRun(here);
    await claimed(session, [request(1), request(2)]);
    const { run } = session;
    await Promise.all([here.queries.runs.cutOff(run, 'One.'), there.queries.runs.cutOff(run, 'Two.')]);
    const kinds = (await here.queries.events.list(run)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'paused' || kind === 'recovered')).toEqual([
      'paused',
      'recovered',
    ]);
    expect(await here.queries.runs.get(run)).toMatchObject({ state: 'paused', counters: { queued: 2 } });
  });

  it('are interrupted as soon as their process is gone, and can be resumed', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const session = await startRun(studio);
    await claimed(session, [request(1)]);
    studio.setOwnersAlive(false);
    expect(await runs.get(session.run)).toMatchObject({
      state: 'interrupted',
      reason: `The process that carried it out (${process.pid}) is gone.`,
      counters: { active: 1 },
    });
    await session.control.begin();
    studio.setOwnersAlive(true);
    expect(await runs.get(session.run)).toMatchObject({
      state: 'running',
      reason: null,
      sessions: 2,
      counters: { queued: 1, active: 0 },
    });
  });

  it('are deleted with what belongs to them, once nobody carries them out', async () => {
    const studio = open();
    const { runs, requests, items, events, trash } = studio.queries;
    const session = await startRun(studio);
    const { run, ledger, control } = session;
    const id = await readPage(session, 1, [item(1), item(2)]);
    await ledger.admit([request(2)]);
    await expect(removeForGood({ trash }, { kind: 'run', run })).rejects.toMatchObject({ code: 'conflict' });
    await control.end('completed', 'It is over.', 'finished');
    expect(await removeForGood({ trash }, { kind: 'run', run })).toEqual({
      ...{ spiders: 0, versions: 0, runs: 1, paused: 0, items: 2, pages: 0 },
      bytes: expect.any(Number),
    });
    await expect(runs.get(run)).rejects.toMatchObject({ code: 'not-found' });
    await expect(requests.get(id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await items.ofRequest(id)).toEqual([]);
    expect(await events.list(run)).toEqual([]);
    expect(await newRun(studio)).not.toBe(run);
  });

  it('are deleted once, whoever does it', async () => {
    const [here, there] = openTwo();
    const run = await newRun(here, 'shop', 'default', null);
    const deleted = await Promise.allSettled(
      [here, there].map(({ queries }) => removeForGood(queries, { kind: 'run', run })),
    );
    expect(deleted.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
