import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHost, type OpenHost } from '../open-host.ts';

let host: OpenHost;
let folder: string;
let bare: string;
beforeAll(async () => {
  host = await openHost();
  folder = join(host.dataDir, 'ours');
  bare = join(host.dataDir, 'ours.git');
  mkdirSync(folder);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', bare]);
});
afterAll(() => host.close());

/** Adds a registry as a window of the desktop does in which a dialog has named one path. */
const add = (name: string, location: string, named: string) =>
  host.ask(
    'library.addRegistry',
    { name, location, create: 'Ours' },
    { door: 'desktop', takePath: (path) => path === named },
  );

it('adds a folder that the dialog of a desktop window has named, and no other', async () => {
  expect(await add('ours', folder, host.dataDir)).toMatchObject({ error: { code: 'not-here' } });
  expect(await host.ask('library.addRegistry', { name: 'ours', location: folder })).toMatchObject({
    error: { code: 'not-here' },
  });
  expect(await host.call('library.registries', {})).toMatchObject([{ name: 'templates' }]);
  expect(await add('ours', folder, folder)).toMatchObject({
    value: { kind: 'folder', location: folder, title: 'Ours', canPublish: true },
  });
});

it('adds a Git repository that was named, with a branch behind it', async () => {
  const location = `${bare}#main`;
  expect(await add('git', location, folder)).toMatchObject({ error: { code: 'not-here' } });
  expect(await add('git', location, bare)).toMatchObject({ value: { kind: 'git', location, title: 'Ours' } });
});
