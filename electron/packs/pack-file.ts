import { hash } from 'node:crypto';
import type { JsonValue } from '../../shared/json-value.ts';
import type { PageKind } from '../../shared/page-kind.ts';
import type { WrittenRequest } from '../../shared/spider/start-requests.ts';
import { maxTextLength } from '../../shared/spider/limits.ts';
import { packArchive, unpackArchive, type ArchiveEntry } from './archive.ts';
import { PackError } from './errors.ts';
import { packLimits } from './limits.ts';
import { isManifest, isPageValues, packFormat, type Manifest } from './manifest.ts';

/** A version of the spider of a pack. */
export interface PackVersion {
  number: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
  note: string | null;
  text: string;
}

/** Values that are locked on a page of a pack. */
export interface PackValues {
  kind: 'field' | 'links';
  name: string;
  callback: string | null;
  values: readonly JsonValue[];
}

/** A saved page of a pack. */
export interface PackPage {
  title: string;
  url: string | null;
  source: 'url' | 'file' | 'run' | 'rendered';
  encoding: string;
  kind: PageKind;
  /** ISO 8601 in UTC. */
  fetchedAt: string;
  /** The request that it answers, without its headers. Left out: a plain GET of its URL. */
  request?: WrittenRequest;
  text: string;
  locked: readonly PackValues[];
}

/** Example items as JSON Lines. */
export interface PackItems {
  count: number;
  text: string;
}

/** What a pack holds. */
export interface Pack {
  name: string;
  /** Grows with every change of the pack. */
  version: number;
  description: string | null;
  author: string | null;
  licence: string | null;
  kinds: readonly string[];
  /** The version of Spider Studio that wrote it. */
  application: string;
  spider: PackVersion;
  /** Oldest first. */
  earlier: readonly PackVersion[];
  pages: readonly PackPage[];
  items: PackItems | null;
}

const manifestName = 'pack.json';

/** Writes a pack. The same pack gives the same bytes. @throws PackError `too-large` */
export async function writePack(pack: Pack): Promise<Buffer> {
  const { spider, earlier, pages, items, ...about } = pack;
  if (pages.length > packLimits.pages)
    throw new PackError(
      'too-large',
      `A pack has at most ${packLimits.pages} saved pages, not ${pages.length}.`,
    );
  const entries: ArchiveEntry[] = [];
  const add = (name: string, text: string): string => {
    entries.push({ name, bytes: Buffer.from(text, 'utf8') });
    return name;
  };
  const version = ({ text, ...facts }: PackVersion, path: string) => ({ path: add(path, text), ...facts });
  const inside = {
    spider: version(spider, 'spider.json'),
    earlier: earlier.slice(-packLimits.versions).map((each) => version(each, `versions/${each.number}.json`)),
    pages: pages.map(({ text, locked, ...facts }, index) => {
      const path = add(`pages/${index + 1}.txt`, text);
      const values = locked.length === 0 ? null : add(`pages/${index + 1}.json`, JSON.stringify(locked));
      return { path, values, ...facts };
    }),
    items: items === null ? null : { path: add('items.jsonl', items.text), count: items.count },
  };
  const manifest: Manifest = {
    format: packFormat,
    ...about,
    kinds: [...about.kinds],
    ...inside,
    entries: entries.map(({ name, bytes }) => ({ path: name, bytes: bytes.length, sha256: sha256(bytes) })),
  };
  if (!isManifest(manifest)) throw new PackError('bad-manifest', 'It has facts that a pack cannot hold.');
  const total = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > packLimits.total || entries.some(({ bytes }) => bytes.length > packLimits.entry))
    throw new PackError('too-large', `Unpacked it has more than ${packLimits.total / 1024 / 1024} MB.`);
  const json = { name: manifestName, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, 'utf8') };
  const file = await packArchive([json, ...entries]);
  if (file.length > packLimits.file)
    throw new PackError('too-large', `It has more than ${packLimits.file / 1024 / 1024} MB.`);
  return file;
}

/** Reads a pack, and compares every entry with its checksum. @throws PackError */
export async function readPack(file: Uint8Array): Promise<Pack> {
  const entries = await unpackArchive(file);
  const manifest = manifestOf(entries);
  checkEntries(manifest, entries);
  const used = new Set<string>();
  const text = (path: string): string => {
    const bytes = entries.get(path);
    if (bytes === undefined || used.has(path))
      throw new PackError('bad-manifest', `Its manifest names "${path}" wrongly.`);
    used.add(path);
    return decoded(bytes, path);
  };
  const version = ({ path, ...facts }: Manifest['spider']): PackVersion => {
    const spider = text(path);
    if (spider.length > maxTextLength + 1)
      throw new PackError('too-large', `"${path}" is longer than a spider can be.`);
    return { ...facts, text: spider };
  };
  const { format: _format, entries: _entries, spider, earlier, pages, items, ...about } = manifest;
  const pack = {
    ...about,
    spider: version(spider),
    earlier: earlier.map(version),
    pages: pages.map(({ path, values, ...facts }) => ({
      ...facts,
      text: text(path),
      locked: values === null ? [] : valuesOf(text(values), values),
    })),
    items: items === null ? null : { count: items.count, text: text(items.path) },
  };
  const unused = [...entries.keys()].find((name) => name !== manifestName && !used.has(name));
  if (unused !== undefined)
    throw new PackError('bad-manifest', `Its manifest does not say what "${unused}" is.`);
  return pack;
}

function manifestOf(entries: ReadonlyMap<string, Buffer>): Manifest {
  const bytes = entries.get(manifestName);
  if (bytes === undefined) throw new PackError('no-pack', `It has no ${manifestName}.`);
  if (bytes.length > packLimits.manifest) throw new PackError('too-large', 'Its manifest is too large.');
  const value = json(decoded(bytes, manifestName), manifestName);
  if (isManifest(value)) return value;
  const format =
    typeof value === 'object' && value !== null && 'format' in value ? Number(value.format) : Number.NaN;
  if (format > packFormat)
    throw new PackError('newer', `It has format ${format}, which a newer version of Spider Studio reads.`);
  throw new PackError('bad-manifest', 'Its manifest is not as it should be.');
}

function checkEntries({ entries: told }: Manifest, entries: ReadonlyMap<string, Buffer>): void {
  const names = new Set(told.map(({ path }) => path));
  if (names.size !== told.length || names.size !== entries.size - 1 || names.has(manifestName))
    throw new PackError('bad-manifest', 'Its manifest does not name each entry once.');
  for (const { path, bytes, sha256: expected } of told) {
    const entry = entries.get(path);
    if (entry === undefined)
      throw new PackError('bad-manifest', `Its manifest names "${path}", which is missing.`);
    if (entry.length !== bytes || sha256(entry) !== expected)
      throw new PackError('bad-checksum', `"${path}" is not as it was packed: its checksum differs.`);
  }
}

function valuesOf(text: string, path: string): PackValues[] {
  const value = json(text, path);
  if (!isPageValues(value)) throw new PackError('bad-content', `"${path}" holds no locked values.`);
  // What JSON.parse gives is JSON.
  return value.map(({ values, ...part }) => ({ ...part, values: values.filter(isJson) }));
}

const isJson = (value: unknown): value is JsonValue => value !== undefined;

function json(text: string, path: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new PackError('bad-content', `"${path}" is no JSON.`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new PackError('bad-content', `"${path}" is not text in UTF-8.`);
  }
}

/** SHA-256 in hexadecimal. */
export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes);
