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

/** Three quarters of the pages are `dev`, to tune on; the rest, by a hash of the id, is `held`, to watch. */
export function isHeld(id: string): boolean {
  return (createHash('sha256').update(id).digest()[0] ?? 0) < 64;
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
      .filter(({ id }) => split === 'all' || isHeld(id) === (split === 'held'));
    return {
      name,
      pages,
      readHtml: (id) => {
        const file = join(folder, name, 'html', `${id}.html`);
        const bytes = existsSync(`${file}.gz`) ? gunzipSync(readFileSync(`${file}.gz`)) : readFileSync(file);
        return decodePage(bytes, isUtf8(bytes) ? 'text/html; charset=utf-8' : null, 'html').text;
      },
    };
  });
}
