import type { JsonValue, FieldStep, StrategyResult } from '../../extract/types.ts';
import { analyzePage, findText, type FoundText, type PageAnalysis } from '../../extract/analyze/analyze.ts';
import { extractArticle } from '../../extract/articles/chain.ts';
import { extractCallback } from '../../extract/callback.ts';
import { itemFromArticle } from '../../extract/item.ts';
import { selectorFor } from '../../extract/select.ts';
import { parsePage, type PageTree } from '../../extract/tree.ts';
import { decodeHtml, isHtml } from '../../fetch/decode.ts';
import { builtInCallback } from '../../../shared/spider/schema.ts';
import { PageSession, type PageWish } from './capture/page-session.ts';
import { readBytes, readSpiderFile } from '../data/documents.ts';
import { HostError } from '../errors.ts';
import { knownNames } from '../data/hints.ts';
import { notHtml } from './not-html.ts';

/** A saved page, parsed as a crawl would parse it. */
export interface SavedPage {
  tree: PageTree;
  url: string | null;
  /** Whether it is as a browser shows it. */
  rendered: boolean;
}

/** Reads a saved page from a file, or from standard input for "-". */
export async function readPage(file: string, url: string | null): Promise<SavedPage> {
  if (url !== null && !URL.canParse(url))
    throw new HostError('bad-url', `"${url}" is not a URL.`, 'Write it with its scheme.');
  const bytes = await readBytes(file);
  if (!isHtml(null, bytes)) {
    throw notHtml(`"${file}"`, { body: bytes, contentType: null }, 'Save the page as HTML from the browser.');
  }
  return { tree: parsePage(decodeHtml(bytes, null).html), url, rendered: false };
}

/** Gets a page from its address as a crawl with these settings would. @throws HostError as `PageSession` does, `not-html` */
export async function fetchPage(
  wish: Omit<PageWish, 'settings'> & { spiderFile: string | null },
  onNote: (note: string) => void,
): Promise<SavedPage> {
  const { spiderFile, ...rest } = wish;
  const settings = spiderFile === null ? {} : ((await readSpiderFile(spiderFile)).spider.settings ?? {});
  const session = new PageSession({ ...rest, settings }, { signal: new AbortController().signal });
  try {
    const { body, contentType, url, rendered, notes } = await session.page();
    for (const note of notes) onNote(note);
    if (isHtml(contentType, body))
      return { tree: parsePage(decodeHtml(body, contentType).html), url, rendered };
    throw notHtml(`"${url}"`, { body, contentType }, null);
  } finally {
    await session.close();
  }
}

export function analyzeDocument({ tree, ...page }: SavedPage): PageAnalysis {
  return analyzePage(tree, page);
}

export function findInDocument({ tree }: SavedPage, text: string): FoundText[] {
  return findText(tree, text);
}

/** What a selector matches on a page: all of it, in document order. */
export interface SelectorTest {
  count: number;
  matches: { text: string; html: string; value: string }[];
}

/** @throws HostError `invalid-selector` */
export function testSelector({ tree }: SavedPage, language: 'css' | 'xpath', source: string): SelectorTest {
  const read = selectorFor(language, source);
  if (!read.ok) throw new HostError('invalid-selector', read.problem.message, read.problem.hint);
  const matches = read.selector
    .select(tree.document)
    .map(({ kind, text, value }) => ({ text, html: kind === 'element' ? value : '', value }));
  return { count: matches.length, matches };
}

/** What a callback makes of a page. */
export interface Extraction {
  item: Record<string, JsonValue> | null;
  fields: Record<string, { value: JsonValue; count: number; steps: FieldStep[]; problem: string | null }>;
  /** The article strategies that were tried; empty for a callback of the spider. */
  strategies: StrategyResult[];
}

/** Runs a callback of a spider file on a page, by the same code as a crawl. */
export async function extractWith(
  { tree, url, rendered }: SavedPage,
  spiderFile: string,
  name: string,
): Promise<Extraction> {
  const { spider } = await readSpiderFile(spiderFile);
  const callbacks = spider.callbacks ?? {};
  const callback = Object.hasOwn(callbacks, name) ? callbacks[name] : undefined;
  if (callback !== undefined) {
    const { item, fields } = extractCallback(tree, callback);
    const shown = Object.entries(fields).map(([field, { matches, ...rest }]) => [
      field,
      { ...rest, count: matches },
    ]);
    return { item, fields: Object.fromEntries(shown), strategies: [] };
  }
  if (name !== builtInCallback) {
    const known = [...Object.keys(callbacks), builtInCallback].sort();
    throw new HostError(
      'unknown-callback',
      `The spider has no callback "${name}".`,
      knownNames('It has', name, known),
    );
  }
  const pageUrl = url ?? spider.start_urls[0] ?? 'http://localhost/';
  const { article, strategies } = extractArticle(tree, {
    url: pageUrl,
    settings: spider.settings ?? {},
    ...(rendered ? { browser: { kind: 'rendered' } as const } : {}),
  });
  if (article === null) return { item: null, fields: {}, strategies };
  const { title, content, author, published_date, metadata } = itemFromArticle(pageUrl, article);
  const item = { title, content, author, published_date, ...metadata } as Record<string, JsonValue>;
  const fields = Object.fromEntries(
    Object.entries(item).map(([field, value]) => [
      field,
      { value, count: value === null ? 0 : 1, steps: [], problem: null },
    ]),
  );
  return { item, fields, strategies };
}
