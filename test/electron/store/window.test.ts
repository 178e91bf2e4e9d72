import { describe, expect, it } from 'vitest';
import { newRun, scratchStore, spiderNamed, startedRun } from './support.ts';

describe('saving a spider with a window’s eyes', () => {
  const text = (name: string, note = '') => JSON.stringify({ ...spiderNamed(name), description: note });
  const save = (
    store: ReturnType<typeof scratchStore>,
    version: Partial<Parameters<typeof store.spiderChanges.save>[0]> = {},
  ) =>
    store.spiderChanges.save({
      project: 'default',
      spider: 'shop',
      name: 'shop',
      text: text('shop'),
      base: 1,
      ...version,
    });

  it('adds versions only to what the writer has seen', () => {
    const store = scratchStore();
    expect(save(store, { spider: null, base: null })).toMatchObject({
      kind: 'saved',
      version: 1,
      created: true,
    });
    expect(save(store, { text: text('shop', 'a') })).toMatchObject({ kind: 'saved', version: 2 });
    expect(save(store, { text: text('shop', 'b') })).toEqual({ kind: 'stale', newest: 2 });
    expect(save(store, { text: text('shop', 'b'), base: 'any' })).toMatchObject({ version: 3 });
    expect(store.spiders.version('default', 'shop')?.text).toContain('"b"');
  });

  it('adds no version for a text that is the newest one already', () => {
    const store = scratchStore();
    save(store, { spider: null, base: null });
    expect(save(store)).toEqual({ kind: 'saved', version: 1, created: false, unchanged: true });
  });

  it('renames a spider with its versions and runs, and takes no name twice', async () => {
    const store = scratchStore();
    const run = await newRun(store);
    await newRun(store, 'other');
    expect(save(store, { name: 'other', text: text('other') })).toEqual({ kind: 'taken' });
    expect(save(store, { name: 'bazaar', text: text('bazaar') })).toMatchObject({
      kind: 'saved',
      version: 2,
    });
    expect(store.spiders.get('default', 'shop')).toBeNull();
    expect(store.runs.get(run)).toMatchObject({ spider: 'bazaar', version: 1 });
    expect(
      store.spiderChanges.versions('default', 'bazaar').map(({ number, runs }) => [number, runs]),
    ).toEqual([
      [2, 0],
      [1, 1],
    ]);
  });

  it('creates, renames and deletes projects', async () => {
    const store = scratchStore();
    await newRun(store);
    store.spiderChanges.createProject('press');
    expect(() => store.spiderChanges.createProject('press')).toThrow('already');
    expect(() => store.spiderChanges.createProject('no spaces')).toThrow('cannot be the name');
    expect(() => store.spiderChanges.renameProject('press', 'default')).toThrow('already');
    store.spiderChanges.renameProject('default', 'shops');
    expect(store.spiders.get('shops', 'shop')).not.toBeNull();
    const run = await startedRun(store, 'shop', 'shops');
    expect(() => store.spiderChanges.deleteProject('shops')).toThrow('being carried out');
    store.runs.setState(run, 'stopped');
    store.spiderChanges.deleteProject('shops');
    expect(store.projects.list().map(({ name }) => name)).toEqual(['press']);
    expect(store.runs.list()).toEqual([]);
  });
});
