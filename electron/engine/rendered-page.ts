import type { Listing } from '../../shared/spider/listings.ts';
import { builtInCallback } from '../../shared/spider/schema.ts';
import { isHtml } from '../fetch/page-kind.ts';
import type { FetchedPage, FetchProblem } from '../fetch/types.ts';
import type { ClaimedRequest, NewEvent } from './ports/ledger.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import { joinPages } from './list-pages.ts';
import type { PageRenderRequest, RenderedPage, RenderResult } from './renderer-port.ts';

/** How a crawl renders its pages in a browser. */
export interface CrawlBrowser {
  /** `all`: every page; `articles`: those for which the chain of article strategies asks for it; `listings`: only these. */
  when: 'all' | 'articles' | 'listings';
  /** Renders a fetched page. `onHop` returns why it must not navigate to a URL, or null. Never rejects. */
  render(
    page: FetchedPage,
    onHop: (url: string) => Promise<string | null>,
    list?: Pick<PageRenderRequest, 'paging' | 'pause'>,
  ): Promise<RenderResult>;
}

/** What rendering needs from the crawl. */
export interface RenderDependencies {
  process(input: PageInput): Promise<PageOutput>;
  /** Browser to use, or null. */
  browser: { when: CrawlBrowser['when']; render(page: FetchedPage): Promise<RenderResult> } | null;
  /** The listing that the request asks for; null: it asks for none. */
  listing: Listing | null;
  retryTimes: number;
}

/** Response header that marks a cached page as rendered. */
export const renderedHeader = 'x-spider-studio-shown';

/** A processed page, or why it could not be rendered. `finalUrl`: its URL after redirects and navigation. */
export type ReadPage =
  { ok: true; output: PageOutput; finalUrl: string; rendered?: true } | { ok: false; problem: FetchProblem };

/** Whether an earlier run's copy of a page may be used: not if it may have been rendered. */
export function mayUseStoredPage(
  { callback }: ClaimedRequest,
  { browser, listing }: Pick<RenderDependencies, 'browser' | 'listing'>,
): boolean {
  if (browser === null) return true;
  return (
    listing === null &&
    browser.when !== 'all' &&
    (browser.when === 'listings' || callback !== builtInCallback)
  );
}

/** Whether the page is or may be rendered; otherwise it is processed as fetched. */
export function mayBeRendered(
  page: FetchedPage,
  { browser, listing }: Pick<RenderDependencies, 'browser' | 'listing'>,
): boolean {
  const mayBe = browser !== null && (browser.when !== 'listings' || listing !== null);
  return mayBe || wasRendered(page);
}

/**
 * Processes a page, rendered where that is required: by the settings for every page, or by the chain of article strategies
 * when those before the browser fail. A page is rendered at most once.
 * @param events receives the events of the rendering
 */
export async function readPage(
  given: PageInput,
  page: FetchedPage,
  request: ClaimedRequest,
  deps: RenderDependencies,
  events: NewEvent[],
): Promise<ReadPage> {
  const { browser, listing } = deps;
  // The gzip body is not that of the rendered page.
  const { gzip: _gzip, ...input } = given;
  const plain = { ok: true, finalUrl: input.url } as const;
  if (listing !== null && browser !== null && isHtml(input.contentType, input.body)) {
    const rendered = await browser.render(page);
    if (!rendered.ok) return failed(rendered, page, events);
    return readRendered(input, rendered.page, deps, events);
  }
  if (wasRendered(page)) {
    if (isRendered(page)) reportNotes(page, events);
    const output = await deps.process({ ...input, browser: { kind: 'rendered' } });
    return { ...plain, output, rendered: true };
  }
  if (browser === null || !isHtml(input.contentType, input.body)) {
    return { ...plain, output: await deps.process(input) };
  }
  if (browser.when === 'all') {
    const rendered = await browser.render(page);
    if (!rendered.ok) return failed(rendered, page, events);
    return readRendered(input, rendered.page, deps, events);
  }
  if (input.callback !== builtInCallback) return { ...plain, output: await deps.process(given) };
  // A copy, because the body may be transferred to another thread before the browser needs it.
  const body = new Uint8Array(input.body);
  const output = await deps.process({ ...given, browser: { kind: 'available' } });
  if (output.wantsBrowser === undefined) return { ...plain, output };
  const earlier = output.wantsBrowser;
  const rendered = await browser.render({ ...page, body });
  if (rendered.ok) return readRendered({ ...input, earlier }, rendered.page, deps, events);
  const { problem } = rendered;
  reportFailed(rendered, page, events);
  const isOver = ['aborted', 'blocked-hop', 'action'].includes(problem.code);
  if (isOver || (problem.transient && request.tries < deps.retryTimes)) return rendered;
  const none = { kind: 'none', reason: `the page could not be rendered: ${problem.message}` } as const;
  return { ...plain, output: await deps.process({ ...input, body, earlier, browser: none }) };
}

async function readRendered(
  input: PageInput,
  page: RenderedPage,
  deps: RenderDependencies,
  events: NewEvent[],
): Promise<ReadPage> {
  for (const { url } of page.hops) {
    events.push({ kind: 'redirected', url, message: 'The page redirected to another one in the browser.' });
  }
  reportNotes(page, events);
  const { body, finalUrl } = page;
  const contentType = page.headers['content-type'] ?? null;
  const browser = { kind: 'rendered' } as const;
  const { list } = page;
  const read =
    list === undefined ? { body } : { body: joinPages(list), list: { links: deps.listing?.links ?? null } };
  const output = await deps.process({ ...input, url: finalUrl, ...read, contentType, browser });
  const whole = page.broken === undefined ? output : { ...output, failure: page.broken };
  return { ok: true, output: whole, finalUrl, rendered: true };
}

function wasRendered(page: FetchedPage): boolean {
  return isRendered(page) || (page.fromCache === true && page.headers[renderedHeader] !== undefined);
}

function isRendered(page: FetchedPage): page is RenderedPage {
  return 'rendering' in page;
}

type Unrendered = Extract<RenderResult, { ok: false }>;

function failed(rendered: Unrendered, page: FetchedPage, events: NewEvent[]): ReadPage {
  reportFailed(rendered, page, events);
  return { ok: false, problem: rendered.problem };
}

/** Tells what was done on a page before it failed. */
function reportFailed({ notes = [] }: Unrendered, { finalUrl }: FetchedPage, events: NewEvent[]): void {
  for (const message of notes) events.push({ kind: 'browser', url: finalUrl, message });
}

function reportNotes({ rendering, finalUrl }: RenderedPage, events: NewEvent[]): void {
  for (const message of rendering.notes) events.push({ kind: 'browser', url: finalUrl, message });
}
