import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Requests that the spider of this site has in flight at once. */
export const slots = 4;
const pages = 110;
const moved = 5;
const missing = 3;

/** When a site is to stop answering, and to have its visitor killed or otherwise disturbed. */
export interface Ambush {
  /** After so many answers. */
  answers: number;
  /**
   * `writing`: in the moment of the last answer, which may or may not be written yet. `waiting`: later, when as many
   * requests as fit are waiting for an answer that never comes.
   */
  moment: 'writing' | 'waiting';
  kill(): void;
  /** Called when the first page is asked for. */
  onFirst?(): void;
}

export interface SeededSite {
  url: string;
  spider: Record<string, unknown>;
  /** The requests of the ledger that this site leads to, as paths. */
  requests: readonly string[];
  /** Paths asked for since the last `begin`, without robots.txt, in order. */
  asked: string[];
  /** Begins a new log, and lies in wait when told to. */
  begin(ambush?: Ambush): void;
  /** Answers what is waiting, and everything from now on. */
  release(): void;
}

/**
 * A site of some 120 small pages: many that give an item, some that have moved and some that are missing. It logs what it is
 * asked for, and can have its visitor killed at a given answer, so that a test knows exactly what was in flight.
 */
export async function startSeededSite(): Promise<SeededSite> {
  let answered = 0;
  let ambush: Ambush | null = null;
  const held: { response: ServerResponse; path: string }[] = [];
  const site: SeededSite = {
    url: '',
    spider: {},
    requests: [
      '/',
      ...numbers(pages).map((n) => `/page/${n}`),
      ...numbers(moved).map((n) => `/old/${n}`),
      ...numbers(missing).map((n) => `/missing/${n}`),
    ],
    asked: [],
    begin(next) {
      for (const { response } of held.splice(0)) response.destroy();
      site.asked = [];
      answered = 0;
      ambush = next ?? null;
    },
    release() {
      ambush = null;
      for (const { response, path } of held.splice(0)) answer(response, path);
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt') return void response.writeHead(404).end();
    site.asked.push(path);
    if (site.asked.length === 1) ambush?.onFirst?.();
    if (ambush !== null && answered >= ambush.answers) {
      held.push({ response, path });
      if (ambush.moment === 'waiting' && held.length === slots) ambush.kill();
      return undefined;
    }
    answer(response, path);
    answered += 1;
    if (ambush?.moment === 'writing' && answered === ambush.answers) ambush.kill();
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.spider = spiderFor(site.url);
  return site;
}

/** The path of the request that led to a path: pages that others have moved to are only found through them. */
export function requestOf(path: string): string {
  const [, page] = /^\/page\/(\d+)$/.exec(path) ?? [];
  return Number(page) > pages ? `/old/${Number(page) - pages}` : path;
}

/** Whole numbers from 1. */
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

function answer(response: ServerResponse, path: string): void {
  const [, kind, number] = /^\/(\w+)\/(\d+)$/.exec(path) ?? [];
  if (kind === 'missing') return void response.writeHead(404, { 'content-type': 'text/html' }).end('Missing');
  if (kind === 'old')
    return void response.writeHead(302, { location: `/page/${pages + Number(number)}` }).end();
  const links =
    path === '/'
      ? [
          ...numbers(40).map((n) => `/page/${n}`),
          ...numbers(moved).map((n) => `/old/${n}`),
          ...numbers(missing).map((n) => `/missing/${n}`),
        ]
      : linksOf(Number(number));
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join('');
  const body = path === '/' ? '' : `<h1>Page ${number}</h1><p class="twice">${Number(number) * 2}</p>`;
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>${path}</title>${body}${anchors}`);
}

/** Each page leads on to two of its own, and back to pages that are known already. */
function linksOf(page: number): string[] {
  const onward = page <= 40 ? [page + 40, page + 80] : [];
  return ['/', ...[...onward, Math.max(1, page - 1)].filter((n) => n <= pages).map((n) => `/page/${n}`)];
}

const spiderFor = (url: string) => ({
  name: 'site',
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${url}/`],
  rules: [{ allow: ['/page/', '/old/', '/missing/'], callback: 'page', follow: true }],
  callbacks: {
    page: {
      extract: {
        title: { css: 'h1::text' },
        twice: { css: '.twice::text', processors: [{ type: 'cast', to: 'int' }] },
      },
    },
  },
  settings: {
    DOWNLOAD_DELAY: 0,
    AUTOTHROTTLE_ENABLED: false,
    CONCURRENT_REQUESTS: slots,
    CONCURRENT_REQUESTS_PER_DOMAIN: slots,
  },
});
