import { describe, expect, it } from 'vitest';
import type { ClaimedRequest, NewEvent } from '../../../electron/engine/ports/ledger.ts';
import { planCrawl, processPage } from '../../../electron/engine/page.ts';
import type { PageInput } from '../../../electron/engine/page-types.ts';
import type { RenderedPage, RenderResult } from '../../../electron/engine/renderer-port.ts';
import {
  mayUseStoredPage,
  readPage,
  renderedHeader,
  type RenderDependencies,
} from '../../../electron/engine/rendered-page.ts';
import type { FetchedPage, FetchProblem } from '../../../electron/fetch/types.ts';
import type { Spider } from '../../../shared/spider/schema.ts';

const url = 'https://a.test/1';
const text = 'What the script has brought is long enough to be taken for the text of an article. '.repeat(4);
const shell = '<title>Story of a ship</title><div id="root"></div><script src="/app.js"></script>';
const full = `<title>Story of a ship</title><article><h1>Story of a ship</h1><p>${text}</p></article><a href="/2">more</a>`;

function fetched(html: string, more: Partial<FetchedPage> = {}): FetchedPage {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return {
    url,
    finalUrl: url,
    hops: [],
    status: 200,
    headers,
    body: Buffer.from(html),
    durationMs: 1,
    ...more,
  };
}

function shown(html: string, more: Partial<RenderedPage> = {}): RenderedPage {
  const rendering = {
    timings: { loadMs: 1, waitMs: 1, scrollMs: 0, actMs: 0, readMs: 1 },
    consoleErrors: 0,
    scrolls: 0,
    refused: 0,
    userAgent: 'x',
    notes: [],
  };
  return { ...fetched(html), rendering, ...more };
}

const problem = (code: FetchProblem['code'], transient: boolean): RenderResult => ({
  ok: false,
  problem: { code, message: 'The tab crashed.', transient },
  hops: [],
});

interface Case {
  when?: 'all' | 'articles';
  callback?: string | null;
  tries?: number;
  page?: FetchedPage;
  shows?: RenderResult;
  settings?: Spider['settings'];
  contentType?: string;
}

/** Reads a page by the code of a crawl; the body is taken away as a worker would take it. */
async function read({
  when = 'all',
  callback = 'take',
  tries = 0,
  page = fetched(shell),
  shows,
  settings,
  contentType,
}: Case) {
  const spider: Spider = {
    name: 's',
    allowed_domains: ['a.test'],
    start_urls: [url],
    rules: [{ allow: ['.'], callback: 'take', follow: true }],
    callbacks: { take: { extract: { title: { css: 'h1::text' } } } },
    ...(settings === undefined ? {} : { settings }),
  };
  const plan = planCrawl(spider, { depthLimit: 0, depthPriority: 0 });
  const asked: FetchedPage[] = [];
  const deps: RenderDependencies = {
    listing: null,
    retryTimes: 2,
    process: async (input) => {
      const output = processPage(plan, input);
      input.body.fill(0);
      return output;
    },
    browser: {
      when,
      render: async (one) => {
        asked.push({ ...one, body: new Uint8Array(one.body) });
        return shows ?? { ok: true, page: shown(full) };
      },
    },
  };
  const events: NewEvent[] = [];
  const input: PageInput = {
    id: '1',
    url,
    body: page.body,
    contentType: contentType ?? page.headers['content-type'] ?? null,
    fetchedAt: 0,
    depth: 0,
    priority: 0,
    callback,
    follow: true,
  };
  const request = { id: '1', url, callback, tries } as ClaimedRequest;
  return { result: await readPage(input, page, request, deps, events), asked, events };
}

