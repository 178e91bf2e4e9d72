import { hash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { ownCheck } from '../schemas/checker.ts';
import { LibraryError } from './errors.ts';
import { libraryLimits } from './limits.ts';

/** The format that this version writes and reads. */
const indexFormat = 1;
/** The name of the index in a registry. */
export const indexName = 'index.json';
/** The folder of the packs that are published. */
export const packFolder = 'packs';
/** The largest pack that an index may name, in bytes: as much as a pack may have. */
const maxPackBytes = 64 * 1024 * 1024;

const strict = { additionalProperties: false };
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Short = Type.String({ maxLength: 300 });
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z$' });

const VersionSchema = Type.Object(
  {
    version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    /** Path below the registry, with slashes. Each part begins with a letter or digit, so none is `..`, hidden or absolute. */
    file: Type.String({
      maxLength: 300,
      pattern: '^(?:[A-Za-z0-9][A-Za-z0-9_-]*/){0,4}[A-Za-z0-9][A-Za-z0-9_-]*\\.spiderpack$',
    }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    bytes: Type.Integer({ minimum: 1, maximum: maxPackBytes }),
    published: Time,
    notes: orNull(Type.String({ maxLength: 2000 })),
  },
  strict,
);

const EntrySchema = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' }),
    kind: Type.Union([Type.Literal('spider'), Type.Literal('template')]),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    description: orNull(Type.String({ maxLength: 2000 })),
    sites: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: libraryLimits.sites }),
    tags: Type.Array(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), { maxItems: libraryLimits.tags }),
    licence: orNull(Short),
    author: orNull(Short),
    /** Oldest first. */
    versions: Type.Array(VersionSchema, { minItems: 1, maxItems: libraryLimits.versions }),
  },
  strict,
);

/** Schema of `index.json` of a registry. */
export const IndexSchema = Type.Object(
  {
    format: Type.Literal(indexFormat),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    entries: Type.Array(EntrySchema, { maxItems: libraryLimits.entries }),
  },
  strict,
);

/** What the index of a registry says. */
export type RegistryIndex = Static<typeof IndexSchema>;
/** A spider or a template of a registry. */
export type RegistryEntry = Static<typeof EntrySchema>;
/** A version of an entry. */
export type RegistryVersion = Static<typeof VersionSchema>;

const isIndex = ownCheck(IndexSchema);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads an index. @throws LibraryError for one that must not be used, in whole or in part */
export function readIndex(bytes: Uint8Array): RegistryIndex {
  if (bytes.byteLength > libraryLimits.index)
    throw new LibraryError('too-large', `Its index has more than ${libraryLimits.index / 1024 / 1024} MB.`);
  const value = parsed(bytes);
  if (!isIndex(value)) throw notAnIndex(value);
  checkNames(value.entries);
  return {
    ...value,
    entries: value.entries.map((entry) => ({
      ...entry,
      versions: entry.versions.toSorted((one, other) => one.version - other.version),
    })),
  };
}

/** Writes an index as people can compare it: one fact on a line, entries by name. */
export function writeIndex({ format, title, entries }: RegistryIndex): Buffer {
  const sorted = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return Buffer.from(`${JSON.stringify({ format, title, entries: sorted }, null, 2)}\n`, 'utf8');
}

/** An index without entries. */
export const emptyIndex = (title: string): RegistryIndex => ({ format: indexFormat, title, entries: [] });

/** The newest version of an entry. */
export function newestOf({ name, versions }: RegistryEntry): RegistryVersion {
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error(`"${name}" has no version.`);
  return newest;
}

/** Compares a file of a registry with what the index says of it. @throws LibraryError `bad-hash` */
export function checkFile(bytes: Uint8Array, { file, bytes: expected, sha256 }: RegistryVersion): void {
  if (bytes.byteLength !== expected || hash('sha256', bytes) !== sha256)
    throw new LibraryError('bad-hash', `"${file}" is not what its index names: its SHA-256 differs.`);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return value;
  } catch {
    throw new LibraryError('no-json', `Its ${indexName} is no JSON in UTF-8.`);
  }
}

function notAnIndex(value: unknown): LibraryError {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : null;
  if (typeof format === 'number' && format > indexFormat)
    return new LibraryError(
      'newer',
      `Its index has format ${format}, which a newer version of Spider Studio reads.`,
    );
  return new LibraryError('bad-index', `Its ${indexName} is not as it should be.`);
}

/** Names that differ by case alone are the same file on some systems. */
function checkNames(entries: readonly RegistryEntry[]): void {
  const names = new Set<string>();
  const files = new Map<string, string>();
  for (const { name, versions } of entries) {
    if (names.has(name.toLowerCase()))
      throw new LibraryError('duplicate', `Its index names "${name}" twice.`);
    names.add(name.toLowerCase());
    if (new Set(versions.map(({ version }) => version)).size !== versions.length)
      throw new LibraryError('duplicate', `Its index names a version of "${name}" twice.`);
    for (const { file, sha256 } of versions) {
      const known = files.get(file.toLowerCase());
      if (known !== undefined && known !== sha256)
        throw new LibraryError('duplicate', `Its index names "${file}" for two versions.`);
      files.set(file.toLowerCase(), sha256);
    }
  }
}
