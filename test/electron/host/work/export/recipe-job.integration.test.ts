import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLocalDatabase } from '../../../../../electron/host/database/local-database.ts';
import {
  carryOutRecipe,
  fileName,
  objectKey,
} from '../../../../../electron/host/work/export/carry-out-recipe.ts';
import { createRecipeHandlers } from '../../../../../electron/host/serving/recipe-handlers.ts';
import { createExports } from '../../../../../electron/host/work/export/exports.ts';
import { createLocalExports } from '../../../../../electron/host/work/export/local-exports.ts';
import { RecipeJob, type GivenUpExport } from '../../../../../electron/host/work/export/recipe-job.ts';
import type { Recipe, RecipeSettings } from '../../../../../shared/contract/types.ts';
import { completed, item, newRun, portsOf, request, scratchFolder } from '../../../store/support.ts';

const of = { project: 'default', spider: 'shop' };
const minute = 60_000;

/** A workspace with a spider, and a process that carries its saved exports out. */
async function open(settings: (folder: string) => Partial<RecipeSettings>) {
  const dataDir = scratchFolder();
  const folder = join(dataDir, 'exports');
  mkdirSync(folder);
  const database = openLocalDatabase({ dataDir, onOpen: () => undefined, publish: () => undefined });
  onTestFinished(() => database.close());
  await newRun(database.workspace(), of.spider);
  const exports = createLocalExports(() => database.reading());
  const work = { database, exports, dataDir };
  /** A run that has ended with an item. */
  const run = async (): Promise<string> => {
    const store = database.workspace();
    const id = await newRun(store, of.spider);
    const { control, ledger } = portsOf(store, id);
    await control.begin();
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim(request(1).origin, 1, 0);
    await ledger.complete(completed(claimed?.id ?? '', [item(1)]));
    await control.end('completed', 'All pages are done.', 'finished');
    return id;
  };
  const save = () =>
    database.ask('write', 'saveRecipe', {
      of,
      name: 'nightly',
      afterRun: true,
      settings: {
        format: 'jsonl',
        columns: null,
        items: 'run',
        target: { kind: 'folder', folder, name: '{spider}-{run}' },
        ...settings(folder),
      },
    });
  const recipe = (): Promise<Recipe> => database.ask('quick', 'recipe', { of, name: 'nightly' });
  const told: GivenUpExport[] = [];
  const tell = (givenUp: GivenUpExport): Promise<void> => {
    told.push(givenUp);
    return Promise.resolve();
  };
  return { work, folder, run, save, recipe, told, job: new RecipeJob(work, tell) };
}

it('exports each run that ends from then on, once', async () => {
  const { folder, run, save, recipe, job, work } = await open(() => ({}));
  await run();
  await save();
  const second = await run();
  await job.tick(Date.now());
  expect(readdirSync(folder)).toEqual([`shop-${second}.jsonl`]);
  expect((await recipe()).last).toMatchObject({ run: second, state: 'done', attempts: 1, reason: null });
  await new RecipeJob(work, () => Promise.resolve()).tick(Date.now());
  expect((await recipe()).last?.attempts).toBe(1);
});

it('names what it writes by the end of the run, however late it is tried', async () => {
  const { folder, run, save, job } = await open((path) => ({
    target: { kind: 'folder', folder: path, name: '{run} {date}' },
  }));
  await save();
  const id = await run();
  await job.tick(Date.now() + 3 * 24 * 60 * minute);
  expect(readdirSync(folder)).toEqual([`${id} ${new Date().toISOString().slice(0, 10)}.jsonl`]);
});

it('names what it writes by the end of the run, also when it is carried out by hand days later', async () => {
  const { work, folder, run, save } = await open((path) => ({
    target: { kind: 'folder', folder: path, name: '{run} {date}' },
  }));
  await save();
  const id = await run();
  const today = new Date().toISOString().slice(0, 10);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 60 * minute });
  onTestFinished(() => void vi.useRealTimers());
  const context = { client: 'test', window: null, signal: new AbortController().signal, takePath: null };
  await createRecipeHandlers(work)['exports.runRecipe']({ ...of, name: 'nightly' }, context);
  expect(readdirSync(folder)).toEqual([`${id} ${today}.jsonl`]);
});

it('tries again what failed, and says why', async () => {
  const { run, save, recipe, job } = await open(() => ({
    target: {
      kind: 'command',
      command: [process.execPath, '-e', 'process.stderr.write("No room there."); process.exit(3)'],
    },
  }));
  await save();
  await run();
  const now = Date.now();
  const next = await job.tick(now);
  expect(next).toBe(now + minute);
  expect((await recipe()).last).toMatchObject({
    state: 'pending',
    attempts: 1,
    reason: expect.stringMatching(/ended with code 3\. No room there\.$/),
  });
});

