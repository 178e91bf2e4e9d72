import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { samplePack } from '../electron/packs/sample-pack.ts';
import { personIn, type Person } from './library-given.ts';

let folder: string;
let ada: Person;
let bob: Person;

/** Ada publishes to the registry "team", of which Bob has imported version 1. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-updates-'));
  mkdirSync(join(folder, 'team'));
  [ada, bob] = [personIn(folder, 'ada'), personIn(folder, 'bob')];
  await ada.store();
  await ada.call(['library', 'add', 'team', join(folder, 'team'), '--create', 'Ours']);
  await ada.call(['library', 'publish', 'lamps', 'team']);
  await bob.call(['library', 'add', 'team', join(folder, 'team')]);
  await bob.call(['library', 'import', 'lamps']);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const delayed = (seconds: number) => (text: string) =>
  text.replace('"rules"', `"settings": { "DOWNLOAD_DELAY": ${seconds} },\n  "rules"`);
const broken = (text: string) => text.replace('.price', '.amount');

/** Ada publishes a version with a change of her text. */
async function publish(change: (text: string) => string, notes: string): Promise<void> {
  await ada.store(change);
  await ada.call(['library', 'publish', 'lamps', 'team', '--notes', notes]);
}

/** Bob saves his spider with a change. */
async function edit(change: (text: string) => string): Promise<void> {
  const file = join(folder, 'edited.json');
  writeFileSync(file, change(samplePack.spider.text));
  expect((await bob.call(['import', file])).code).toBe(0);
}

describe('an imported spider', () => {
  it('is told of a newer version, shows what it changes, takes it, and goes back', async () => {
    expect((await bob.call(['library', 'updates'])).stdout).toBe('1 imported spider, all up to date.\n');
    await publish(delayed(3), 'Slower');
    expect(await bob.ask('library', 'updates')).toMatchObject({
      spiders: [
        {
          spider: 'lamps',
          from: { registry: 'team', name: 'lamps', version: 1 },
          newest: { version: 2, notes: 'Slower' },
          isNewer: true,
          changedHere: false,
        },
      ],
    });
    const looked = await bob.call(['library', 'update', 'lamps', '--dry-run']);
    expect(looked.stdout).toContain(
      'team/lamps: version 1 → 2\nnotes     Slower\nchanged   in the registry\n',
    );
    expect(looked.stdout).toContain('fixtures  Passed: 2 locked values are as locked.\n');
    expect(looked.stdout).toContain('+  "settings": { "DOWNLOAD_DELAY": 3 },\n');
    expect(await bob.ask('spiders', 'list')).toMatchObject([{ version: 1 }]);

    const updated = await bob.call(['library', 'update', 'lamps']);
    expect(updated.stdout).toMatch(/^Stored version 2 of lamps, from team\/lamps@2\./);
    expect(await bob.ask('library', 'update', 'lamps')).toMatchObject({ version: 2, unchanged: true });

    expect((await bob.call(['library', 'rollback', 'lamps'])).stdout).toBe(
      'Stored version 3 of lamps: it is as version 1 was, before team/lamps@2.\n',
    );
    expect(await bob.ask('library', 'updates')).toMatchObject({
      spiders: [{ from: { version: 1 }, version: 3, isNewer: true, changedHere: false }],
    });
    expect(await bob.ask('library', 'rollback', 'lamps')).toMatchObject({
      error: { code: 'nothing-before' },
    });
  });

  it('refuses a version whose fixtures fail, unless it is forced', async () => {
    await publish(broken, 'Faster');
    expect(await bob.ask('library', 'update', 'lamps')).toMatchObject({
      error: { code: 'failing-fixtures', failed: [{ field: 'price', expected: '12.50', got: null }] },
    });
    expect(await bob.ask('spiders', 'list')).toMatchObject([{ version: 1 }]);
    expect(await bob.ask('library', 'update', 'lamps', '--force')).toMatchObject({
      version: 2,
      test: { passed: false },
    });
  });

  it('keeps changes that were made here until a person agrees, and then in a version', async () => {
    await edit(delayed(5));
    expect(await bob.ask('library', 'updates', '--all')).toMatchObject({
      spiders: [{ isNewer: false, changedHere: true, version: 2 }],
    });
    await publish(delayed(3), 'Slower');
    expect(await bob.ask('library', 'update', 'lamps', '--dry-run')).toMatchObject({
      changedHere: true,
      changes: [{ place: 'settings', where: 'both' }],
    });
    expect(await bob.ask('library', 'update', 'lamps')).toMatchObject({
      error: { code: 'changed-here', changes: [{ place: 'settings', where: 'both' }] },
    });
    expect(await bob.ask('spiders', 'list')).toMatchObject([{ version: 2 }]);
    expect(await bob.ask('library', 'update', 'lamps', '--replace-edits')).toMatchObject({ version: 3 });
    expect(await bob.ask('library', 'rollback', 'lamps')).toMatchObject({ version: 4, to: 2 });
    expect(await bob.ask('library', 'updates')).toMatchObject({
      spiders: [{ from: { version: 1 }, changedHere: true, isNewer: true, version: 4 }],
    });
    const { before } = await bob.ask<{ before: string }>('library', 'update', 'lamps', '--dry-run');
    expect(before).toBe(delayed(5)(samplePack.spider.text));
  });

  it('is judged by what its own person has locked, too', async () => {
    await publish((json) => json.replace('h1::text', 'title::text'), 'By the title');
    expect(await bob.ask('library', 'update', 'lamps')).toMatchObject({
      error: { code: 'failing-fixtures', failed: [{ field: 'name', expected: 'Brass lamp ☀', got: 'Lamp' }] },
    });
  });

  it('is what it is where its registry, or its entry, is gone', async () => {
    await bob.call(['library', 'remove', 'team']);
    expect(await bob.ask('library', 'updates', '--all')).toMatchObject({
      spiders: [{ newest: null, isNewer: false, from: { registry: 'team' } }],
    });
    expect(await bob.ask('library', 'update', 'lamps')).toMatchObject({
      error: { code: 'unknown-registry' },
    });
  });
});

it('spiders from elsewhere, and templates, have no updates', async () => {
  expect(await ada.ask('library', 'update', 'lamps')).toMatchObject({ error: { code: 'not-imported' } });
  expect(await ada.ask('library', 'rollback', 'lamps')).toMatchObject({ error: { code: 'not-imported' } });
  await ada.call(['library', 'import', 'templates/blog', '--name', 'diary']);
  expect(await ada.ask('library', 'updates', '--all')).toMatchObject({ spiders: [] });
});
