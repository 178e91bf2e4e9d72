import type { CallArgs, CallName, CallValue } from '../../../shared/contract/index.ts';
import type { Extraction, PageDocument, Selection } from '../../../shared/contract/types.ts';
import { builtInCallback } from '../../../shared/spider/schema.ts';
import { analyzePage, findText } from '../../extract/analyze/analyze.ts';
import { extractArticle } from '../../extract/articles/chain.ts';
import { extractCallback } from '../../extract/callback.ts';
import { itemFromArticle } from '../../extract/item.ts';
import { PageContext, type PageFacts } from '../../extract/page-context.ts';
import { selectorFor } from '../../extract/select.ts';
import { parsePage, type PageTree } from '../../extract/tree.ts';
import type { JsonValue } from '../../extract/types.ts';
import { decodePage } from '../../fetch/decode.ts';
import { isHtml } from '../../fetch/page-kind.ts';
import { checkedSpider } from '../data/checked-spider.ts';
import { knownNames } from '../../../shared/spider/known-names.ts';
import { jsonRecord } from '../data/rows.ts';
import { HostError } from '../errors.ts';
import { PageSession } from './capture/page-session.ts';
import { notHtml } from './not-html.ts';

/** A page, parsed like in a crawl. */
interface ParsedPage extends PageFacts {
  tree: PageTree;
  /** Whether a browser has rendered it. */
  rendered: boolean;
  /** Warnings of the fetch, in sentences. */
  notes: string[];
}

type DocumentCall = Extract<CallName, `documents.${string}`>;
type DocumentHandlers = {
  readonly [N in DocumentCall]: (
    args: CallArgs<N>,
    context: { signal: AbortSignal },
  ) => Promise<CallValue<N>>;
};

/** Handlers of the calls about pages that are not saved. @param dataDir data folder with the proxies and the browser */
export function createDocumentHandlers(dataDir: string): DocumentHandlers {
  const read = (document: PageDocument, signal: AbortSignal): Promise<ParsedPage> =>
    document.kind === 'content' ? fromContent(document) : fromAddress(document, dataDir, signal);
  return {
    'documents.analyze': async ({ document }, { signal }) => {
      const { tree, notes, ...page } = await read(document, signal);
      return { analysis: analyzePage(tree, page), notes };
    },
    'documents.select': async ({ document, language, selector }, { signal }) => {
      const { tree, notes } = await read(document, signal);
      return { selection: select(tree, language, selector), notes };
    },
    'documents.extract': async ({ document, text, file, callback }, { signal }) => {
      const page = await read(document, signal);
      return { extraction: extract(page, { text, file, callback }), notes: page.notes };
    },
    'documents.find': async ({ document, text }, { signal }) => {
      const { tree, notes } = await read(document, signal);
      return { found: findText(tree, text), notes };
    },
  };
}

/** @throws HostError `bad-url`, `not-html` */
async function fromContent({
  name,
  data,
  url,
}: Extract<PageDocument, { kind: 'content' }>): Promise<ParsedPage> {
  if (url !== null && !URL.canParse(url))
    throw new HostError('bad-url', `"${url}" is not a URL.`, 'Write it with its scheme.');
  const body = Buffer.from(data, 'base64');
  if (!isHtml(null, body)) {
    throw notHtml(`"${name}"`, { body, contentType: null }, 'Save the page as HTML from the browser.');
  }
  return {
    tree: parsePage(decodePage(body, null, 'html').text),
    url,
    fetchedAt: Date.now(),
    rendered: false,
    notes: [],
  };
}

/** Fetches a page like a crawl with these settings. @throws HostError like `PageSession`, `not-html` */
async function fromAddress(
  { spider, url: address, project, allowPrivate, browser }: Extract<PageDocument, { kind: 'address' }>,
  dataDir: string,
  signal: AbortSignal,
): Promise<ParsedPage> {
  const settings = spider === null ? {} : (checkedSpider(spider, 'The spider').spider.settings ?? {});
  const session = new PageSession(
    { dataDir, project, settings, url: address, allowPrivate, browser },
    { signal },
  );
  try {
    const { body, contentType, url, rendered, notes } = await session.page();
    if (!isHtml(contentType, body)) throw notHtml(`"${url}"`, { body, contentType }, null);
    return {
      tree: parsePage(decodePage(body, contentType, 'html').text),
      url,
      fetchedAt: Date.now(),
      rendered,
      notes,
    };
  } finally {
    await session.close();
  }
}

/** @throws HostError `invalid-selector` */
function select(tree: PageTree, language: 'css' | 'xpath', source: string): Selection {
  const read = selectorFor(language, source);
  if (!read.ok) throw new HostError('invalid-selector', read.problem.message, read.problem.hint);
  const matches = read.selector
    .select(tree.document)
    .map(({ kind, text, value }) => ({ text, html: kind === 'element' ? value : '', value }));
  return { count: matches.length, matches };
}

/** Runs a callback of a spider on a page, with the code of a crawl. @throws HostError `invalid-spider`, `unknown-callback` */
function extract(
  { tree, url, fetchedAt, rendered }: ParsedPage,
  { text, file, callback: name }: { text: string; file: string; callback: string },
): Extraction {
  const { spider } = checkedSpider(text, `"${file}"`);
  const callbacks = spider.callbacks ?? {};
  const callback = Object.hasOwn(callbacks, name) ? callbacks[name] : undefined;
  if (callback !== undefined) {
    const { item, fields } = extractCallback(tree, callback, new PageContext(tree, { url, fetchedAt }));
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
  const { article, strategies: tried } = extractArticle(tree, {
    url: pageUrl,
    settings: spider.settings ?? {},
    ...(rendered ? { browser: { kind: 'rendered' } as const } : {}),
  });
  const strategies = tried.map(({ article: found, ...rest }) => ({
    ...rest,
    article: found === null ? null : jsonRecord({ ...found }),
  }));
  if (article === null) return { item: null, fields: {}, strategies };
  const { title, content, author, published_date, metadata } = itemFromArticle(pageUrl, article);
  const item: Record<string, JsonValue> = {
    title,
    content,
    author,
    published_date,
    ...jsonRecord(metadata),
  };
  const fields = Object.fromEntries(
    Object.entries(item).map(([field, value]) => [
      field,
      { value, count: value === null ? 0 : 1, steps: [], problem: null },
    ]),
  );
  return { item, fields, strategies };
}
