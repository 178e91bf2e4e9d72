import { describe, expect, it } from 'vitest';
import {
  addVersion,
  type AddedVersion,
  type NewEntryVersion,
} from '../../../electron/library/add-version.ts';
import { emptyIndex, readIndex, writeIndex } from '../../../electron/library/index-file.ts';
import type { PlannedChange } from '../../../electron/library/source.ts';
import { given } from '../../given.ts';

const lamps: NewEntryVersion = {
  name: 'lamps',
  kind: null,
  title: null,
  description: 'Lamps and their prices',
  sites: ['lamps.example'],
  tags: ['shop'],
  author: 'Ada',
  licence: 'CC0-1.0',
  notes: null,
  published: '2026-11-01T08:00:00.000Z',
  pack: async (version, { licence }) => Buffer.from(`${version} ${licence}`),
};

const empty = writeIndex(emptyIndex('Ours'));

async function plan(index: Uint8Array | null, added: NewEntryVersion) {
  const told: AddedVersion[] = [];
  const change = await addVersion(added, (version) => told.push(version))(index);
  return { change, told: given(told[0]) };
}
const entriesOf = (change: PlannedChange | null) => readIndex(given(change).index).entries;

describe('a version that is published', () => {
  it('becomes an entry, and its file is named by what it holds', async () => {
    const { change, told } = await plan(empty, lamps);
    expect(told).toMatchObject({ version: 1, unchanged: false });
    expect(entriesOf(change)).toMatchObject([
      { name: 'lamps', kind: 'spider', title: 'lamps', tags: ['shop'] },
    ]);
    expect(change?.publication?.file).toBe(`packs/lamps-1-${told.sha256.slice(0, 12)}.spiderpack`);
  });

  it('is one more than the newest, and what is not said stays', async () => {
    const first = given((await plan(empty, { ...lamps, title: 'Lamps', kind: 'template' })).change).index;
    const next = { ...lamps, author: null, licence: null, tags: null, pack: async () => Buffer.from('new') };
    const { change, told } = await plan(first, next);
    expect(told.version).toBe(2);
    expect(entriesOf(change)).toMatchObject([
      {
        title: 'Lamps',
        kind: 'template',
        author: 'Ada',
        licence: 'CC0-1.0',
        tags: ['shop'],
        versions: [{ version: 1 }, { version: 2 }],
      },
    ]);
  });

  it('is none where nothing has changed, and the index stays', async () => {
    const first = given((await plan(empty, lamps)).change).index;
    const { change, told } = await plan(first, { ...lamps, author: null, licence: null });
    expect(change).toBeNull();
    expect(told).toMatchObject({ version: 1, unchanged: true });
  });

  it('keeps the entries of others', async () => {
    const first = given((await plan(empty, lamps)).change).index;
    const { change } = await plan(first, { ...lamps, name: 'chairs' });
    expect(entriesOf(change).map(({ name }) => name)).toEqual(['chairs', 'lamps']);
  });

  it('is refused under a name that differs by case alone', async () => {
    const first = given((await plan(empty, lamps)).change).index;
    await expect(plan(first, { ...lamps, name: 'Lamps' })).rejects.toMatchObject({ reason: 'duplicate' });
  });

  it('is refused where the index is gone, because nobody knows what it was', async () => {
    await expect(plan(null, lamps)).rejects.toMatchObject({ reason: 'no-index' });
  });

  it('is refused where the index is damaged, which nobody may overwrite', async () => {
    await expect(plan(Buffer.from('{"format": 1'), lamps)).rejects.toMatchObject({ reason: 'no-json' });
    const newer = Buffer.from(JSON.stringify({ ...emptyIndex('Ours'), format: 2 }));
    await expect(plan(newer, lamps)).rejects.toMatchObject({ reason: 'newer' });
  });

  it('is refused in a registry that is full', async () => {
    const full = given(readIndex(given((await plan(empty, lamps)).change).index).entries[0]);
    const entries = Array.from({ length: 5000 }, (_, number) => ({
      ...full,
      name: `other-${number}`,
      versions: full.versions.map((version) => ({ ...version, file: `packs/o${number}.spiderpack` })),
    }));
    const index = writeIndex({ ...emptyIndex('Ours'), entries });
    await expect(plan(index, lamps)).rejects.toMatchObject({ reason: 'too-large' });
  });
});
