import { startServer, type Route, type TestServer, type VisitResponse } from './server.ts';

export interface NewsPage {
  heading: string;
  /** Paths that the page links to. */
  links?: string[];
  /** Sent, and honoured when it comes back. */
  etag?: string;
  lastModified?: string;
  /** Instead of a page: a redirect to this path. */
  redirect?: string;
  /** Instead of a page: nothing, with this status. */
  status?: number;
  /** Never answers. */
  hold?: boolean;
}

export interface NewsSite extends TestServer {
  /** By path; to be changed between runs. */
  pages: Map<string, NewsPage>;
  /** Paths asked for since this was called last, robots.txt among them, in the order of the alphabet. */
  asked(): string[];
}

/** A site with a front page and articles that can change between two runs, and that answers conditional requests. */
export async function startNewsSite(pages: Record<string, NewsPage>): Promise<NewsSite> {
  const answer: Route = ({ request, response }) => {
    const page = site.pages.get(request.url ?? '/');
    if (page === undefined) return void response.writeHead(404).end();
    if (page.hold === true) return undefined;
    if (page.redirect !== undefined) return void response.writeHead(302, { location: page.redirect }).end();
    if (page.status !== undefined) return void response.writeHead(page.status).end();
    const { etag, lastModified } = page;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { 'last-modified': lastModified }),
    };
    // As RFC 9110, section 13.2.2 has it: If-Modified-Since only counts where there is no If-None-Match.
    const tag = request.headers['if-none-match'];
    const since = request.headers['if-modified-since'];
    const same = tag === undefined ? since !== undefined && since === lastModified : tag === etag;
    if (same) return void response.writeHead(304, headers).end();
    return sendPage(response.writeHead(200, headers), page);
  };
  const server = await startServer({ '*': answer });
  let told = 0;
  const site: NewsSite = {
    ...server,
    pages: new Map(Object.entries(pages)),
    asked() {
      const paths = server.log.slice(told).map(({ url }) => url);
      told = server.log.length;
      return paths.sort();
    },
  };
  return site;
}

function sendPage(response: VisitResponse, { heading, links = [] }: NewsPage): void {
  const anchors = links.map((path) => `<a href="${path}">${path}</a>`);
  response.end(`<!doctype html><title>${heading}</title><h1>${heading}</h1>${anchors.join('')}`);
}

/** A spider for it: articles are extracted and are leaves, sections are for navigation. */
export const newsSpider = (origin: string, settings: Record<string, unknown> = {}) => ({
  name: 'news',
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${origin}/`],
  rules: [{ allow: ['/a/'], callback: 'article', follow: false }, { allow: ['/section/'] }],
  callbacks: { article: { extract: { title: { css: 'h1::text' } } } },
  settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, RETRY_TIMES: 0, ...settings },
});

/** Three articles, one of them behind a section. */
export const newsPages = (): Record<string, NewsPage> => ({
  '/': { heading: 'News', links: ['/section/1', '/a/1', '/a/2'] },
  '/section/1': { heading: 'Section', links: ['/a/3'] },
  '/a/1': { heading: 'One' },
  '/a/2': { heading: 'Two' },
  '/a/3': { heading: 'Three' },
});
