import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodePage } from '../../electron/fetch/decode.ts';

/** What is known of a page; what is not given is undefined, what is known to be absent null. */
export interface Truth {
  url: string;
  /** Kind of page: article, forum, product, … */
  type: string | null;
  /** The whole text, to be compared by shingles. */
  articleBody: string | null;
  /** The whole text, to be compared by words. */
  mainContent: string | null;
  with: string[];
  without: string[];
  title: string | null;
  author: string | null;
  date: string | null;
  /** Whether the set labels authors, so that a missing one means that there is none. */
  labelsAuthor: boolean;
}

/** Pages with known titles, authors, dates and texts. */
export interface SetOfPages {
  name: string;
  pages: { id: string; truth: Truth }[];
  /** The page as text. What is UTF-8 is read as such: sets hold pages that were re-encoded below their declarations. */
  readHtml: (id: string) => string;
}

/** Which part of a set is scored. */
export type Split = 'dev' | 'held' | 'all';

/** The site of a page: its domain without subdomains; null without an address. */
function siteOf(url: string): string | null {
  const parts = URL.parse(url)?.hostname.split('.') ?? [];
  // Below a country there are domains such as co.uk and com.br.
  const isBelowCountry = parts.at(-1)?.length === 2 && (parts.at(-2)?.length ?? 4) <= 3;
  return parts.length === 0 ? null : parts.slice(isBelowCountry ? -3 : -2).join('.');
}

/**
 * Three quarters of the sites are `dev`, to tune on; the rest, by a hash, is `held`, to watch. Pages of one site are on one side,
 * because what is learnt from one holds for the others. A page without an address counts as a site.
 */
export function isHeld(id: string, url: string): boolean {
  const site = siteOf(url) ?? id;
  return (createHash('sha256').update(site).digest()[0] ?? 0) < 64;
}

/** Reads a page of a set as text, from `html/ID.html.gz`, `html/ID.html` or `html/ID.gz`. */
export function readHtml(set: string, id: string): string {
  const base = join(set, 'html', id);
  const file = [`${base}.html.gz`, `${base}.html`, `${base}.gz`].find(existsSync);
  if (file === undefined) throw new Error(`${set} has no page ${id}.`);
  const bytes = file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file);
  return decodePage(bytes, isUtf8(bytes) ? 'text/html; charset=utf-8' : null, 'html').text;
}

/** Whether a value is an object with properties, and no array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function truthOf(value: unknown): Truth {
  const record = isRecord(value) ? value : {};
  const text = (key: string): string | null => {
    const found = record[key];
    return typeof found === 'string' && found !== '' ? found : null;
  };
  const texts = (key: string): string[] => {
    const found = record[key];
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
  };
  return {
    url: text('url') ?? '',
    type: text('type'),
    articleBody: text('articleBody'),
    mainContent: 'main_content' in record ? (text('main_content') ?? '') : null,
    with: texts('with'),
    without: texts('without'),
    title: text('title'),
    author: text('author'),
    date: text('date') ?? text('publish_date'),
    labelsAuthor: 'author' in record,
  };
}

/** The sets in a folder: every folder in it with `truth.json` and `html/ID.html.gz` (or `ID.html`). */
export function readSets(folder: string, only: string | null, split: Split): SetOfPages[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'truth.json')))
    .map(({ name }) => name)
    .filter((name) => only === null || name === only);
  return names.map((name) => {
    const truths: unknown = JSON.parse(readFileSync(join(folder, name, 'truth.json'), 'utf8'));
    const pages = Object.entries(isRecord(truths) ? truths : {})
      .map(([id, value]) => ({ id, truth: truthOf(value) }))
      .filter(({ id, truth }) => split === 'all' || isHeld(id, truth.url) === (split === 'held'));
    return { name, pages, readHtml: (id) => readHtml(join(folder, name), id) };
  });
}
