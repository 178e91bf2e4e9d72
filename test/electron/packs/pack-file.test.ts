import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { packArchive, unpackArchive, type ArchiveEntry } from '../../../electron/packs/archive.ts';
import { PackError, type PackReason } from '../../../electron/packs/errors.ts';
import { packLimits } from '../../../electron/packs/limits.ts';
import { readPack, writePack } from '../../../electron/packs/pack-file.ts';
import { samplePack } from './sample-pack.ts';

async function reasonOf(file: Uint8Array): Promise<PackReason | 'fine'> {
  try {
    await readPack(file);
    return 'fine';
  } catch (error) {
    if (error instanceof PackError) return error.reason;
    throw error;
  }
}

const entry = (name: string, text: string | Buffer = ''): ArchiveEntry => ({
  name,
  bytes: Buffer.from(text),
});

/** The entries of the sample pack, which a test changes. */
async function sampleEntries(): Promise<ArchiveEntry[]> {
  const unpacked = await unpackArchive(await writePack(samplePack));
  return [...unpacked].map(([name, bytes]) => ({ name, bytes }));
}

/** The sample pack with another manifest. */
async function withManifest(change: (manifest: Record<string, unknown>) => void): Promise<Buffer> {
  const [first, ...others] = await sampleEntries();
  const manifest = JSON.parse(first?.bytes.toString() ?? '') as Record<string, unknown>;
  change(manifest);
  return packArchive([entry('pack.json', JSON.stringify(manifest)), ...others]);
}

/** An archive in which the bytes of one name are replaced by another of the same length, wherever it occurs. */
async function renamedIn(name: string, to: string): Promise<Buffer> {
  const bytes = await packArchive([entry('pack.json', '{}'), entry(name, 'x')]);
  return Buffer.from(bytes.toString('latin1').replaceAll(name, to), 'latin1');
}

describe('a pack', () => {
  it('comes back as it was written, and the same pack is the same file', async () => {
    const file = await writePack(samplePack);
    expect(await readPack(file)).toEqual(samplePack);
    expect((await writePack(samplePack)).equals(file)).toBe(true);
  });

  it('cut off at any byte is refused', async () => {
    const file = await writePack(samplePack);
    const reasons = new Set<string>();
    for (let length = 0; length < file.length; length += 1)
      reasons.add(await reasonOf(file.subarray(0, length)));
    expect([...reasons]).toEqual(['no-pack']);
  });

  it('with a byte of its contents changed is refused, or reads the same', async () => {
    const file = await writePack(samplePack);
    for (let at = 0; at < file.length; at += 7) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      // Dates, versions and the like of an archive mean nothing here.
      const read = await readPack(changed).catch(
        (error: unknown) => error instanceof PackError && samplePack,
      );
      expect(read).toEqual(samplePack);
    }
  });
});

