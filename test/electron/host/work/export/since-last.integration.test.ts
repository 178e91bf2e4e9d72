import Database from 'better-sqlite3';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLocalDatabase } from '../../../../../electron/host/database/local-database.ts';
import { carryOutRecipe } from '../../../../../electron/host/work/export/carry-out-recipe.ts';
import { createLocalExports } from '../../../../../electron/host/work/export/local-exports.ts';
import { createFiles } from '../../../../../electron/system/files.ts';
import type { RecipeSettings } from '../../../../../shared/contract/types.ts';
import { readCsv } from '../../../export/csv-reader.ts';
import { completed, item, newRun, portsOf, request, scratchFolder } from '../../../store/support.ts';

const of = { project: 'default', spider: 'shop' };
type Format = 'csv' | 'jsonl' | 'sqlite';

/** What a process does that can be cut off: nothing happens any more from a step on, counted from 1. */
interface Process {
  cutAt: number;
  steps: number;
}

const stepOf =
  (process: Process) =>
  <A extends unknown[], R>(act: (...args: A) => R) =>
  (...args: A): R => {
    process.steps += 1;
    if (process.steps >= process.cutAt) throw new Error('It was killed.');
    return act(...args);
  };

/** A process on a data folder, with all that it changes counted. */
function startProcess(dataDir: string, process: Process) {
  const step = stepOf(process);
  const local = openLocalDatabase({ dataDir, onOpen: () => undefined, publish: () => undefined });
  onTestFinished(() => local.close());
  const database: typeof local = { ...local, ask: step(local.ask) };
  const files = createFiles({
    calls: {
      open: step(async (path, flags) => {
        const handle = await open(path, flags);
        return Object.assign(handle, { sync: step(handle.sync.bind(handle)) });
      }),
      linkSync: step(linkSync),
      renameSync: step(renameSync),
      rmSync: step(rmSync),
    },
  });
  const exports = createLocalExports(() => local.workspace(), {
    files,
    platform: globalThis.process.platform,
  });
  return { work: { database, exports, dataDir }, store: () => local.workspace(), close: () => local.close() };
}

const alive = (): Process => ({ cutAt: Infinity, steps: 0 });

/** A workspace with a spider and a folder, whose runs have an item each, with two tags. */
async function workspace(format: Format, changes: Partial<RecipeSettings> = {}, name = '{spider}') {
  const dataDir = scratchFolder();
  const folder = join(dataDir, 'exports');
  mkdirSync(folder);
  const first = startProcess(dataDir, alive());
  await newRun(first.store(), of.spider);
  let items = 0;
  let minutes = 0;
  const run = async (): Promise<void> => {
    items += 1;
    const store = first.store();
    const id = await newRun(store, of.spider);
    const { control, ledger } = portsOf(store, id);
    await control.begin();
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim(request(1).origin, 1, 0);
    const tags = [{ tag: `a${items}` }, { tag: `b${items}` }];
    await ledger.complete(completed(claimed?.id ?? '', [item(items, { metadata: { tags } })]));
    await control.end('completed', 'All pages are done.', 'finished');
  };
  const settings: RecipeSettings = {
    format,
    columns: null,
    items: 'new',
    target: { kind: 'folder', folder, name, append: true },
    ...changes,
  };
  await first.work.database.ask('write', 'saveRecipe', { of, name: 'nightly', afterRun: false, settings });
  /** Carries the export out in a process of its own. @returns its notes; null: it was cut off */
  const carryOut = async (process: Process): Promise<string[] | null> => {
    const { work, close } = startProcess(dataDir, process);
    const recipe = await first.work.database.ask('quick', 'recipe', { of, name: 'nightly' });
    minutes += 1;
    const now = Date.UTC(2026, 0, 1, 0, minutes);
    try {
      return (await carryOutRecipe(work, { of, recipe, run: 'latest', now })).notes;
    } catch (error) {
      if (process.cutAt === Infinity) throw error;
      return null;
    } finally {
      await close();
    }
  };
  return { folder, run, carryOut, expected: () => Array.from({ length: items }, (_, n) => `Title ${n + 1}`) };
}

/** The titles in a file, in order. */
function titlesIn(file: string, format: Format): unknown[] {
  if (format === 'sqlite') {
    const db = new Database(file, { readonly: true });
    const titles = db.prepare('SELECT title FROM items ORDER BY rowid').pluck().all();
    db.close();
    return titles;
  }
  const text = readFileSync(file, 'utf8');
  if (format === 'jsonl')
    return text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { title: string }).title);
  const [head = [], ...rows] = readCsv(text);
  return rows.map((row) => row[head.indexOf('title')]);
}

const flatten = [{ path: 'tags', as: 'table' }] as const;

