import type { RegistryVersion } from '../../library/index-file.ts';
import type { FoundEntry } from '../work/library/find-entry.ts';
import type { Library, Refresh } from '../work/library/library.ts';
import type { PackFile } from './pack-work.ts';

/** What names a version of an entry. */
export interface EntryRef {
  /** null: whichever registry has it. */
  registry: string | null;
  name: string;
  /** null: the newest. */
  version: number | null;
}

/** A version of an entry, with the bytes of its pack. */
export interface TakenVersion {
  found: FoundEntry;
  version: RegistryVersion;
  file: PackFile;
}

/** The library of a data folder, which is loaded when it is first asked for. */
export interface OpenedLibrary {
  open(): Promise<Library>;
  /** @throws HostError */
  find(ref: Pick<EntryRef, 'registry' | 'name'>, refresh: Refresh, signal: AbortSignal): Promise<FoundEntry>;
  /** @throws HostError */
  take(ref: EntryRef, signal: AbortSignal): Promise<TakenVersion>;
}

export function openedLibrary(services: { dataDir: string; proxyChannel: string | null }): OpenedLibrary {
  let opened: Promise<Library> | null = null;
  const open = (): Promise<Library> =>
    (opened ??= import('../work/library/library.ts').then(({ createLibrary }) => createLibrary(services)));

  const find: OpenedLibrary['find'] = async ({ registry, name }, refresh, signal) => {
    const { findEntry } = await import('../work/library/find-entry.ts');
    return findEntry(await (await open()).read(registry, refresh, signal), name);
  };

  return {
    open,
    find,
    async take(ref, signal) {
      const { findVersion } = await import('../work/library/find-entry.ts');
      const found = await find(ref, undefined, signal);
      const version = findVersion(found, ref.version);
      const body = await (await open()).pack(found, version, signal);
      const name = `${found.registry}/${found.entry.name}@${version.version}`;
      return { found, version, file: { name, body } };
    },
  };
}
