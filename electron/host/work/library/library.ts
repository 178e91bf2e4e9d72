import { mkdirSync } from 'node:fs';
import type { Registry } from '../../../../shared/contract/types.ts';
import {
  emptyIndex,
  checkFile,
  readIndex,
  writeIndex,
  type RegistryVersion,
} from '../../../library/index-file.ts';
import { LibraryError } from '../../../library/errors.ts';
import type { RegistryPlace } from '../../../library/location.ts';
import type { IndexChange, RegistrySource } from '../../../library/source.ts';
import { HostError } from '../../errors.ts';
import type { FoundEntry, NamedIndex } from './find-entry.ts';
import { forgetIndex, keepIndex, keepPack, keptIndex, keptPack, type KnownIndex } from './kept-index.ts';
import { libraryProblem } from './library-problem.ts';
import { openSource } from './open-source.ts';
import { readRegistryFile, writeRegistryFile, type ConfiguredRegistry } from './registry-file.ts';
import { shippedName, shippedRegistry } from './shipped.ts';

/** How old what was read may be before it is read again, in milliseconds. */
const freshMs = 15 * 60 * 1000;

/** Options of `createLibrary`. */
export interface LibraryOptions {
  dataDir: string;
  proxyChannel: string | null;
  now?: () => number;
}

/** When registries are read: `true` now, `false` never, undefined where what is known is old. */
export type Refresh = boolean | undefined;

/** A registry as it was read, and as it is shown. */
export interface ReadRegistry extends NamedIndex {
  shown: Registry;
}

/** The registries of a data folder, and what is in them. */
export interface Library {
  /** All registries, or one. Never fails because one of them cannot be read: `problem` tells. */
  read(registry: string | null, refresh: Refresh, signal: AbortSignal): Promise<ReadRegistry[]>;
  /** @throws HostError */
  add(
    registry: { name: string; allowPrivate: boolean } & RegistryPlace,
    create: string | null,
    signal: AbortSignal,
  ): Promise<Registry>;
  /** @throws HostError `unknown-registry` */
  remove(name: string): Promise<Registry>;
  /** The bytes of a version, as the index names them. @throws HostError */
  pack(found: FoundEntry, version: RegistryVersion, signal: AbortSignal): Promise<Uint8Array>;
  /** Changes a registry. @throws HostError */
  publish(name: string, change: IndexChange, signal: AbortSignal): Promise<ConfiguredRegistry>;
}

