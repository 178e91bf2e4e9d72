import { expect, it } from 'vitest';
import type { KnownChanges } from '../../../../electron/store/change-queries.ts';
import { maxChanges } from '../../../../electron/store/changes.ts';
import { newRun, request, spiderNamed, removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop, startRun, type Studio } from './studio.ts';

const unknown: KnownChanges = { version: null, position: null, runs: [] };

describeQueries('changes', (_, openTwo) => {
  async function look({ queries }: Studio, known: Partial<KnownChanges> = {}) {
    const changes = await queries.changes.since({ ...unknown, ...known });
    if (changes === null) throw new Error('Nothing has changed.');
    return changes;
  }

  it('begin where the outbox is, for those who know nothing', async () => {
    const [here, there] = openTwo();
    expect(await look(here)).toMatchObject({ position: 0, entries: [], isBehind: false, runs: [] });
    await addSpider(there, shop);
    const { position } = await look(here);
    expect(position).toBe(await there.queries.outbox.position());
    const { run, control } = await startRun(there);
    await control.end('completed', 'It is over.', 'finished');
    const { entries, runs } = await look(here, { position });
    expect(entries.map(({ change }) => change)).toMatchObject([
      { kind: 'run', subject: run, state: 'queued' },
      { kind: 'run', subject: run, state: 'running' },
      { kind: 'run', subject: run, state: 'completed' },
    ]);
    expect(runs).toMatchObject([{ id: run, state: 'completed' }]);
  });

  it('are left out for those who are too far behind', async () => {
    const [here, there] = openTwo();
    await addSpider(there, shop);
    const { position } = await look(here);
    for (let n = 0; n <= maxChanges; n += 1) await there.queries.projects.create(`p${n}`);
    const behind = await look(here, { position });
    expect(behind).toMatchObject({ entries: [], isBehind: true });
    expect(behind.position).toBe(position + maxChanges + 1);
    const all = await look(here, { position: position + 1 });
    expect(all.isBehind).toBe(false);
    expect(all.entries).toHaveLength(maxChanges);
  });

  it.each<[string, (studio: Studio) => Promise<unknown>]>([
    ['a project', ({ queries }) => queries.projects.create('press')],
    ['a spider', (studio) => addSpider(studio, { ...shop, spider: 'news' })],
    [
      'a version',
      ({ queries }) => {
        const text = JSON.stringify({ ...spiderNamed('shop'), description: 'later' });
        return queries.spiders.import({ project: 'default', name: 'shop', text }, { dryRun: false });
      },
    ],
    ['a draft', ({ queries }) => queries.drafts.put(shop, '{', 1, null)],
    ['a run', (studio) => newRun(studio)],
    ['a page of a run', async (studio) => (await startRun(studio)).ledger.admit([request(1)])],
  ])('are there once somebody else has written %s, and not before', async (_what, write) => {
    const [here, there] = openTwo();
    await addSpider(there, shop);
    const { version } = await look(here);
    expect(await here.queries.changes.since({ ...unknown, version })).toBeNull();
    await write(there);
    const next = await look(here, { version });
    expect(next.version).not.toBe(version);
    expect(await here.queries.changes.since({ ...unknown, version: next.version })).toBeNull();
  });

  it('have the runs that have changed, are asked for, or carried out', async () => {
    const [here, there] = openTwo();
    const runs = [];
    for (const state of ['completed', 'stopped', null, 'failed'] as const) {
      const { run, control } = await startRun(there);
      if (state !== null) await control.end(state, 'It is over.', 'finished');
      runs.push(run);
    }
    const [first = '', second = '', running = ''] = runs;
    const { position } = await look(here);
    const ids = async (known: Partial<KnownChanges>) => (await look(here, known)).runs.map(({ id }) => id);
    expect(await ids({})).toEqual([running]);
    expect(await ids({ runs: [first, '99'] })).toEqual([first, running]);
    await removeForGood(there.queries, { kind: 'run', run: first });
    await there.queries.requests.requeueFailed(second);
    expect(await ids({ position })).toEqual([running]);
    await there.queries.runs.stop(running, 'Stopped.');
    const { entries, runs: changed } = await look(here, { position });
    expect(changed).toMatchObject([{ id: running, requested: 'stop' }]);
    expect(entries.map(({ change }) => change)).toMatchObject([
      { subject: first, what: 'deleted' },
      { subject: running, what: 'asked' },
    ]);
  });

  it('are one look at the database, whatever is written meanwhile', async () => {
    const [here, there] = openTwo();
    const write = async () => {
      for (const name of ['shop', 'news', 'press']) await startRun(there, { project: name, spider: name });
    };
    const lookOften = async () => {
      const seen = [];
      for (let times = 0; times < 20; times += 1) seen.push(await look(here, { position: 0 }));
      return seen;
    };
    const [seen] = await Promise.all([lookOften(), write()]);
    expect(new Set(seen.map(({ position }) => position)).size).toBeGreaterThan(1);
    for (const { runs, position, entries } of seen) {
      expect(entries.at(-1)?.position ?? 0).toBe(position);
      const changed = entries.flatMap(({ change }) => (change.kind === 'run' ? [change.subject] : []));
      expect(runs.map(({ id }) => id)).toEqual([...new Set(changed)]);
    }
  });
});
