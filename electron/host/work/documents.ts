import { firstUrls } from '../../../shared/spider/generated-urls.ts';
import type { CallArgs, CallName, CallValue } from '../../../shared/contract/index.ts';
import type { Extraction, PageDocument, Selection, WhyEmpty } from '../../../shared/contract/types.ts';
import { isFilled } from '../../../shared/filled.ts';
import { withDefaults } from '../../../shared/spider/default-settings.ts';
import { builtInCallback, type Callback, type Spider } from '../../../shared/spider/schema.ts';
import { analyzePage, findText } from '../../authoring/analyze/analyze.ts';
import { extractArticle } from '../../extract/articles/chain.ts';
import { extractCallback } from '../../extract/callback.ts';
import { itemFromArticle } from '../../extract/item.ts';
import type { Page } from '../../extract/page.ts';
import { PageContext, type PageFacts } from '../../extract/page-context.ts';
import { jsonPathFor } from '../../extract/json-path/select.ts';
import { extractRows, type IteratingCallback } from '../../extract/rows.ts';
import { scopeOf } from '../../extract/scope.ts';
import { selectRows } from '../../extract/entries.ts';
import { selectorFor } from '../../extract/select.ts';
import { whyEmpty } from '../../extract/why/why-empty.ts';
import { whyFieldEmpty } from '../../extract/why/why-field.ts';
import { whyNotTaken } from '../../extract/takes-page.ts';
import type { PageTree } from '../../extract/tree.ts';
import type { JsonValue } from '../../extract/types.ts';
import { checkedSpider } from '../data/checked-spider.ts';
import { withUsualArgs } from '../data/run-args.ts';
import { languageOfRows, type SelectorLanguage } from '../../../shared/selectors/language.ts';
import { knownNames } from '../../../shared/spider/known-names.ts';
import { jsonRecord } from '../data/rows.ts';
import { HostError } from '../errors.ts';
import { PageSession } from './capture/page-session.ts';
import type { DocumentSources } from './document-sources.ts';
import { proposeDocument } from './propose-document.ts';
import { readPage, typeOfFile } from './read-page.ts';
import { rowTargets } from './tester/row-targets.ts';

