import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLocal, readLocation, type RegistryKind } from '../../../electron/library/location.ts';

describe('a location', () => {
  it.each<[text: string, kind: RegistryKind, isLocal: boolean]>([
    ['https://spiders.example/library/', 'url', false],
    ['http://spiders.example/library/index.json', 'url', false],
    ['https://git.example/team/spiders.git', 'git', false],
    ['https://git.example/team/spiders.git#stable', 'git', false],
    ['ssh://git@git.example/team/spiders', 'git', false],
    ['git@git.example:team/spiders.git', 'git', false],
    ['./spiders', 'folder', true],
    ['/srv/spiders', 'folder', true],
    ['file:///srv/spiders.git', 'git', true],
  ])('%s is read as %s', (text, kind, local) => {
    const place = readLocation(text, null);
    expect(place.kind).toBe(kind);
    expect(isLocal(place)).toBe(local);
  });

  it.each<[text: string, kind: RegistryKind, location: string]>([
    ['https://git.example/team/spiders', 'git', 'https://git.example/team/spiders'],
    ['spiders', 'git', resolve('spiders')],
    ['spiders#stable', 'git', `${resolve('spiders')}#stable`],
    ['--upload-pack=evil', 'git', resolve('--upload-pack=evil')],
    ['spiders', 'folder', resolve('spiders')],
  ])('%s as %s is %s', (text, kind, location) => {
    expect(readLocation(text, kind)).toEqual({ kind, location });
  });
});
