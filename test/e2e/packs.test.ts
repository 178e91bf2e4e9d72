import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePack } from '../../electron/packs/pack-file.ts';
import { samplePack } from '../electron/packs/sample-pack.ts';
import { call } from './call.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-packs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (home: string, ...args: string[]) => call([...args, '--data-dir', join(folder, home)]);
const place = (name: string): string => join(folder, name);

interface Inspected {
  test: { passed: boolean; locked: number; failed: { field: string }[]; rows: { values: string[] }[] };
  stores: { created: boolean; pages: number };
  domains: string[];
}

it('carries a spider, its pages and its tests to another computer and back', async () => {
  writeFileSync(place('first.spiderpack'), await writePack(samplePack));
  const looked = await at('one', 'unpack', place('first.spiderpack'), '--dry-run', '--json');
  expect(looked.code).toBe(0);
  const told = looked.json<Inspected>();
  expect(told).toMatchObject({
    domains: ['lamps.example'],
    test: { passed: true, locked: 2, failed: [], rows: [{ values: ['Brass lamp ☀', '12.50'] }] },
    stores: { created: true, pages: 3 },
  });
  expect((await at('one', 'spiders', 'list', '--json')).json()).toEqual([]);

  const stored = await at('one', 'unpack', place('first.spiderpack'));
  expect(stored.stdout).toBe(
    'Stored the new spider lamps in project default. 3 saved pages added.\nFixtures: Passed: 2 locked values are as locked.\n',
  );
  expect((await at('one', 'test', 'lamps')).code).toBe(0);

  const packed = await at(
    'one',
    'pack',
    'lamps',
    '--versions',
    'all',
    '--output',
    place('second.spiderpack'),
    '--json',
  );
  expect(packed.json()).toMatchObject({ versions: 2, pages: 3, locked: 2, items: null });
  const again = await at('one', 'pack', 'lamps', '--output', place('second.spiderpack'), '--json');
  expect(again.json()).toMatchObject({ error: { code: 'exists' } });
  const renamed = await at('two', 'unpack', place('second.spiderpack'), '--name', 'torches', '--json');
  expect(renamed.json()).toMatchObject({ spider: 'torches', version: 2, created: true, pages: 3 });
  expect((await at('two', 'test', 'torches')).code).toBe(0);

  const unchanged = await at('two', 'unpack', place('second.spiderpack'), '--name', 'torches', '--json');
  expect(unchanged.json()).toMatchObject({ version: 2, unchanged: true, pages: 0 });
});

it('tells which values a changed spider does not take any more', async () => {
  const text = samplePack.spider.text.replace('.price', '.amount');
  const broken = await writePack({ ...samplePack, spider: { ...samplePack.spider, text } });
  writeFileSync(place('broken.spiderpack'), broken);
  const looked = await at('three', 'unpack', place('broken.spiderpack'), '--dry-run', '--json');
  expect(looked.json<Inspected>().test).toMatchObject({ passed: false, failed: [{ field: 'price' }] });
});

it('stores nothing of a pack that is not as it was written', async () => {
  const bytes = readFileSync(place('first.spiderpack'));
  writeFileSync(place('cut.spiderpack'), bytes.subarray(0, bytes.length - 100));
  const cut = await at('four', 'unpack', place('cut.spiderpack'), '--json');
  expect(cut.code).toBe(1);
  expect(cut.json()).toMatchObject({ error: { code: 'bad-pack', reason: 'no-pack' } });
  const invalid = await writePack({
    ...samplePack,
    spider: { ...samplePack.spider, text: '{"name": "lamps"}' },
  });
  writeFileSync(place('invalid.spiderpack'), invalid);
  const refused = await at('four', 'unpack', place('invalid.spiderpack'), '--json');
  expect(refused.json()).toMatchObject({ error: { code: 'invalid-spider' } });
  expect((await at('four', 'spiders', 'list', '--json')).json()).toEqual([]);
  expect(existsSync(place('four/lamps'))).toBe(false);
});