/** A page, parsed like in a crawl. */
interface ParsedPage extends PageFacts {
  content: Page;
  /** Its Content-Type, if it was fetched. */
  contentType: string | null;
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

/** Handlers of the calls about pages that are not saved. */
export function createDocumentHandlers(sources: DocumentSources): DocumentHandlers {
  const read = (document: PageDocument, signal: AbortSignal): Promise<ParsedPage> =>
    document.kind === 'content' ? fromContent(document) : fromAddress(document, sources, signal);
  return {
    'documents.analyze': async ({ document }, { signal }) => {
      const { content, notes, ...page } = await read(document, signal);
      return { analysis: analyzePage(content, page), notes };
    },
    'documents.propose': (args, { signal }) => proposeDocument(args, { ...sources, signal }),
    'documents.select': async ({ document, language, selector }, { signal }) => {
      const { content, notes } = await read(document, signal);
      return { selection: select(content, language, selector), notes };
    },
    'documents.extract': async ({ document, text, file, callback }, { signal }) => {
      const page = await read(document, signal);
      return extract(page, { text, file, callback });
    },
    'documents.find': async ({ document, text }, { signal }) => {
      const { content, notes } = await read(document, signal);
      return { found: content.kind === 'json' ? [] : findText(content, text), notes };
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
  const given = { body, contentType: typeOfFile(name, body) };
  const { page } = readPage(`"${name}"`, given, 'Save the page as HTML from the browser.');
  return { content: page, contentType: null, url, fetchedAt: Date.now(), rendered: false, notes: [] };
}

/** Fetches a page like a crawl with these settings. @throws HostError like `PageSession`, `not-html` */
async function fromAddress(
  { spider, url: address, project, allowPrivate, browser }: Extract<PageDocument, { kind: 'address' }>,
  { dataDir, projectSettings }: DocumentSources,
  signal: AbortSignal,
): Promise<ParsedPage> {
  const own = spider === null ? null : withUsualArgs(checkedSpider(spider, 'The spider').spider).settings;
  const settings = withDefaults(own, await projectSettings(project));
  const session = await PageSession.open(
    { dataDir, project, settings, url: address, allowPrivate, browser },
    { signal },
  );
  try {
    const { body, contentType, url, rendered, notes } = await session.page();
    const { page } = readPage(`"${url}"`, { body, contentType }, null);
    return { content: page, contentType, url, fetchedAt: Date.now(), rendered, notes };
  } finally {
    await session.close();
  }
}

/** @throws HostError `invalid-selector` */
function select(page: Page, language: SelectorLanguage, source: string): Selection {
  if (language === 'json') return selectValues(page, source);
  const read = selectorFor(language, source);
  if (!read.ok) throw new HostError('invalid-selector', read.problem.message, read.problem.hint);
  if (page.kind === 'json') return { count: 0, matches: [], why: whyAt(page, language, source) };
  const matches = read.selector
    .select(page.document)
    .map(({ kind, text, value }) => ({ text, html: kind === 'element' ? value : '', value }));
  return {
    count: matches.length,
    matches,
    ...(matches.length === 0 ? { why: whyAt(page, language, source) } : {}),
  };
}

/** @throws HostError `invalid-selector` */
function selectValues(page: Page, source: string): Selection {
  const read = jsonPathFor(source);
  if (!read.ok) throw new HostError('invalid-selector', read.problem.message, read.problem.hint);
  if (page.kind !== 'json') return { count: 0, matches: [], why: whyAt(page, 'json', source) };
  const matches = read.selector.select(page.value).map(({ value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { text, html: '', value: text };
  });
  return {
    count: matches.length,
    matches,
    ...(matches.length === 0 ? { why: whyAt(page, 'json', source) } : {}),
  };
}

const whyAt = (page: Page, language: SelectorLanguage, source: string): WhyEmpty =>
  whyEmpty({ scopes: [scopeOf(page)], language, source });

const noExtraction: Extraction = { item: null, fields: {}, rows: null, strategies: [] };

/** What a callback of a spider extracts from a page, by the code of a crawl. @throws HostError `invalid-spider`, `unknown-callback` */
function extract(
  page: ParsedPage,
  { text, file, callback: name }: { text: string; file: string; callback: string },
): CallValue<'documents.extract'> {
  const { content, contentType, notes } = page;
  const { spider } = checkedSpider(text, `"${file}"`);
  const callbacks = spider.callbacks ?? {};
  const callback = Object.hasOwn(callbacks, name) ? callbacks[name] : undefined;
  if (callback === undefined && name !== builtInCallback) {
    const known = [...Object.keys(callbacks), builtInCallback].sort();
    throw new HostError(
      'unknown-callback',
      `The spider has no callback "${name}".`,
      knownNames('It has', name, known),
    );
  }
  const refusal = whyNotTaken(content.kind, name, callback ?? null, contentType);
  if (refusal !== null) return { extraction: noExtraction, notes: [...notes, refusal] };
  if (callback !== undefined) {
    const { iterate } = callback;
    if (iterate === null || iterate === undefined)
      return { extraction: extractFields(page, callback), notes };
    const rows = extractedRows(page, { ...callback, iterate }, spider.allowed_domains);
    return { extraction: rows.extraction, notes: [...notes, ...rows.notes] };
  }
  const extraction = content.kind === 'html' ? extractBuiltIn(page, content, spider) : noExtraction;
  return { extraction, notes };
}

function extractFields({ content, url, fetchedAt }: ParsedPage, callback: Callback): Extraction {
  const context = new PageContext(content, { url, fetchedAt });
  const { item, fields } = extractCallback(content, callback, context);
  const shown = Object.entries(fields).map(([name, { matches, ...rest }]) => {
    const field = callback.extract?.[name];
    const why = field === undefined ? null : whyFieldEmpty([scopeOf(content)], field, context);
    return [name, { ...rest, problem: why?.line ?? rest.problem, count: matches }];
  });
  const isNone = content.kind === 'xml' && !Object.values(item).some(isFilled);
  return { item: isNone ? null : item, fields: Object.fromEntries(shown), rows: null, strategies: [] };
}

function extractBuiltIn({ url, rendered }: ParsedPage, tree: PageTree, spider: Spider): Extraction {
  const pageUrl = url ?? firstUrls(spider)[0] ?? 'http://localhost/';
  const { article, strategies: tried } = extractArticle(tree, {
    url: pageUrl,
    settings: spider.settings ?? {},
    ...(rendered ? { browser: { kind: 'rendered' } as const } : {}),
  });
  const strategies = tried.map(({ article: found, ...rest }) => ({
    ...rest,
    article: found === null ? null : jsonRecord({ ...found }),
  }));
  if (article === null) return { ...noExtraction, strategies };
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
  return { item, fields, rows: null, strategies };
}

/** The rows of a page with where they lead, and notes: why there are none, or why fields of all of them are empty. */
function extractedRows(
  { content, url, fetchedAt }: ParsedPage,
  callback: IteratingCallback,
  domains: readonly string[],
): { extraction: Extraction; notes: string[] } {
  const context = new PageContext(content, { url, fetchedAt });
  const { rows, reason } = extractRows(content, callback, context);
  const { follow, selector: source, json_path: inside } = callback.iterate;
  const targets =
    follow === null || follow === undefined ? [] : rowTargets(context, rows, follow.callback, domains);
  const shown = rows.map(({ values, problems }, index) => ({
    values,
    problems,
    url: targets[index]?.url ?? null,
    reason: targets[index]?.reason ?? null,
  }));
  const language = languageOfRows(source);
  const selected = selectRows(scopeOf(content), callback.iterate, context);
  const scopes = selected.ok ? selected.scopes : [];
  const isNone = !selected.ok && !selected.isFailure && typeof inside !== 'string';
  const notes =
    reason === null
      ? Object.entries(callback.extract ?? {}).flatMap(([name, field]) => {
          const why = whyFieldEmpty(scopes, field, context);
          return why === null ? [] : [`"${name}" is empty in all rows: ${why.line}`];
        })
      : [`No rows: ${isNone ? whyAt(content, language, source).line : reason}`];
  return { extraction: { ...noExtraction, rows: shown }, notes };
}