/** Opens the library of a data folder. Nothing is read before it is asked for. */
export function createLibrary({ dataDir, proxyChannel, now = Date.now }: LibraryOptions): Library {
  const time = (): string => new Date(now()).toISOString();
  const sourceOf = (registry: ConfiguredRegistry): RegistrySource =>
    openSource(registry, { dataDir, proxyChannel });

  function requireConfigured(name: string): ConfiguredRegistry {
    const registries = readRegistryFile(dataDir);
    const found = registries.find((registry) => registry.name === name);
    if (found !== undefined) return found;
    const known = [shippedName, ...registries.map((registry) => registry.name)].join(', ');
    throw new HostError(
      'unknown-registry',
      `There is no registry "${name}".`,
      `The registries are ${known}.`,
    );
  }

  function isDue({ kind }: ConfiguredRegistry, { triedAt }: KnownIndex, refresh: Refresh): boolean {
    if (refresh !== undefined) return refresh;
    const age = triedAt === null ? Infinity : now() - Date.parse(triedAt);
    // A negative age means that the clock was set back.
    return kind === 'folder' || age < 0 || age > freshMs;
  }

  async function readNow(
    registry: ConfiguredRegistry,
    known: KnownIndex,
    signal: AbortSignal,
  ): Promise<KnownIndex> {
    const triedAt = time();
    let read: KnownIndex;
    try {
      const index = readIndex(await sourceOf(registry).index(signal));
      read = { index, readAt: triedAt, triedAt, problem: null };
    } catch (error) {
      if (!(error instanceof LibraryError) || error.reason === 'cancelled')
        throw libraryProblem(error, registry.name);
      read = { ...known, triedAt, problem: error.message };
    }
    keepIndex(dataDir, registry, read);
    return read;
  }

  async function readOne(
    registry: ConfiguredRegistry,
    refresh: Refresh,
    signal: AbortSignal,
  ): Promise<ReadRegistry> {
    const kept = keptIndex(dataDir, registry);
    const known = isDue(registry, kept, refresh) ? await readNow(registry, kept, signal) : kept;
    return { registry: registry.name, index: known.index, shown: shownRegistry(registry, known) };
  }

  async function readShipped(): Promise<ReadRegistry> {
    const { index } = await shippedRegistry();
    const shown: Registry = {
      name: shippedName,
      kind: 'shipped',
      location: 'in the application',
      allowPrivate: false,
      title: index.title,
      entries: index.entries.length,
      readAt: time(),
      problem: null,
      canPublish: false,
    };
    return { registry: shippedName, index, shown };
  }

  return {
    async read(name, refresh, signal) {
      if (name === shippedName) return [await readShipped()];
      if (name !== null) return [await readOne(requireConfigured(name), refresh, signal)];
      const configured = readRegistryFile(dataDir);
      const others = configured.map((registry) => readOne(registry, refresh, signal));
      return Promise.all([readShipped(), ...others]);
    },
    async add(registry, create, signal) {
      requireFree(registry.name, readRegistryFile(dataDir));
      if (registry.kind === 'folder' && create !== null) mkdirSync(registry.location, { recursive: true });
      const source = sourceOf(registry);
      const index = await newOrPresent(source, create, signal).catch((error: unknown) => {
        throw libraryProblem(error, registry.name);
      });
      const readAt = time();
      const known = { index, readAt, triedAt: readAt, problem: null };
      // Read anew: another process may have added one meanwhile.
      const others = readRegistryFile(dataDir);
      requireFree(registry.name, others);
      writeRegistryFile(dataDir, [...others, registry]);
      keepIndex(dataDir, registry, known);
      return shownRegistry(registry, known);
    },
    async remove(name) {
      const registry = requireConfigured(name);
      const shown = shownRegistry(registry, keptIndex(dataDir, registry));
      writeRegistryFile(
        dataDir,
        readRegistryFile(dataDir).filter((each) => each.name !== name),
      );
      forgetIndex(dataDir, name);
      return shown;
    },
    async pack({ registry }, version, signal) {
      if (registry === shippedName) {
        const bytes = (await shippedRegistry()).packs.get(version.file);
        if (bytes === undefined) throw new Error(`The template ${version.file} is missing.`);
        return bytes;
      }
      const kept = keptPack(dataDir, version);
      if (kept !== null) return kept;
      try {
        const source = sourceOf(requireConfigured(registry));
        const bytes = await source.file(version.file, version.bytes, signal);
        checkFile(bytes, version);
        keepPack(dataDir, version, bytes);
        return bytes;
      } catch (error) {
        throw libraryProblem(error, registry);
      }
    },
    async publish(name, change, signal) {
      if (name === shippedName) throw notPublishable(name, 'It comes with Spider Studio.');
      const registry = requireConfigured(name);
      if (registry.kind === 'url') throw notPublishable(name, 'A static URL can only be read.');
      try {
        await sourceOf(registry).publish(change, signal);
      } catch (error) {
        throw libraryProblem(error, name);
      }
      await readNow(registry, keptIndex(dataDir, registry), signal);
      return registry;
    },
  };
}

/** The index of a registry that is added. @param create the title of a new one; null: it must be there */
async function newOrPresent(source: RegistrySource, create: string | null, signal: AbortSignal) {
  if (create !== null) {
    await source.publish(
      async (bytes) =>
        bytes === null
          ? { index: writeIndex(emptyIndex(create)), publication: null, message: `Begin ${create}` }
          : null,
      signal,
    );
  }
  return readIndex(await source.index(signal));
}

function requireFree(name: string, registries: readonly ConfiguredRegistry[]): void {
  const taken = [shippedName, ...registries.map((registry) => registry.name)];
  if (!taken.some((each) => each.toLowerCase() === name.toLowerCase())) return;
  throw new HostError(
    'registry-exists',
    `There is a registry "${name}" already.`,
    'Choose another name, or remove it.',
  );
}

const notPublishable = (name: string, why: string): HostError =>
  new HostError(
    'not-publishable',
    `Nothing can be published to "${name}". ${why}`,
    'Publish to a folder or a Git repository.',
  );

function shownRegistry(
  { name, kind, location, allowPrivate }: ConfiguredRegistry,
  { index, readAt, problem }: KnownIndex,
): Registry {
  return {
    name,
    kind,
    location,
    allowPrivate,
    title: index?.title ?? null,
    entries: index?.entries.length ?? 0,
    readAt,
    problem,
    canPublish: kind !== 'url',
  };
}
