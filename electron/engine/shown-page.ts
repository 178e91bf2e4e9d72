import { builtInCallback } from '../../shared/spider/schema.ts';
import { isHtml } from '../fetch/decode.ts';
import type { FetchedPage, FetchProblem } from '../fetch/types.ts';
import type { ClaimedRequest, NewEvent } from './ports/ledger.ts';
import type { PageInput, PageOutput } from './page.ts';
import type { RenderedPage, RenderResult } from './renderer-port.ts';

/** How a crawl has its pages shown by a browser. */
export interface CrawlBrowser {
  /** `all`: every page; `articles`: those for which the chain of article strategies asks for it. */
  when: 'all' | 'articles';
  /** Shows a page that was fetched. `onHop` judges where it goes on to. Never rejects. */
  show(page: FetchedPage, onHop: (url: string) => Promise<string | null>): Promise<RenderResult>;
}

export interface ShowDependencies {
  process(input: PageInput): Promise<PageOutput>;
  /** null: there is no browser in use. */
  browser: { when: CrawlBrowser['when']; show(page: FetchedPage): Promise<RenderResult> } | null;
  retryTimes: number;
}

/** Marks a page in a cache that is as a browser showed it. */
export const shownHeader = 'x-spider-studio-shown';

/** A page that has been read, or why it could not be shown. `finalUrl`: where it is after all. */
export type ReadPage =
  { ok: true; output: PageOutput; finalUrl: string } | { ok: false; problem: FetchProblem };

/** Whether what an earlier run has stored of a page may stand for it: not where it may be what a browser made of it. */
export function mayRecall(
  { callback }: ClaimedRequest,
  { browser }: Pick<ShowDependencies, 'browser'>,
): boolean {
  return browser === null || (browser.when === 'articles' && callback !== builtInCallback);
}

/** Whether a browser has to do with this page, or may have; else it is processed as it came. */
export function mayBeShown(page: FetchedPage, { browser }: Pick<ShowDependencies, 'browser'>): boolean {
  return browser !== null || wasShown(page);
}

/**
 * Reads a page, as the browser shows it where that is asked for: by the settings for every page, or by the chain of article
 * strategies when those before the browser have failed. It is shown at most once.
 * @param events what there is to say about it is added
 */
export async function readPage(
  given: PageInput,
  page: FetchedPage,
  request: ClaimedRequest,
  deps: ShowDependencies,
  events: NewEvent[],
): Promise<ReadPage> {
  const { browser } = deps;
  // Of a page that is shown, what came is not what is kept.
  const { gzip: _gzip, ...input } = given;
  const plain = { ok: true, finalUrl: input.url } as const;
  if (wasShown(page)) {
    if (isShown(page)) tellNotes(page, events);
    return { ...plain, output: await deps.process({ ...input, browser: { kind: 'rendered' } }) };
  }
  if (browser === null || !isHtml(input.contentType, input.body)) {
    return { ...plain, output: await deps.process(input) };
  }
  if (browser.when === 'all') {
    const shown = await browser.show(page);
    if (!shown.ok) return shown;
    return readShown(input, shown.page, deps, events);
  }
  if (input.callback !== builtInCallback) return { ...plain, output: await deps.process(given) };
  // The body may be handed over to another thread, and the browser needs it too.
  const body = new Uint8Array(input.body);
  const output = await deps.process({ ...given, browser: { kind: 'available' } });
  if (output.wantsBrowser === undefined) return { ...plain, output };
  const earlier = output.wantsBrowser;
  const shown = await browser.show({ ...page, body });
  if (shown.ok) return readShown({ ...input, earlier }, shown.page, deps, events);
  const { problem } = shown;
  const isOver = problem.code === 'aborted' || problem.code === 'blocked-hop';
  if (isOver || (problem.transient && request.tries < deps.retryTimes)) return shown;
  const none = { kind: 'none', reason: `the page could not be rendered: ${problem.message}` } as const;
  return { ...plain, output: await deps.process({ ...input, body, earlier, browser: none }) };
}

async function readShown(
  input: PageInput,
  page: RenderedPage,
  deps: ShowDependencies,
  events: NewEvent[],
): Promise<ReadPage> {
  for (const { url } of page.hops) {
    events.push({ kind: 'redirected', url, message: `It went on to another page in the browser.` });
  }
  tellNotes(page, events);
  const { body, finalUrl } = page;
  const contentType = page.headers['content-type'] ?? null;
  const browser = { kind: 'rendered' } as const;
  const output = await deps.process({ ...input, url: finalUrl, body, contentType, browser });
  return { ok: true, output, finalUrl };
}

function wasShown(page: FetchedPage): boolean {
  return isShown(page) || (page.fromCache === true && page.headers[shownHeader] !== undefined);
}

function isShown(page: FetchedPage): page is RenderedPage {
  return 'rendering' in page;
}

function tellNotes({ rendering, finalUrl }: RenderedPage, events: NewEvent[]): void {
  for (const message of rendering.notes) events.push({ kind: 'browser', url: finalUrl, message });
}
