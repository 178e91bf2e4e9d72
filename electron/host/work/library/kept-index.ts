import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { LibraryError } from '../../../library/errors.ts';
import {
  checkFile,
  readIndex,
  type RegistryIndex,
  type RegistryVersion,
} from '../../../library/index-file.ts';
import { ownCheck } from '../../../schemas/checker.ts';
import { files } from '../../../system/files.ts';
import { readJsonFile, writePrivateJson } from '../../data/private-json.ts';
import type { ConfiguredRegistry } from './registry-file.ts';
import { dataPath } from '../../data-folder-entries.ts';

/** Schema of what is kept beside an index. */
export const KeptIndexSchema = Type.Object({
  /** Where it was read: a registry that was removed and added elsewhere under the same name has nothing. */
  location: Type.String(),
  readAt: Type.Union([Type.String(), Type.Null()]),
  /** When it was last tried to read it. */
  triedAt: Type.String(),
  problem: Type.Union([Type.String(), Type.Null()]),
  index: Type.Unknown(),
});

const isKept = ownCheck(KeptIndexSchema);

/** What is known of a registry. Times are ISO 8601 in UTC. */
export interface KnownIndex {
  /** null: it was never read. */
  index: RegistryIndex | null;
  readAt: string | null;
  triedAt: string | null;
  problem: string | null;
}

/** The folder of what is kept of a registry. Its name fits every system, whatever the registry is called. */
export const registryFolder = (dataDir: string, name: string): string =>
  join(dataPath(dataDir, 'library'), hash('sha256', name.toLowerCase()).slice(0, 16));

const fileOf = (dataDir: string, name: string): string => join(registryFolder(dataDir, name), 'index.json');

/** What was last read of a registry. What is kept in a wrong form counts as nothing. */
export function keptIndex(dataDir: string, { name, location }: ConfiguredRegistry): KnownIndex {
  const nothing = { index: null, readAt: null, triedAt: null, problem: null };
  const kept = readJsonFile(fileOf(dataDir, name));
  if (!isKept(kept) || kept.location !== location) return nothing;
  const { readAt, triedAt, problem, index } = kept;
  if (readAt === null) return { ...nothing, triedAt, problem };
  try {
    return { index: readIndex(Buffer.from(JSON.stringify(index))), readAt, triedAt, problem };
  } catch {
    return nothing;
  }
}

/** Keeps what is known of a registry. */
export function keepIndex(dataDir: string, { name, location }: ConfiguredRegistry, known: KnownIndex): void {
  writePrivateJson(fileOf(dataDir, name), { location, ...known });
}

/** Forgets what is kept of a registry. */
export function forgetIndex(dataDir: string, name: string): void {
  files.remove(registryFolder(dataDir, name));
}

/** The most packs that are kept, so that what was looked at can be imported without a network. */
const maxKept = 50;
const packFolder = (dataDir: string): string => join(dataPath(dataDir, 'library'), 'packs');
const packFile = (dataDir: string, sha256: string): string =>
  join(packFolder(dataDir), `${sha256}.spiderpack`);

/** A pack that was read before; null: it was not, or is damaged. */
export function keptPack(dataDir: string, version: RegistryVersion): Uint8Array | null {
  try {
    const bytes = readFileSync(packFile(dataDir, version.sha256));
    checkFile(bytes, version);
    return bytes;
  } catch (error) {
    if (error instanceof LibraryError) files.remove(packFile(dataDir, version.sha256));
    return null;
  }
}

/** Keeps a pack; where that fails it is read again. */
export function keepPack(dataDir: string, { sha256 }: RegistryVersion, bytes: Uint8Array): void {
  const file = packFile(dataDir, sha256);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(packFolder(dataDir), { recursive: true });
    writeFileSync(draft, bytes, { mode: 0o600 });
    files.replace(draft, file);
    forgetOldest(packFolder(dataDir));
  } catch {
    files.remove(draft);
  }
}

function forgetOldest(folder: string): void {
  const kept = readdirSync(folder).map((name) => ({
    path: join(folder, name),
    at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  const newestFirst = kept.toSorted((one, other) => other.at - one.at);
  for (const { path } of newestFirst.slice(maxKept)) files.remove(path);
}
