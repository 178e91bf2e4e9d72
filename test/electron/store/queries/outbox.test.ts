import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import type { Change } from '../../../../electron/store/outbox/change.ts';
import { newRun, request, spiderNamed, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, claimed, readPage, shop, startRun, startTime, type Studio } from './studio.ts';

describeQueries('the outbox', (open, openTwo) => {
  /** What has been written since a position. */
  async function since({ queries }: Studio, position: number): Promise<Change[]> {
    const { entries } = await queries.outbox.after(position, 1000);
    return entries.map(({ change }) => change);
  }

  async function changesOf(studio: Studio, work: () => Promise<unknown>): Promise<Change[]> {
    const before = await studio.queries.outbox.position();
    await work();
    return since(studio, before);
  }

  const saved = (studio: Studio, spider: string | null, name: string, base: number | null) => {
    const text = JSON.stringify({ ...spiderNamed(name), description: String(base) });
    return studio.queries.spiders.save({ project: 'default', spider, name, text, base });
  };

  it('is empty at first', async () => {
    const { queries } = open();
    expect(await queries.outbox.position()).toBe(0);
    expect(await queries.outbox.after(0, 10)).toEqual({ entries: [], position: 0 });
  });

  it('has every state of a run, and nothing of its pages', async () => {
    const studio = open();
    await addSpider(studio, shop);
    const run = { kind: 'run', spider: 'shop', project: 'default', runKind: 'full' };
    const moved = { ...run, what: 'moved' };
    const changes = await changesOf(studio, async () => {
      const session = await startRun(studio);
      for (let n = 1; n <= 20; n += 1) await readPage(session, n, []);
      await studio.queries.runs.pause(session.run);
      await studio.queries.runs.pause(session.run);
      await session.control.end('paused', 'Paused on request.', 'paused');
      await studio.queries.runs.stop(session.run, 'Stopped.');
      await removeForGood(studio.queries, { kind: 'run', run: session.run });
    });
    expect(changes).toEqual(
      [
        { ...run, what: 'created', state: 'queued', cause: null, reason: null },
        { ...moved, state: 'running', cause: null, reason: null },
        { ...run, what: 'asked', state: 'running', cause: null, reason: null },
        { ...moved, state: 'pausing', cause: null, reason: 'Paused on request.' },
        { ...moved, state: 'paused', cause: 'paused', reason: 'Paused on request.' },
        { ...moved, state: 'stopped', cause: 'stopped', reason: 'Stopped.' },
        { ...run, what: 'deleted', state: 'deleted', cause: 'stopped', reason: 'Stopped.' },
      ].map((change) => ({ ...change, subject: expect.any(String) })),
    );
  });

  it.each(['completed', 'stopped', 'failed'] as const)(
    'has the cause of a run that has %s',
    async (state) => {
      const studio = open();
      const { run, control } = await startRun(studio);
      const changes = await changesOf(studio, () => control.end(state, 'It is over.', 'limit'));
      expect(changes).toMatchObject([{ subject: run, state, cause: 'limit', reason: 'It is over.' }]);
      expect(await studio.queries.runs.get(run)).toMatchObject({ state, cause: 'limit' });
    },
  );

  it('has how much of the data is not as expected', async () => {
    const studio = open();
    const { control, measured } = await startRun(studio);
    const breach = { field: null, expectation: 'min_items', expected: '5', got: '1' } as const;
    const breaches = [{ ...breach, message: 'Too few.', examples: [] }];
    const of = { items: 1, withoutKey: 0, minItems: 5, fields: [], breaches };
    await measured.keep({ report: { ...of, isOver: true, onBreach: 'warn' }, told: [] });
    const changes = await changesOf(studio, () => control.end('completed', 'It is over.', 'finished'));
    expect(changes).toMatchObject([{ breaches: 1 }]);
  });

  it('has runs that are cut off and that a dead process left behind', async () => {
    const studio = open();
    const { run } = await startRun(studio);
    const cut = await changesOf(studio, () => studio.queries.runs.cutOff(run, 'The thread has ended.'));
    expect(cut).toMatchObject([
      { subject: run, state: 'pausing', cause: null },
      { subject: run, state: 'paused', cause: 'error', reason: 'The thread has ended.' },
    ]);
    const next = await startRun(studio);
    studio.setOwnersAlive(false);
    const taken = await changesOf(studio, () => studio.session(next.run).control.begin());
    expect(taken).toMatchObject([{ subject: next.run, state: 'running' }]);
  });

  it('has a run that is interrupted, once that is written down', async () => {
    const studio = open();
    const { runs } = studio.queries;
    const { run } = await startRun(studio);
    expect(await runs.noteInterrupted()).toBe(0);
    studio.setOwnersAlive(false);
    const changes = await changesOf(studio, async () => {
      expect(await runs.noteInterrupted()).toBe(1);
      expect(await runs.noteInterrupted()).toBe(0);
    });
    const { reason } = await runs.get(run);
    expect(changes).toMatchObject([
      { subject: run, what: 'moved', state: 'interrupted', cause: null, reason },
    ]);
    expect(await runs.get(run)).toMatchObject({ state: 'interrupted', requested: null });
  });

  it('has a run that goes on with what failed', async () => {
    const studio = open();
    const session = await startRun(studio);
    const [id = ''] = await claimed(session, [request(1)]);
    await session.ledger.fail({ id, facts: null, page: null, links: [], events: [], reason: '404' });
    await session.control.end('completed', 'It is over.', 'finished');
    const changes = await changesOf(studio, () => studio.queries.requests.requeueFailed(session.run));
    expect(changes).toMatchObject([{ subject: session.run, state: 'paused', cause: 'paused' }]);
  });

  it('has spiders: new ones, versions, other names, and those that are deleted with their runs', async () => {
    const studio = open();
    const changes = await changesOf(studio, async () => {
      await saved(studio, null, 'shop', null);
      await saved(studio, 'shop', 'shop', 1);
      await saved(studio, 'shop', 'store', 2);
      await newRun(studio, 'store');
      await studio.queries.trash.contents({ kind: 'spider', project: 'default', spider: 'store' });
      await removeForGood(studio.queries, { kind: 'spider', project: 'default', spider: 'store' });
    });
    const spider = { kind: 'spider', project: 'default' };
    expect(changes.filter(({ kind }) => kind !== 'run')).toMatchObject([
      { kind: 'project', project: 'default', what: 'created' },
      { ...spider, spider: 'shop', what: 'saved', version: 1 },
      { ...spider, spider: 'shop', what: 'saved', version: 2 },
      { ...spider, spider: 'store', what: 'renamed', version: 3, before: 'shop' },
      { ...spider, spider: 'store', what: 'saved', version: 3 },
      { ...spider, spider: 'store', what: 'saved', version: 4 },
      { ...spider, spider: 'store', what: 'deleted', version: null },
    ]);
    expect(
      changes.filter(({ kind }) => kind === 'run').map((change) => 'what' in change && change.what),
    ).toEqual(['created', 'deleted']);
    const subjects = changes.flatMap(({ kind, subject }) => (kind === 'spider' ? [subject] : []));
    expect(new Set(subjects).size).toBe(1);
  });

  it('has projects, and each spider that is deleted with one', async () => {
    const studio = open();
    const changes = await changesOf(studio, async () => {
      await studio.queries.projects.create('press');
      await studio.queries.projects.create('press');
      await studio.queries.projects.rename('press', 'news');
      await studio.queries.projects.rename('news', 'news');
      await addSpider(studio, { project: 'news', spider: 'daily' });
      await removeForGood(studio.queries, { kind: 'project', project: 'news' });
    });
    expect(changes).toMatchObject([
      { kind: 'project', project: 'press', what: 'created' },
      { kind: 'project', project: 'news', what: 'renamed', before: 'press' },
      { kind: 'spider', project: 'news', spider: 'daily', what: 'saved' },
      { kind: 'spider', project: 'news', spider: 'daily', what: 'deleted' },
      { kind: 'project', project: 'news', what: 'deleted' },
    ]);
  });

  it('has what is in the trash no more, and saved pages that go there and come back', async () => {
    const studio = open();
    const { trash } = studio.queries;
    await addSpider(studio, shop);
    const { id: page } = await studio.queries.savedPages.add('default', 'shop', {
      ...{ title: 'A page', url: null, source: 'file', run: null },
      page: compressPage('<h1>A page', 'utf-8'),
    });
    const ofPage = { kind: 'page', project: 'default', spider: 'shop', subject: page };
    const moved = await changesOf(studio, async () => {
      const [entry] = await trash.put([{ kind: 'page', page }], {});
      await trash.restore(entry?.id ?? '', null);
    });
    expect(moved).toEqual([
      { ...ofPage, what: 'deleted' },
      { ...ofPage, what: 'restored' },
    ]);
    const emptied = await changesOf(studio, async () => {
      const [first] = await trash.put([{ kind: 'page', page }], {});
      await trash.remove(first?.id ?? '');
      await trash.put([{ kind: 'project', project: 'default' }], {});
      studio.pass(1000);
      await trash.removeOlder(startTime + 1000);
    });
    expect(emptied.filter(({ kind }) => kind === 'trash')).toEqual([
      { kind: 'trash', subject: expect.any(String), what: 'emptied' },
      { kind: 'trash', subject: expect.any(String), what: 'emptied' },
    ]);
  });

  it('has nothing of what was not done', async () => {
    const studio = open();
    const { run, control } = await startRun(studio);
    const changes = await changesOf(studio, async () => {
      await removeForGood(studio.queries, { kind: 'run', run }).catch(() => undefined);
      await studio.queries.runs.stop('99', 'Stopped.').catch(() => undefined);
      await removeForGood(studio.queries, { kind: 'project', project: 'default' }).catch(() => undefined);
      await saved(studio, 'shop', 'shop', 7);
    });
    expect(changes).toEqual([]);
    await control.end('completed', 'It is over.', 'finished');
    const again = await changesOf(studio, () => control.end('failed', 'Once more.', 'error'));
    expect(again).toEqual([]);
  });

  it('is read in stretches, with the time of each change', async () => {
    const studio = open();
    for (const name of ['a', 'b', 'c']) {
      await studio.queries.projects.create(name);
      studio.pass(1000);
    }
    const first = await studio.queries.outbox.after(0, 2);
    expect(first.entries.map(({ at }) => at)).toEqual([startTime, startTime + 1000]);
    const second = await studio.queries.outbox.after(first.position, 2);
    expect(second.entries).toMatchObject([{ at: startTime + 2000, change: { project: 'c' } }]);
    const third = await studio.queries.outbox.after(second.position, 2);
    expect(third).toEqual({ entries: [], position: second.position });
    expect(await studio.queries.outbox.position()).toBe(second.position);
  });

  it('is read by time, too', async () => {
    const studio = open();
    for (const name of ['a', 'b', 'c']) {
      await studio.queries.projects.create(name);
      studio.pass(1000);
    }
    const found = await studio.queries.outbox.between(startTime, startTime + 2000);
    expect(found).toMatchObject([
      { at: startTime + 1000, change: { project: 'b' } },
      { at: startTime + 2000, change: { project: 'c' } },
    ]);
    expect(await studio.queries.outbox.between(startTime + 2000, startTime + 3000)).toEqual([]);
  });

  it('remembers how far its readers are, which never go back', async () => {
    const [here, there] = openTwo();
    expect(await here.queries.outbox.readerAt('notices')).toBeNull();
    expect(await here.queries.outbox.advance('notices', 7)).toBe(true);
    for (const position of [3, 7])
      expect(await there.queries.outbox.advance('notices', position)).toBe(false);
    expect(await there.queries.outbox.readerAt('notices')).toBe(7);
    expect(await there.queries.outbox.readerAt('windows')).toBeNull();
  });

  it('is pruned by age, as far as all readers are, and counts on', async () => {
    const studio = open();
    const { outbox, projects } = studio.queries;
    for (const name of ['a', 'b', 'c', 'd']) {
      await projects.create(name);
      studio.pass(1000);
    }
    const { entries } = await outbox.after(0, 10);
    const [first = 0, second = 0, third = 0] = entries.map(({ position }) => position);
    await outbox.advance('slow', first);
    await outbox.advance('fast', third);
    expect(await outbox.prune(startTime + 2000)).toBe(1);
    expect(await since(studio, 0)).toMatchObject([{ project: 'b' }, { project: 'c' }, { project: 'd' }]);
    await outbox.advance('slow', third);
    expect(await outbox.prune(startTime + 2000)).toBe(1);
    expect(await outbox.prune(startTime + 2000)).toBe(0);
    expect((await outbox.after(0, 10)).entries[0]?.position).toBeGreaterThan(second);
    const end = await outbox.position();
    await outbox.advance('slow', end);
    await outbox.advance('fast', end);
    expect(await outbox.prune(startTime + 10_000)).toBe(2);
    expect(await outbox.position()).toBe(end);
  });
});