describe('every page in the browser', () => {
  it('is read as the browser shows it, with the links that are there', async () => {
    const { result, asked } = await read({});
    expect(result).toMatchObject({
      ok: true,
      finalUrl: url,
      output: { items: [{ title: 'Story of a ship' }] },
    });
    expect(result.ok && result.output.links.map((link) => link.url)).toEqual(['https://a.test/2']);
    expect(asked.map(({ body }) => Buffer.from(body).toString())).toEqual([shell]);
  });

  it('is where a script has led', async () => {
    const page = shown(full, { finalUrl: 'https://a.test/moved', hops: [{ url, status: 200 }] });
    const { result, events } = await read({ shows: { ok: true, page } });
    expect(result).toMatchObject({
      finalUrl: 'https://a.test/moved',
      output: { items: [{ url: 'https://a.test/moved' }] },
    });
    expect(events.map(({ kind }) => kind)).toEqual(['redirected']);
  });

  it('tells what went less than well', async () => {
    const page = shown(full);
    page.rendering.notes.push('BROWSER_WAIT_SELECTOR did not appear.');
    const { events } = await read({ shows: { ok: true, page } });
    expect(events).toEqual([{ kind: 'browser', url, message: 'BROWSER_WAIT_SELECTOR did not appear.' }]);
  });

  it('is not read where it could not be shown', async () => {
    const { result } = await read({ shows: problem('browser', true) });
    expect(result).toMatchObject({ ok: false, problem: { code: 'browser' } });
  });

  it('leaves alone what is no HTML, and what the browser has fetched itself', async () => {
    expect((await read({ contentType: 'application/pdf' })).asked).toEqual([]);
    expect((await read({ page: shown(full) })).asked).toEqual([]);
    const cached = fetched(full, { fromCache: true });
    cached.headers[renderedHeader] = '1';
    const { asked, result } = await read({ page: cached });
    expect(asked).toEqual([]);
    expect(result).toMatchObject({ output: { items: [{ title: 'Story of a ship' }] } });
  });
});

describe('the browser in the chain of article strategies', () => {
  const when = 'articles';
  const callback = 'parse_article';

  it('is asked when the strategies before it have failed, with the body that they were given', async () => {
    const { result, asked } = await read({ when, callback });
    expect(asked.map(({ body }) => Buffer.from(body).toString())).toEqual([shell]);
    expect(result).toMatchObject({ output: { items: [{ title: 'Story of a ship' }], failure: null } });
    expect(result.ok && result.output.links).toHaveLength(1);
  });

  it('is not asked where one of them has succeeded, nor for other callbacks and navigation', async () => {
    expect((await read({ when, callback, page: fetched(full) })).asked).toEqual([]);
    expect((await read({ when, callback: 'take' })).asked).toEqual([]);
    expect((await read({ when, callback: null })).asked).toEqual([]);
  });

  it('stands where EXTRACTOR_ORDER has it; what comes after it reads the rendered page', async () => {
    const settings = {
      EXTRACTOR_ORDER: ['newsparser' as const, 'browser' as const, 'custom' as const],
      CUSTOM_SELECTORS: { ship: 'h1' },
    };
    const page = shown('<h1>Short</h1>');
    const { result, asked } = await read({ when, callback, settings, shows: { ok: true, page } });
    expect(asked).toHaveLength(1);
    expect(result).toMatchObject({ output: { items: [{ metadata: { ship: 'Short' } }] } });
  });

  it('tells the reason of every strategy where all have failed', async () => {
    const { result } = await read({ when, callback, shows: { ok: true, page: shown('<h1>Short</h1>') } });
    const failure = result.ok ? (result.output.failure ?? '') : '';
    expect(failure).toMatch(/^No article was found\. newsparser: .+ · textparser: .+ · browser: /);
  });

  it('lets a page be tried again that could not be shown, and goes on without it in the end', async () => {
    const shows = problem('browser', true);
    expect((await read({ when, callback, shows, tries: 1 })).result).toMatchObject({ ok: false });
    const { result } = await read({ when, callback, shows, tries: 2 });
    expect(result.ok && result.output.failure).toContain(
      'browser: the page could not be rendered: The tab crashed.',
    );
  });

  it.each(['aborted', 'blocked-hop'] as const)('ends with the page where it is %s', async (code) => {
    const { result } = await read({ when, callback, shows: problem(code, false), tries: 2 });
    expect(result).toMatchObject({ ok: false, problem: { code } });
  });
});

describe('a page that was stored', () => {
  const browser = (when: 'all' | 'articles') => ({
    browser: { when, render: () => Promise.reject(new Error('unused')) },
  });

  it.each([
    [null, 'take', true],
    ['all', 'take', false],
    ['all', null, false],
    ['articles', 'take', true],
    ['articles', null, true],
    ['articles', 'parse_article', false],
  ] as const)(
    'with the browser for %s and callback %s may stand for the answer: %s',
    (when, callback, expected) => {
      const request = { id: '1', callback } as ClaimedRequest;
      const used = when === null ? { browser: null } : browser(when);
      expect(mayUseStoredPage(request, { ...used, listing: null })).toBe(expected);
    },
  );
});
