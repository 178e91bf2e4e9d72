import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodePage } from '../../electron/fetch/decode.ts';

/** What an extractor found on a page. */
export interface Found {
  title?: string | null;
  author?: string | null;
  date?: string | null;
  text: string;
}

/** One line of an extractor's output. `error` is its exception, where it threw one. */
export interface Reading extends Partial<Found> {
  /** null: the known page. */
  id: string | null;
  cpuMs: number;
  error?: string;
}

/** Reads a page, and returns how to get at what was found: only the reading is measured. */
export type Extractor = (html: string, url: string) => Promise<() => Found> | (() => Found);

/**
 * Reads the known page and every page of DIR/SET/html with an extractor, and prints one line of JSON for each. All
 * extractors get the same text and the same address.
 */
export async function readPages(folder: string, extract: Extractor): Promise<void> {
  const print = console.log.bind(console);
  // Extractors write notes for their developers while they read.
  for (const kind of ['log', 'warn', 'error', 'info', 'debug'] as const) console[kind] = () => undefined;
  const urls = urlsOf(join(folder, '..', 'truth.json'));
  const known = readFileSync(new URL('known-page.html', import.meta.url), 'utf8');
  print(JSON.stringify(await readPage(null, known, 'https://pages.invalid/known', extract)));
  for (const { id, read } of pagesOf(folder)) {
    print(JSON.stringify(await readPage(id, read(), urls(id), extract)));
  }
}

/** The pages of a folder by their names, each to be read from its file. */
export function pagesOf(folder: string): { id: string; read: () => string }[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.html.gz'));
  return files.sort().map((file) => ({
    id: file.replace(/\.html\.gz$/, ''),
    read: () => {
      const bytes = gunzipSync(readFileSync(join(folder, file)));
      return decodePage(bytes, isUtf8(bytes) ? 'text/html; charset=utf-8' : null, 'html').text;
    },
  }));
}

async function readPage(id: string | null, html: string, url: string, extract: Extractor): Promise<Reading> {
  const before = process.cpuUsage();
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  try {
    const found = await extract(html, url);
    return { id, cpuMs: cpuMs(), ...found() };
  } catch (error) {
    return { id, cpuMs: cpuMs(), error: String(error) };
  }
}

/** The addresses of the pages, as far as the set knows them. */
function urlsOf(file: string): (id: string) => string {
  const truths: Record<string, { url?: unknown }> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  return (id) => {
    const url = truths[id]?.url;
    return typeof url === 'string' && URL.canParse(url) ? url : `https://pages.invalid/${id}`;
  };
}
