import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addVersion } from '../../../electron/library/add-version.ts';
import { emptyIndex, writeIndex } from '../../../electron/library/index-file.ts';
import { folderSource } from '../../../electron/library/sources/folder.ts';
import { writePack, type Pack } from '../../../electron/packs/pack-file.ts';
import { samplePack } from '../../electron/packs/sample-pack.ts';

/** The sample spider, with a change of its text. */
export const lampsWith = (change: (text: string) => string): Pack => ({
  ...samplePack,
  earlier: [],
  spider: { ...samplePack.spider, text: change(samplePack.spider.text) },
});

/** Publishes a version of "lamps" to the registry "team" of a data folder. */
export async function publishLamps(dataDir: string, pack: Pack, notes: string): Promise<void> {
  const change = addVersion(
    {
      name: 'lamps',
      kind: 'spider',
      title: 'Lamps and their prices',
      description: 'Follows the list of lamps, and takes the name and the price of each.',
      sites: ['lamps.example'],
      tags: ['shop'],
      author: 'Ada',
      licence: 'CC0-1.0',
      notes,
      published: '2026-11-01T08:00:00.000Z',
      pack: (version) => writePack({ ...pack, version }),
    },
    () => undefined,
  );
  await folderSource(registryOf(dataDir)).publish(change, new AbortController().signal);
}

const registryOf = (dataDir: string): string => join(dataDir, 'team-registry');

/** Adds the registry "team", a folder in the data folder, with the sample spider. */
export async function addTeam(dataDir: string): Promise<void> {
  mkdirSync(registryOf(dataDir), { recursive: true });
  writeFileSync(join(registryOf(dataDir), 'index.json'), writeIndex(emptyIndex('Spiders of the team')));
  const team = { name: 'team', kind: 'folder', location: registryOf(dataDir), allowPrivate: false };
  writeFileSync(join(dataDir, 'registries.json'), JSON.stringify({ version: 1, registries: [team] }));
  await publishLamps(
    dataDir,
    lampsWith((text) => text),
    'The first',
  );
}
