import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePlaceFile, readPlaceFile } from '../../../../electron/host/data/place-file.ts';
import { placeHandlers } from '../../../../electron/host/data/places.ts';
import type { DataContext } from '../../../../electron/host/data/data-context.ts';
import { openTarget } from '../../../../electron/host/work/places/target.ts';
import { isStorageTarget } from '../../../../shared/storage-target.ts';
import type { Place } from '../../../../shared/contract/types.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-test-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const nas: Place = {
  name: 'nas',
  endpoint: 'https://nas.test:9000',
  region: 'here',
  bucket: 'studio',
  prefix: 'backups',
  pathStyle: true,
  secret: 'env:NAS',
};
// The handlers use nothing else of it.
const context = () => ({ workspace: { dataDir } }) as DataContext;
const add = (place: Place) => placeHandlers['places.add'](place, context());

describe('a place', () => {
  it('is added once, listed and removed, and holds no keys', async () => {
    expect(await add({ ...nas, endpoint: 'https://nas.test:9000/', prefix: '/backups/' })).toEqual(nas);
    expect(() => add(nas)).toThrow('There is a place "nas" already.');
    expect(await placeHandlers['places.list']({}, context())).toEqual([nas]);
    expect(readFileSync(join(dataDir, 'places.json'), 'utf8')).toContain('env:NAS');
    await placeHandlers['places.remove']({ name: 'nas' }, context());
    expect(readPlaceFile(dataDir)).toEqual([]);
    expect(() => placeHandlers['places.remove']({ name: 'nas' }, context())).toThrow(
      'There is no place "nas".',
    );
  });

  it.each([
    [{ endpoint: 'ftp://nas' }, 'bad-place'],
    [{ endpoint: 'https://me:hush@nas' }, 'bad-place'],
    [{ bucket: '../x' }, 'bad-place'],
    [{ prefix: 'a/../b' }, 'bad-place'],
    [{ prefix: 'a//b' }, 'bad-place'],
    [{ secret: 'AKIA:hush' }, 'bad-secret-reference'],
  ])('is refused with %j', (change, code) => {
    expect(() => add({ ...nas, ...change })).toThrow(expect.objectContaining({ code }));
    expect(() => add({ ...nas, ...change })).not.toThrow('hush');
  });
});

describe('a target', () => {
  it.each([
    ['s3://bucket', true],
    ['place:nas', true],
    ['place.backup', false],
    ['/mnt/s3/x', false],
    ['C:\\place', false],
  ])('%s is in an object storage: %s', (text, expected) => {
    expect(isStorageTarget(text)).toBe(expected);
  });

  const open = (text: string, env: Record<string, string> = {}) =>
    openTarget(text, { dataDir, proxyChannel: null, sources: { env, keychain: () => null } });
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

  it('is a bucket with the keys of the environment, or a place with its own', async () => {
    writePlaceFile(dataDir, [nas]);
    const near = { ...keys, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
    expect(await open('s3://bucket/a/b/', near)).toMatchObject({
      prefix: 'a/b/',
      storage: { name: 's3://bucket (127.0.0.1:9)' },
    });
    expect(await open('s3://bucket', { ...keys, AWS_REGION: 'eu-1' })).toMatchObject({
      prefix: '',
      storage: { name: 's3://bucket (s3.eu-1.amazonaws.com)' },
    });
    expect(await open('place:nas/more', { NAS: 'a:b' })).toMatchObject({
      prefix: 'backups/more/',
      storage: { name: 's3://studio (nas.test:9000)' },
    });
  });

  it.each([
    ['s3://bucket', {}, 'missing-secret'],
    ['s3://bucket', { AWS_ACCESS_KEY_ID: 'a' }, 'missing-secret'],
    ['s3://', keys, 'bad-place'],
    ['s3://bucket/../x', keys, 'bad-place'],
    ['place:nas', {}, 'missing-secret'],
    ['place:nas', { NAS: 'without a colon' }, 'bad-secret'],
    ['place:other', {}, 'unknown-place'],
  ])('%s with %j is refused: %s', async (text, env, code) => {
    writePlaceFile(dataDir, [nas]);
    await expect(open(text, env)).rejects.toMatchObject({ code });
  });
});
