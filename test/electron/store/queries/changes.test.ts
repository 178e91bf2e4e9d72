import { expect, it } from 'vitest';
import type { KnownChanges } from '../../../../electron/store/change-queries.ts';
import { newRun, request, spiderNamed } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop, startRun, type Studio } from './studio.ts';

const unknown: KnownChanges = { version: null, runs: [], after: '0' };

describeQueries('changes', (_, openTwo) => {
  async function look({ queries }: Studio, known: Partial<KnownChanges> = {}) {
    const changes = await queries.changes.since({ ...unknown, ...known });
    if (changes === null) throw new Error('Nothing has changed.');
    return changes;
  }

  it('are what there is, for those who know nothing', async () => {
    const [here, there] = openTwo();
    expect(await look(here)).toMatchObject({
      runs: [],
      newestRun: '0',
      states: [],
      spiders: [],
      projects: [],
    });
    await addSpider(there, { project: 'press', spider: 'news' });
    const { run, control } = await startRun(there);
    await control.end('completed', 'It is over.', 'finished');
    await there.queries.projects.create('archive');
    const changes = await look(here);
    expect(changes.projects).toEqual(['archive', 'default', 'press']);
    expect(changes.spiders.toSorted((a, b) => (a.project < b.project ? -1 : 1))).toEqual([
      { ...shop, version: 1 },
      { project: 'press', spider: 'news', version: 1 },
    ]);
    expect(changes).toMatchObject({
      newestRun: run,
      states: [{ id: run, state: 'completed' }],
      runs: [{ id: run, state: 'completed' }],
    });
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

  it('have the runs that are new, asked for, or carried out', async () => {
    const [here, there] = openTwo();
    const runs = [];
    for (const state of ['completed', 'stopped', null, 'failed'] as const) {
      const { run, control } = await startRun(there);
      if (state !== null) await control.end(state, 'It is over.', 'finished');
      runs.push(run);
    }
    const [first = '', second = '', running = '', last = ''] = runs;
    const ids = async (known: { runs?: string[]; after?: string }) => {
      const changes = await here.queries.changes.since({ ...unknown, ...known });
      return changes?.runs.map(({ id }) => id);
    };
    expect(await ids({})).toEqual(runs);
    expect(await ids({ after: last })).toEqual([running]);
    expect(await ids({ after: second })).toEqual([running, last]);
    expect(await ids({ after: last, runs: [first, '99'] })).toEqual([first, running]);
    expect((await look(here)).states.map(({ id }) => id)).toEqual(runs.toReversed());
  });

  it('tell what a run is asked to do', async () => {
    const [here, there] = openTwo();
    const { run } = await startRun(there);
    const before = await look(here);
    await there.queries.runs.stop(run, 'Stopped.');
    const { states, runs } = await look(here, { version: before.version });
    expect(states).not.toEqual(before.states);
    expect(runs).toMatchObject([{ id: run, requested: 'stop' }]);
  });

  it('are one look at the database, whatever is written meanwhile', async () => {
    const [here, there] = openTwo();
    const write = async () => {
      for (const name of ['shop', 'news', 'press']) await startRun(there, { project: name, spider: name });
    };
    const lookOften = async () => {
      const seen = [];
      for (let times = 0; times < 20; times += 1) seen.push(await look(here));
      return seen;
    };
    const [seen] = await Promise.all([lookOften(), write()]);
    expect(new Set(seen.map(({ newestRun }) => newestRun)).size).toBeGreaterThan(1);
    for (const { runs, newestRun, states, spiders, projects } of seen) {
      expect(states[0]?.id ?? '0').toBe(newestRun);
      expect(runs.at(-1)?.id ?? '0').toBe(newestRun);
      expect(runs.map(({ id }) => id)).toEqual(states.map(({ id }) => id).toReversed());
      for (const { project, spider } of runs)
        expect(spiders.filter((stamp) => stamp.project === project && stamp.spider === spider)).toHaveLength(
          1,
        );
      for (const { project } of spiders) expect(projects).toContain(project);
    }
  });
});