/** The tags in the table beside a file, in order. */
function tagsIn(folder: string, format: Format): unknown[] {
  if (format === 'sqlite') {
    const db = new Database(join(folder, 'shop.sqlite'), { readonly: true });
    const tags = db.prepare('SELECT tag FROM tags ORDER BY rowid').pluck().all();
    db.close();
    return tags;
  }
  const text = readFileSync(join(folder, `shop.tags.${format}`), 'utf8');
  if (format === 'jsonl')
    return text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { tag: string }).tag);
  const [head = [], ...rows] = readCsv(text);
  return rows.map((row) => row[head.indexOf('tag')]);
}

const formats = ['csv', 'jsonl', 'sqlite'] as const;
const ways = formats.flatMap((format) => (['new', 'append'] as const).map((way) => [format, way] as const));

describe('an export of new items that is cut off and repeated', () => {
  it.each(ways)('%s, %s, at any of its steps: each item is there once', async (format, way) => {
    const shape = { flatten: [...flatten] };
    const begin = async () => {
      const place = await workspace(format, shape);
      if (way === 'append') {
        await place.run();
        await place.carryOut(alive());
      }
      await place.run();
      return place;
    };
    const whole = alive();
    await (await begin()).carryOut(whole);
    expect(whole.steps).toBeGreaterThan(6);
    for (let cutAt = 1; cutAt <= whole.steps; cutAt += 1) {
      const { folder, run, carryOut, expected } = await begin();
      await carryOut({ cutAt, steps: 0 });
      await run();
      const notes = await carryOut(alive());
      const titles = titlesIn(join(folder, `shop.${format}`), format);
      const tags = tagsIn(folder, format);
      const allTags = expected().flatMap((_, n) => [`a${n + 1}`, `b${n + 1}`]);
      expect({ cutAt, titles, tags, notes }).toEqual({ cutAt, titles: expected(), tags: allTags, notes: [] });
    }
  });

  it('to a new file each time, at any of its steps: each item is in one of the complete files', async () => {
    const begin = async () => {
      const place = await workspace('jsonl', {}, '{spider}-{time}');
      await place.run();
      return place;
    };
    const whole = alive();
    await (await begin()).carryOut(whole);
    for (let cutAt = 1; cutAt <= whole.steps; cutAt += 1) {
      const { folder, run, carryOut, expected } = await begin();
      await carryOut({ cutAt, steps: 0 });
      await run();
      await carryOut(alive());
      const all = readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .sort();
      const titles = all.flatMap((name) => titlesIn(join(folder, name), 'jsonl'));
      expect({ cutAt, titles }).toEqual({ cutAt, titles: expected() });
    }
  });
});

/** Cuts an export off when its file is in place and its mark has not moved. */
async function cutOffBeforeMark(place: Awaited<ReturnType<typeof workspace>>): Promise<void> {
  await place.run();
  await place.carryOut(alive());
  await place.run();
  const counted = alive();
  const twin = await workspace('jsonl');
  await twin.run();
  await twin.carryOut(alive());
  await twin.run();
  await twin.carryOut(counted);
  await place.carryOut({ cutAt: counted.steps, steps: 0 });
}

it.each([
  [
    'has lines added',
    (file: string) => appendFileSync(file, '{"title":"mine"}\n'),
    ['Title 1', 'Title 2', 'mine', 'Title 3'],
    [],
  ],
  [
    'is changed',
    (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('Title 1', 'Title one')),
    ['Title one', 'Title 2', 'Title 2', 'Title 3'],
    [expect.stringMatching(/shop\.jsonl" was changed after an export to it was cut off: items/)],
  ],
  ['is taken away', (file: string) => rmSync(file), ['Title 2', 'Title 3'], []],
])('a file that %s after it was cut off loses nothing', async (_, change, titles, notes) => {
  const place = await workspace('jsonl');
  await cutOffBeforeMark(place);
  const file = join(place.folder, 'shop.jsonl');
  expect(titlesIn(file, 'jsonl')).toEqual(['Title 1', 'Title 2']);
  change(file);
  await place.run();
  expect(await place.carryOut(alive())).toEqual(notes);
  expect(titlesIn(file, 'jsonl')).toEqual(titles);
  expect(await place.carryOut(alive())).toEqual([]);
});

it('a file that is replaced has the same items again where that was not told', async () => {
  const place = await workspace('jsonl', {});
  const target = { kind: 'folder' as const, folder: place.folder, name: '{spider}' };
  const replaced = await workspace('jsonl', { target });
  await cutOffBeforeMark(replaced);
  await replaced.carryOut(alive());
  expect(titlesIn(join(place.folder, 'shop.jsonl'), 'jsonl')).toEqual(['Title 2']);
});