describe('a hostile pack', () => {
  const names: [string, string][] = [
    ['a path upwards', 'pages/../../1.txt'],
    ['an absolute path', '/etc/passwd.txt'],
    ['a drive', 'c:/windows/1.txt'],
    ['backslashes', 'pages\\1.txt'],
    ['a device of Windows', 'pages/nul.txt'],
    ['a device with a number', 'com1.txt'],
    ['capital letters', 'Pages/1.txt'],
    ['a hidden file', '.bashrc'],
    ['an end of line', 'pages/1\n.txt'],
    ['a folder', 'pages/'],
  ];

  it.each(names)('with the name of %s is refused', async (_, name) => {
    const file = await renamedIn('a'.repeat(name.length), name);
    expect(await reasonOf(file)).toBe('bad-name');
  });

  it('with the same name twice is refused', async () => {
    const file = await packArchive([
      entry('pack.json', '{}'),
      entry('aaa.txt', 'one'),
      entry('bbb.txt', 'two'),
    ]);
    const twice = Buffer.from(file.toString('latin1').replaceAll('bbb.txt', 'aaa.txt'), 'latin1');
    expect(await reasonOf(twice)).toBe('bad-name');
  });

  it('with a symbolic link is refused', async () => {
    const file = await packArchive([entry('pack.json', '{}'), entry('link.txt', '/etc/passwd')]);
    const at = file.lastIndexOf('link.txt') - 46;
    // The mode of Unix is in the upper half of the external attributes, 38 bytes into the entry of the directory.
    file.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
    expect(await reasonOf(file)).toBe('bad-name');
  });

  it('that unpacks to a thousand times its size is refused before it is unpacked', async () => {
    const file = await packArchive([
      entry('pack.json', '{}'),
      entry('pages/1.txt', Buffer.alloc(30 * 1024 * 1024)),
    ]);
    expect(file.length).toBeLessThan(100_000);
    expect(await reasonOf(file)).toBe('too-large');
  });

  it('that says a smaller size than it unpacks to is refused', async () => {
    const file = await packArchive([
      entry('pack.json', '{}'),
      entry('big.txt', Buffer.alloc(4 * 1024 * 1024)),
    ]);
    const at = file.lastIndexOf('big.txt') - 46;
    file.writeUInt32LE(1000, at + 24);
    expect(await reasonOf(file)).toBe('damaged');
  });

  it('with more entries than a pack may have is refused by their number', async () => {
    const entries = Array.from({ length: packLimits.entries + 1 }, (_, index) => entry(`e${index}.txt`));
    expect(await reasonOf(await packArchive(entries))).toBe('too-large');
    // A hundred thousand are told in the form of ZIP64, which has 20 bytes before the end that point to it.
    const many = await packArchive(entries.slice(0, 2));
    const end = many.subarray(-22);
    const zip64 = Buffer.alloc(76);
    zip64.writeUInt32LE(0x06064b50, 0);
    zip64.writeBigUInt64LE(44n, 4);
    zip64.writeBigUInt64LE(100_000n, 24);
    zip64.writeBigUInt64LE(100_000n, 32);
    zip64.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
    zip64.writeUInt32LE(0x07064b50, 56);
    zip64.writeBigUInt64LE(BigInt(many.length - 22), 64);
    zip64.writeUInt32LE(1, 72);
    const told = Buffer.from(end);
    told.writeUInt16LE(0xffff, 8);
    told.writeUInt16LE(0xffff, 10);
    expect(await reasonOf(Buffer.concat([many.subarray(0, -22), zip64, told]))).toBe('too-large');
  });

  it('that is larger than a pack may be is refused unread', async () => {
    expect(await reasonOf(new Uint8Array(packLimits.file + 1))).toBe('too-large');
  });

  const manifests: [string, PackReason, (manifest: Record<string, unknown>) => void][] = [
    ['another format', 'newer', (manifest) => Object.assign(manifest, { format: 2 })],
    ['no name', 'bad-manifest', (manifest) => delete manifest['name']],
    ['a name with a slash', 'bad-manifest', (manifest) => Object.assign(manifest, { name: 'a/b' })],
    ['a member that is not known', 'bad-manifest', (manifest) => Object.assign(manifest, { run: 'rm -rf' })],
    ['no entries', 'bad-manifest', (manifest) => Object.assign(manifest, { entries: [] })],
    [
      'a spider that is not there',
      'bad-manifest',
      (manifest) => Object.assign(manifest['spider'] as object, { path: 'other.json' }),
    ],
    [
      'one entry for two uses',
      'bad-manifest',
      (manifest) => Object.assign(manifest['spider'] as object, { path: 'versions/1.json' }),
    ],
    [
      'a wrong checksum',
      'bad-checksum',
      (manifest) => {
        const [first] = manifest['entries'] as { sha256: string }[];
        if (first !== undefined) first.sha256 = hash('sha256', 'other');
      },
    ],
    ['a part that nothing names', 'bad-manifest', (manifest) => Object.assign(manifest, { items: null })],
  ];

  it.each(manifests)('whose manifest has %s is refused', async (_, reason, change) => {
    expect(await reasonOf(await withManifest(change))).toBe(reason);
  });

  it('without a manifest, or with another file in its place, is refused', async () => {
    expect(await reasonOf(await packArchive([entry('spider.json', '{}')]))).toBe('no-pack');
    expect(await reasonOf(await packArchive([entry('pack.json', 'no JSON')]))).toBe('bad-content');
    expect(await reasonOf(Buffer.from('{"name": "not a ZIP"}'))).toBe('no-pack');
  });
});
