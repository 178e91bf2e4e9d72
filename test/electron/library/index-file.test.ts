import { describe, expect, it } from 'vitest';
import { LibraryError } from '../../../electron/library/errors.ts';
import {
  checkFile,
  emptyIndex,
  newestOf,
  readIndex,
  writeIndex,
  type RegistryEntry,
  type RegistryVersion,
} from '../../../electron/library/index-file.ts';
import { given } from '../../given.ts';

const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const version: RegistryVersion = {
  version: 1,
  file: 'packs/lamps-1.spiderpack',
  sha256,
  bytes: 3,
  published: '2026-11-01T08:00:00.000Z',
  notes: null,
};
const entry: RegistryEntry = {
  name: 'lamps',
  kind: 'spider',
  title: 'Lamps',
  description: null,
  sites: ['lamps.example'],
  tags: ['shop'],
  licence: null,
  author: null,
  versions: [version],
};
const index = { ...emptyIndex('Ours'), entries: [entry] };

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), 'utf8');
const withEntry = (change: object): Buffer => bytesOf({ ...index, entries: [{ ...entry, ...change }] });
const withVersion = (change: object): Buffer => withEntry({ versions: [{ ...version, ...change }] });

function reasonOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof LibraryError) return error.reason;
    throw error;
  }
  return 'none';
}

describe('an index', () => {
  it('is read as it was written, its versions oldest first', () => {
    const second = { ...version, version: 2, file: 'packs/lamps-2.spiderpack' };
    const written = writeIndex({ ...index, entries: [{ ...entry, versions: [second, version] }] });
    const read = readIndex(written);
    expect(read.title).toBe('Ours');
    expect(given(read.entries[0]).versions.map((each) => each.version)).toEqual([1, 2]);
    expect(newestOf(given(read.entries[0])).file).toBe('packs/lamps-2.spiderpack');
  });

  it('has its entries by name, so that two of them are compared line by line', () => {
    const other = { ...entry, name: 'chairs', versions: [{ ...version, file: 'packs/chairs-1.spiderpack' }] };
    const text = writeIndex({ ...index, entries: [entry, other] }).toString('utf8');
    expect(text.indexOf('"chairs"')).toBeLessThan(text.indexOf('"lamps"'));
    expect(text.endsWith('}\n')).toBe(true);
  });

  it.each<[what: string, bytes: Uint8Array, reason: string]>([
    ['no JSON', Buffer.from('<html>'), 'no-json'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'no-json'],
    ['a list', bytesOf([]), 'bad-index'],
    ['null', bytesOf(null), 'bad-index'],
    ['no format', bytesOf({ title: 'Ours', entries: [] }), 'bad-index'],
    ['a newer format', bytesOf({ ...index, format: 2 }), 'newer'],
    ['a format in words', bytesOf({ ...index, format: 'two' }), 'bad-index'],
    ['a member that nobody knows', bytesOf({ ...index, scripts: ['run.js'] }), 'bad-index'],
    ['an entry with code', withEntry({ install: 'npm install' }), 'bad-index'],
    ['an entry of another kind', withEntry({ kind: 'plugin' }), 'bad-index'],
    ['a name with a slash', withEntry({ name: '../lamps' }), 'bad-index'],
    ['an entry without versions', withEntry({ versions: [] }), 'bad-index'],
    ['a file above the registry', withVersion({ file: '../lamps.spiderpack' }), 'bad-index'],
    ['a file above it, by a detour', withVersion({ file: 'packs/../../lamps.spiderpack' }), 'bad-index'],
    ['an absolute file', withVersion({ file: '/etc/lamps.spiderpack' }), 'bad-index'],
    ['a file on a drive', withVersion({ file: 'C:/lamps.spiderpack' }), 'bad-index'],
    ['a file of Windows', withVersion({ file: '..\\lamps.spiderpack' }), 'bad-index'],
    ['a file elsewhere', withVersion({ file: 'https://evil.example/lamps.spiderpack' }), 'bad-index'],
    ['a file of another server', withVersion({ file: '//evil.example/lamps.spiderpack' }), 'bad-index'],
    ['a hidden file', withVersion({ file: '.git/lamps.spiderpack' }), 'bad-index'],
    ['an encoded detour', withVersion({ file: '%2e%2e/lamps.spiderpack' }), 'bad-index'],
    ['a file of another kind', withVersion({ file: 'packs/lamps.exe' }), 'bad-index'],
    ['a file with a line break', withVersion({ file: 'packs/lamps\n.spiderpack' }), 'bad-index'],
    ['no hash', withVersion({ sha256: '' }), 'bad-index'],
    ['a hash of another kind', withVersion({ sha256: 'd41d8cd98f00b204e9800998ecf8427e' }), 'bad-index'],
    ['a pack that is too large', withVersion({ bytes: 64 * 1024 * 1024 + 1 }), 'bad-index'],
    ['a pack of nothing', withVersion({ bytes: 0 }), 'bad-index'],
    ['a version between two', withVersion({ version: 1.5 }), 'bad-index'],
    ['an entry twice', bytesOf({ ...index, entries: [entry, entry] }), 'duplicate'],
    [
      'entries that differ by case alone',
      bytesOf({ ...index, entries: [entry, { ...entry, name: 'Lamps' }] }),
      'duplicate',
    ],
    ['a version twice', withEntry({ versions: [version, version] }), 'duplicate'],
    [
      'a file for two versions',
      withEntry({ versions: [version, { ...version, version: 2, sha256: sha256.replace('ba', 'ab') }] }),
      'duplicate',
    ],
    ['too many bytes', Buffer.alloc(4 * 1024 * 1024 + 1, ' '), 'too-large'],
    [
      'too many entries',
      bytesOf({
        ...index,
        entries: Array.from({ length: 5001 }, (_, number) => ({ ...entry, name: `lamps-${number}` })),
      }),
      'bad-index',
    ],
  ])('is refused with %s', (_, bytes, reason) => {
    expect(reasonOf(() => readIndex(bytes))).toBe(reason);
  });
});

describe('a file of a registry', () => {
  it.each<[what: string, bytes: Uint8Array, reason: string]>([
    ['is used as its index names it', Buffer.from('abc'), 'none'],
    ['is refused with other bytes', Buffer.from('abd'), 'bad-hash'],
    ['is refused when it is cut', Buffer.from('ab'), 'bad-hash'],
  ])('%s', (_, bytes, reason) => {
    expect(reasonOf(() => checkFile(bytes, version))).toBe(reason);
  });
});
