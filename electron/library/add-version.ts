import { hash } from 'node:crypto';
import { packFolder, readIndex, writeIndex, type RegistryEntry, type RegistryVersion } from './index-file.ts';
import { LibraryError } from './errors.ts';
import { libraryLimits } from './limits.ts';
import type { IndexChange } from './source.ts';

/** What is published: facts of an entry, and how the pack of a version of it is made. */
export interface NewEntryVersion {
  name: string;
  kind: RegistryEntry['kind'] | null;
  title: string | null;
  description: string | null;
  sites: readonly string[];
  /** null: as they are, or none. */
  tags: readonly string[] | null;
  author: string | null;
  licence: string | null;
  notes: string | null;
  /** ISO 8601 in UTC. */
  published: string;
  /** The same version of the same spider, under the same facts, gives the same bytes. */
  pack: (version: number, facts: Pick<RegistryEntry, 'author' | 'licence' | 'tags'>) => Promise<Uint8Array>;
}

/** The version that was added. */
export interface AddedVersion {
  version: number;
  unchanged: boolean;
  bytes: number;
  sha256: string;
}

/**
 * The change of an index that adds a version of an entry: one more than its newest, so that none is ever overwritten.
 * @param onAdded told what was planned, each time that the change is
 */
export function addVersion(added: NewEntryVersion, onAdded: (version: AddedVersion) => void): IndexChange {
  return async (bytes) => {
    // Where the index has gone, a share may be missing: nothing is begun in its place.
    if (bytes === null) throw new LibraryError('no-index', 'It has no index.json any more.');
    const index = readIndex(bytes);
    const before = index.entries.find(({ name }) => name.toLowerCase() === added.name.toLowerCase());
    if (before !== undefined && before.name !== added.name)
      throw new LibraryError('duplicate', `It has "${before.name}", which differs by case alone.`);
    const facts = factsOf(added, before);
    const newest = before?.versions.at(-1);
    if (newest !== undefined) {
      const isSame = hash('sha256', await added.pack(newest.version, facts)) === newest.sha256;
      if (isSame) {
        onAdded({ version: newest.version, unchanged: true, bytes: newest.bytes, sha256: newest.sha256 });
        return null;
      }
    }
    const version = (newest?.version ?? 0) + 1;
    const pack = await added.pack(version, facts);
    const sha256 = hash('sha256', pack);
    const told = versionOf(added, version, { bytes: pack.byteLength, sha256 });
    const entry = { ...facts, versions: [...(before?.versions ?? []), told] };
    const entries = [...index.entries.filter((each) => each !== before), entry];
    const next = writeIndex({ ...index, entries });
    requireRoom(next, entries, entry);
    onAdded({ version, unchanged: false, bytes: pack.byteLength, sha256 });
    return {
      index: next,
      publication: { file: told.file, bytes: pack },
      message: `Publish ${added.name} ${version}`,
    };
  };
}

/** The name of a file says what it holds, so that two publishers cannot mean different things by one name. */
function versionOf(
  { name, notes, published }: NewEntryVersion,
  version: number,
  { bytes, sha256 }: { bytes: number; sha256: string },
): RegistryVersion {
  const stem = name.toLowerCase().replace(/^[_-]+/, '') || 'spider';
  return {
    version,
    file: `${packFolder}/${stem}-${version}-${sha256.slice(0, 12)}.spiderpack`,
    sha256,
    bytes,
    published,
    notes,
  };
}

/** What is not said stays as it is. */
function factsOf(added: NewEntryVersion, before: RegistryEntry | undefined): Omit<RegistryEntry, 'versions'> {
  return {
    name: added.name,
    kind: added.kind ?? before?.kind ?? 'spider',
    title: added.title ?? before?.title ?? added.name,
    description: added.description ?? before?.description ?? null,
    sites: added.sites.slice(0, libraryLimits.sites),
    tags: [...(added.tags ?? before?.tags ?? [])].slice(0, libraryLimits.tags),
    licence: added.licence ?? before?.licence ?? null,
    author: added.author ?? before?.author ?? null,
  };
}

function requireRoom(index: Uint8Array, entries: readonly unknown[], { versions }: RegistryEntry): void {
  const isFull =
    index.byteLength > libraryLimits.index ||
    entries.length > libraryLimits.entries ||
    versions.length > libraryLimits.versions;
  if (isFull)
    throw new LibraryError(
      'too-large',
      `A registry has at most ${libraryLimits.entries} entries with ${libraryLimits.versions} versions each, and an index of ${libraryLimits.index / 1024 / 1024} MB.`,
    );
}