it('tells once of what is given up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { run, save, recipe, told, job } = await open(() => ({
    target: { kind: 'command', command: [process.execPath, '-e', 'process.exit(3)'] },
  }));
  await save();
  await run();
  const attempts: number[] = [];
  for (let due: number | null = Date.now(); due !== null && attempts.length < 9;) {
    vi.setSystemTime(due);
    due = await job.tick(due);
    attempts.push(told.length);
  }
  expect(attempts).toEqual([0, 0, 0, 0, 1]);
  expect((await recipe()).last).toMatchObject({ state: 'failed', attempts: 5 });
  expect(told).toEqual([{ of, recipe: 'nightly', reason: expect.stringContaining('ended with code 3') }]);
});

it('gives a program the file, and only what is new', async () => {
  const { work, folder, run, save, recipe } = await open((path) => ({
    items: 'new',
    target: {
      kind: 'command',
      command: [
        process.execPath,
        '-e',
        'process.stdin.pipe(require("fs").createWriteStream(process.argv[1]))',
        join(path, 'got.jsonl'),
      ],
    },
  }));
  await save();
  const got = () => readFileSync(join(folder, 'got.jsonl'), 'utf8').trim().split('\n').filter(Boolean).length;
  const carryOut = async () =>
    carryOutRecipe(work, { of, recipe: await recipe(), run: 'latest', now: Date.now() });
  await run();
  await run();
  expect([(await carryOut()).rows, got()]).toEqual([2, 2]);
  await run();
  expect([(await carryOut()).rows, got()]).toEqual([1, 1]);
  expect((await carryOut()).rows).toBe(0);
});

it('keeps the file of a program while another process starts on the same data folder', async () => {
  const { work, run, save, recipe, folder } = await open((path) => ({
    target: {
      kind: 'command',
      command: [
        process.execPath,
        '-e',
        'fs.writeFileSync(process.argv[1], JSON.stringify(fs.readdirSync(process.argv[2], { recursive: true })))',
        join(path, 'seen.json'),
        join(path, '..', 'downloads'),
      ],
    },
  }));
  await save();
  await run();
  const { exports } = work;
  const started: typeof exports = {
    ...exports,
    // When the file is written, and the program has not got it.
    ended: async (id) => {
      await createExports({ dataDir: work.dataDir, proxyChannel: null, onChange: () => undefined }).close();
      return exports.ended(id);
    },
  };
  await carryOutRecipe(
    { ...work, exports: started },
    { of, recipe: await recipe(), run: 'latest', now: Date.now() },
  );
  const seen = readFileSync(join(folder, 'seen.json'), 'utf8');
  expect(seen).toMatch(/recipe-[0-9a-f]{16}.{1,2}items\.jsonl/);
  expect(readdirSync(join(work.dataDir, 'downloads'))).toEqual([]);
});

it('gives a program again what it did not take', async () => {
  const { work, folder, run, save, recipe } = await open((path) => ({
    items: 'new',
    target: {
      kind: 'command',
      command: [
        process.execPath,
        '-e',
        'process.exit(fs.existsSync(process.argv[1]) ? 0 : 3)',
        join(path, 'on'),
      ],
    },
  }));
  await save();
  await run();
  const carryOut = async () =>
    carryOutRecipe(work, { of, recipe: await recipe(), run: 'latest', now: Date.now() });
  await expect(carryOut()).rejects.toMatchObject({ code: 'recipe-failed' });
  writeFileSync(join(folder, 'on'), '');
  expect([(await carryOut()).rows, (await carryOut()).rows]).toEqual([1, 0]);
});

it.each([
  ['{spider}-{run}', 'shop-7.csv'],
  ['{project} {date} {time}', 'default 2026-11-24 04-05-06.csv'],
  ['fixed.txt', 'fixed.txt'],
  ['../{spider}/{unknown}', 'shop-unknown-.csv'],
])('%s becomes %s', (template, name) => {
  const recipe: Recipe = { name: 'nightly', afterRun: false, settings: null, createdAt: '', last: null };
  const now = Date.UTC(2026, 10, 24, 4, 5, 6);
  expect(fileName(template, { format: 'csv' }, { of, recipe, run: '7', now })).toBe(name);
});

it.each([
  ['{spider}/{date}/{run}', 'shop/2026-11-24/7.parquet'],
  ['dt={date}/{spider}.pq', 'dt=2026-11-24/shop.pq'],
  ['../.././/{spider}', 'shop.parquet'],
  ['', 'items.parquet'],
])('the key %s becomes %s', (template, key) => {
  const recipe: Recipe = { name: 'lake', afterRun: false, settings: null, createdAt: '', last: null };
  const now = Date.UTC(2026, 10, 24, 4, 5, 6);
  expect(objectKey(template, { format: 'parquet' }, { of, recipe, run: '7', now })).toBe(key);
});
