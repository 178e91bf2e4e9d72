import { startServer, type LoggedRequest } from '../../../test/servers/server.ts';

/** A page of a labelled set as a site of its own on this computer. */
export interface PageSite {
  /** Where the page is: at its own path and query. */
  readonly url: string;
  /** The page as it is served. */
  readonly body: Buffer;
  /** Whether the site was asked for what a link of the page leads to. */
  wasAskedFor(href: string): boolean;
  close(): Promise<void>;
}

/**
 * Serves a page, and nothing else: no robots.txt, no styles, no pictures. Its addresses of its own site lead to this computer.
 * @param was where the page was once
 */
export async function servePage(was: URL, bytes: Buffer): Promise<PageSite> {
  const { pathname, search, hostname } = was;
  const host = hostname.replace(/^www\./u, '').replaceAll('.', String.raw`\.`);
  const own = `(?:https?:)?//(?:www\\.)?${host}(?::\\d+)?`;
  const inMarkup = new RegExp(`(=\\s*["']?\\s*)${own}(?=[/?#"'\\s>])`, 'giu');
  const inAddress = new RegExp(`^\\s*${own}(?=[/?#]|\\s*$)`, 'iu');
  let body = bytes;
  const server = await startServer({
    '*': ({ request, response, origin }) => {
      const isPage = placeOf(request.url ?? '/', origin) === placeOf(pathname + search, origin);
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
      response.end(isPage ? body : '<h1>Not found</h1>');
    },
  });
  const { origin } = server;
  // The charsets of pages write addresses in ASCII, so the bytes around them stay as they are.
  body = Buffer.from(bytes.toString('latin1').replaceAll(inMarkup, `$1${origin}`), 'latin1');
  const page = server.url(pathname + search);
  return {
    url: page,
    body,
    wasAskedFor(href) {
      const place = placeOf(href.replace(inAddress, origin), page);
      return server.log.some((request: LoggedRequest) => placeOf(request.url, origin) === place);
    },
    close: () => server.close(),
  };
}

/** An address without its fragment, its parameters in one order, as crawlers tell addresses apart. */
function placeOf(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (url === null) return null;
  url.searchParams.sort();
  return `${url.origin}${decodeURIComponent(url.pathname)}?${url.searchParams.toString()}`;
}
