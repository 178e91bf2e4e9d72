import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parsePage, type PageTree } from '../../electron/extract/tree.ts';
import { decodePage } from '../../electron/fetch/decode.ts';

/** A page of a labelled set as truth.json lists it; what else is known of it depends on the set. */
export interface LabelledPage {
  readonly id: string;
  /** Path of the gzipped page below the folder of the set. */
  readonly file: string;
  readonly url?: string;
  readonly site?: string;
  readonly [fact: string]: unknown;
}

/** A set of labelled pages, and a clock for what is made of them. */
export interface LabelledSet {
  readonly name: string;
  /** What the truth lists, as it stands there. */
  readonly truth: readonly unknown[];
  readonly pages: readonly LabelledPage[];
  /** A page as it was fetched. */
  bytes(page: LabelledPage): Buffer;
  /** Text of a page, decoded by its own charset. */
  read(page: LabelledPage): string;
  /** Tree of a page; a new one at each call. */
  parse(page: LabelledPage): PageTree;
  /** Does what is to be measured for a page, and keeps its processor time. */
  timed<T>(work: () => T): T;
  /** Processor times so far, in milliseconds, shortest first. */
  times(): readonly number[];
}

/** What writes the predictions of some sets. */
export interface Predictor {
  /** Names of the sets, which are folders of the data. */
  readonly sets: readonly string[];
  /** Returns what SET.json holds. Proposals are made inside `set.timed`, one call a page. */
  predict(set: LabelledSet): unknown;
}

/** The truth of a set, plain or gzipped; null: the folder has none. */
export function truthOf(folder: string, name: string): string | null {
  const files = ['truth.json', 'truth.json.gz'].map((file) => join(folder, name, file));
  return files.find((file) => existsSync(file)) ?? null;
}

/** Opens DIR/NAME with its truth. Throws when the file cannot be read. */
export function openSet(folder: string, name: string): LabelledSet {
  const file = truthOf(folder, name) ?? join(folder, name, 'truth.json');
  const stored = readFileSync(file);
  const found: unknown = JSON.parse((file.endsWith('.gz') ? gunzipSync(stored) : stored).toString());
  const truth: readonly unknown[] = Array.isArray(found) ? found : [];
  const pages = truth.filter(isPage);
  const bytes = ({ file }: LabelledPage): Buffer => gunzipSync(readFileSync(join(folder, name, file)));
  const read = (page: LabelledPage): string => decodePage(bytes(page), null, 'html').text;
  const times: number[] = [];
  return {
    name,
    truth,
    pages,
    bytes,
    read,
    parse: (page) => parsePage(read(page)),
    timed(work) {
      const before = process.cpuUsage();
      const result = work();
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
      return result;
    },
    times: () => times.toSorted((a, b) => a - b),
  };
}

/** The text of each record of a page in a set of lists. */
export function textsOf({ texts }: LabelledPage): string[] {
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
}

/** The links that lead to the next page by the labels of a page, as it writes them; null: its controls have no address. */
export function nextLinks({ labels }: LabelledPage): Set<string> | null {
  const all: unknown = labels;
  const next: unknown = typeof all === 'object' && all !== null && 'NEXT' in all ? all.NEXT : null;
  const links: unknown = typeof next === 'object' && next !== null && 'links' in next ? next.links : [];
  const hrefs = (Array.isArray(links) ? links : []).map((link: unknown) =>
    String(Array.isArray(link) ? (link[1] ?? '') : '').trim(),
  );
  return hrefs.includes('') ? null : new Set(hrefs);
}

function isPage(row: unknown): row is LabelledPage {
  return (
    typeof row === 'object' &&
    row !== null &&
    'id' in row &&
    typeof row.id === 'string' &&
    'file' in row &&
    typeof row.file === 'string'
  );
}
