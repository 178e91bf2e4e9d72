import type { LibraryEntry } from '../../../../shared/contract/types.ts';
import { nearestHint } from '../../../../shared/spider/known-names.ts';
import {
  newestOf,
  type RegistryEntry,
  type RegistryIndex,
  type RegistryVersion,
} from '../../../library/index-file.ts';
import { HostError } from '../../errors.ts';

/** The index of a registry, as far as it was read. */
export interface NamedIndex {
  registry: string;
  index: RegistryIndex | null;
}

/** An entry, and the registry that has it. */
export interface FoundEntry {
  registry: string;
  entry: RegistryEntry;
}

/** Finds an entry by its name. @throws HostError `not-in-library`, `ambiguous-name` */
export function findEntry(indexes: readonly NamedIndex[], name: string): FoundEntry {
  const found = indexes.flatMap(({ registry, index }): FoundEntry[] => {
    const entry = index?.entries.find((each) => each.name === name);
    return entry === undefined ? [] : [{ registry, entry }];
  });
  const [first, second] = found;
  if (first === undefined) {
    const known = indexes.flatMap(({ index }) => index?.entries.map((entry) => entry.name) ?? []);
    throw new HostError(
      'not-in-library',
      `The library has no "${name}".${nearestHint(name, [...new Set(known)])}`,
      'Search for it by its words.',
    );
  }
  if (second === undefined) return first;
  const registries = found.map(({ registry }) => registry);
  throw new HostError(
    'ambiguous-name',
    `Several registries have "${name}": ${registries.join(', ')}.`,
    `Name the registry, for example ${first.registry}/${name}.`,
    { registries },
  );
}

/** Finds a version of an entry. @param version null: the newest @throws HostError `not-in-library` */
export function findVersion({ registry, entry }: FoundEntry, version: number | null): RegistryVersion {
  if (version === null) return newestOf(entry);
  const found = entry.versions.find((each) => each.version === version);
  if (found !== undefined) return found;
  throw new HostError(
    'not-in-library',
    `${registry}/${entry.name} has no version ${version}.`,
    `Its versions are ${entry.versions.map((each) => each.version).join(', ')}.`,
  );
}

/** An entry as clients see it: the newest version first. */
export function shownEntry({ registry, entry }: FoundEntry): LibraryEntry {
  const versions = entry.versions.toReversed().map(({ file: _file, ...version }) => version);
  return { registry, ...entry, versions };
}
