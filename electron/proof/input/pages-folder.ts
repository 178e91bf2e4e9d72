import { readFile, stat } from 'node:fs/promises';
import { join, normalize, isAbsolute, sep } from 'node:path';
import type { ProofPage } from '../types.ts';
import { decodedBody, headerOf, type HeaderPairs } from './stored-body.ts';
import { maxPageBytes, maxPages, ProofInputError, type PageSource } from './source.ts';

const listName = 'pages.json';
const listHint =
  'pages.json is a list of {"file", "url", "status", "headers", "fetchedAt", "group"}; "file" and "url" are required.';
/** A list of 10,000 pages with long headers is far smaller, in bytes. */
const maxListBytes = 64 * 1024 * 1024;

/** Opens a folder with `pages.json` beside the bodies that it names. @throws ProofInputError */
export async function openPagesFolder(folder: string): Promise<PageSource> {
  const list = await readList(join(folder, listName));
  const headers = new Map<ProofPage, HeaderPairs>();
  const pages = list.map((entry, at) => {
    const { page, pairs } = readEntry(entry, `${listName}, entry ${at + 1}`);
    headers.set(page, pairs);
    return page;
  });
  return {
    kind: 'files',
    args: {},
    pages,
    async body(page) {
      const file = join(folder, page.file ?? '');
      const bytes = await readBounded(file, maxPageBytes, `The page "${page.file ?? ''}"`);
      return decodedBody(bytes, headers.get(page) ?? [], `The page "${page.file ?? ''}"`);
    },
    close: () => Promise.resolve(),
  };
}

async function readList(file: string): Promise<readonly unknown[]> {
  const bytes = await readBounded(file, maxListBytes, `"${file}"`);
  let list: unknown;
  try {
    list = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new ProofInputError(
      `"${file}" is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
      listHint,
    );
  }
  if (!Array.isArray(list)) throw new ProofInputError(`"${file}" is not a list.`, listHint);
  if (list.length === 0) throw new ProofInputError(`"${file}" names no page.`, listHint);
  if (list.length > maxPages) {
    throw new ProofInputError(
      `"${file}" names ${list.length} pages; at most ${maxPages} are read.`,
      'Leave some out.',
    );
  }
  return list;
}

async function readBounded(file: string, most: number, what: string): Promise<Uint8Array> {
  try {
    const entry = await stat(file);
    if (entry.isDirectory()) throw new ProofInputError(`${what} is a folder, not a file.`, listHint);
    if (entry.size > most) {
      throw new ProofInputError(
        `${what} has ${entry.size} bytes; at most ${most} are read.`,
        'Leave it out.',
      );
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof ProofInputError) throw error;
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    const why = error instanceof Error ? error.message : String(error);
    throw new ProofInputError(
      isMissing ? `${what} does not exist.` : `${what} cannot be read: ${why}.`,
      listHint,
    );
  }
}

function readEntry(entry: unknown, place: string): { page: ProofPage; pairs: HeaderPairs } {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new ProofInputError(`${place} is not an object.`, listHint);
  const values = new Map<string, unknown>(Object.entries(entry));
  const wrong = (name: string, wanted: string): ProofInputError =>
    new ProofInputError(`${place}: "${name}" must be ${wanted}.`, listHint);
  const file = values.get('file');
  if (typeof file !== 'string' || file === '') throw wrong('file', 'the name of a file in the folder');
  const inside = normalize(file);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`))
    throw wrong('file', 'a file in the folder');
  const url = values.get('url');
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw wrong('url', 'an http or https URL');
  const status = values.get('status') ?? 200;
  if (typeof status !== 'number' || !Number.isInteger(status)) throw wrong('status', 'a whole number');
  const group = values.get('group') ?? null;
  if (group !== null && typeof group !== 'string') throw wrong('group', 'a text');
  const pairs = readHeaders(values.get('headers') ?? null);
  if (pairs === null) throw wrong('headers', 'an object of names and values, or a list of pairs');
  const fetchedAt = readTime(values.get('fetchedAt') ?? 0);
  if (fetchedAt === null) throw wrong('fetchedAt', 'a time in ISO 8601, or milliseconds since 1970');
  const contentType = headerOf(pairs, 'content-type');
  const rendered = values.get('rendered') === true;
  return { page: { file, url, requested: null, group, status, contentType, fetchedAt, rendered }, pairs };
}

/** Headers as an object, whose values may be lists, or as pairs. Null: they are neither. */
function readHeaders(headers: unknown): HeaderPairs | null {
  if (headers === null) return [];
  if (typeof headers !== 'object') return null;
  const entries: unknown[] = Array.isArray(headers) ? headers : Object.entries(headers);
  const pairs: [string, string][] = [];
  for (const entry of entries) {
    if (!Array.isArray(entry)) return null;
    const [name, value]: unknown[] = entry;
    const text = Array.isArray(value) ? value.join(', ') : value;
    if (typeof name !== 'string' || (typeof text !== 'string' && typeof text !== 'number')) return null;
    pairs.push([name.toLowerCase(), String(text)]);
  }
  return pairs;
}

function readTime(value: unknown): number | null {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}
