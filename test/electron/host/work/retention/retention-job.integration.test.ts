import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { keepEverything } from '../../../../../shared/retention.ts';
import type { AskedDatabase } from '../../../../../electron/host/data/internal.ts';
import { openLocalDatabase } from '../../../../../electron/host/database/local-database.ts';
import { RetentionJob } from '../../../../../electron/host/work/retention/retention-job.ts';
import { openStore } from '../../../../../electron/store/open.ts';
import { databaseFile } from '../../../../../electron/host/workspace/workspace.ts';
import { scratchFolder } from '../../../store/support.ts';
import { crawledRun } from '../../../store/upkeep/crawled-run.ts';

/** A moment by the clock of the computer, which is what the nights of the job go by. */
const at = (day: number, hour: number): number => new Date(2031, 0, day, hour).getTime();

/** Two spiders with three runs each, whose pages no other run has. */
async function crawlAll(dataDir: string): Promise<void> {
  const store = openStore(databaseFile(dataDir));
  for (const spider of ['shop', 'zine'])
    for (const time of ['first', 'second', 'third'])
      await crawledRun(store, { 1: `${spider} ${time} 1`, 2: `${spider} ${time} 2` }, { spider });
  store.close();
}

/** A process with the job on a data folder. @param killedAfter steps of the removal after which it does nothing any more */
function startProcess(dataDir: string, killedAfter = Infinity) {
  const database = openLocalDatabase({ dataDir, onOpen: () => undefined, publish: () => undefined });
  onTestFinished(() => database.close());
  const faults: unknown[] = [];
  const underWay = new Set<object>();
  let steps = 0;
  const watched: AskedDatabase = {
    ask(queryClass, name, args) {
      if (name === 'retentionStep' && steps === killedAfter) return new Promise<never>(() => undefined);
      const asked = database.ask(queryClass, name, args);
      underWay.add(asked);
      const ended = (): void => {
        underWay.delete(asked);
        if (name === 'retentionStep') steps += 1;
      };
      void asked.then(ended, ended);
      return asked;
    },
  };
  const job = new RetentionJob({ database: watched, onFault: (_, error) => faults.push(error) });
  return {
    database,
    faults,
    steps: () => steps,
    /** One tick of the clock, and all that it begins. */
    async tick(now: number): Promise<void> {
      await job.tick(now);
      do await setImmediate();
      while (underWay.size > 0);
    },
    async kept() {
      const { queries, retention } = database.workspace();
      const of = async (spider: string) => (await queries.runs.list({ project: 'default', spider })).length;
      return {
        shop: await of('shop'),
        zine: await of('zine'),
        pages: (await queries.pages.size()).pages,
        inTrash: (await queries.trash.list()).length,
        isNoted: retention.settings().done !== null,
      };
    },
  };
}

it('goes by the rules once a night, and finishes what was cut off before the next one', async () => {
  const dataDir = scratchFolder();
  await crawlAll(dataDir);
  const first = startProcess(dataDir, 1);
  const { retention } = first.database.workspace();
  retention.setRule({ project: null, spider: null }, { ...keepEverything, runs: 1, dataset: 'forget' });
  await first.tick(at(2, 4));
  expect(await first.kept()).toMatchObject({ shop: 3, zine: 3 });
  await first.database.call('retention.configure', { nightly: true }, { window: null });

  await first.tick(at(2, 5));
  // What was decided is seen at once, for good; its room is not free yet.
  expect(first.steps()).toBe(1);
  const cutOff = await first.kept();
  expect(cutOff).toMatchObject({ shop: 1, zine: 3, inTrash: 0, isNoted: false });
  expect(cutOff.pages).toBeGreaterThan(8);
  await first.database.close();

  const second = startProcess(dataDir);
  await second.tick(at(2, 9));
  expect(await second.kept()).toEqual({ shop: 1, zine: 3, pages: 8, inTrash: 0, isNoted: false });
  const stepsOfDay = second.steps();
  await second.tick(at(3, 2));
  expect(second.steps()).toBe(stepsOfDay);
  await second.tick(at(3, 4));
  expect(await second.kept()).toEqual({ shop: 1, zine: 1, pages: 4, inTrash: 0, isNoted: true });
  const { last } = await second.database.call('retention.rules', {}, { window: null });
  expect(last).toMatchObject({ at: new Date(at(3, 4)).toISOString(), removed: { runs: 2, items: 4 } });
  const steps = second.steps();
  await second.tick(at(3, 6));
  expect(second.steps()).toBe(steps);
  expect([...first.faults, ...second.faults]).toEqual([]);
  expect(openedWhole(dataDir)).toEqual([]);
});

/** What is wrong with a database. */
function openedWhole(dataDir: string): string[] {
  const store = openStore(databaseFile(dataDir));
  try {
    return store.check();
  } finally {
    store.close();
  }
}
