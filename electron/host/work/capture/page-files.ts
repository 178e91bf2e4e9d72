import type { CrawlSettings } from '../../../../shared/spider/settings.ts';
import { createHttpClient } from '../../../fetch/client.ts';
import type { CrawlSetup } from '../crawl/crawl-setup.ts';
import { createProxyFetch } from '../proxies.ts';
import type { FileLimits, GetFile } from './collect-files.ts';

/** How the files of a page are fetched: as the page was. */
interface FilesOf {
  dataDir: string;
  project: string;
  allowPrivate: boolean;
  settings: Pick<CrawlSettings, 'userAgent' | 'headers'>;
  setup: Pick<CrawlSetup, 'http' | 'system'>;
  /** Proxy by which the page was fetched; null: none. */
  proxyId: string | null;
  /** URL of the page; null: unknown. */
  page: string | null;
}

/** A kind of files. */
export interface FileKind {
  limits: FileLimits;
  accept: string;
}

/** Runs work that fetches files which belong to a page. */
export async function withFiles<T>(
  { dataDir, project, allowPrivate, settings, setup, proxyId, page }: FilesOf,
  { limits, accept }: FileKind,
  work: (get: GetFile) => Promise<T>,
): Promise<T> {
  const { userAgent, headers } = settings;
  const accepted = { Accept: accept };
  const http = createHttpClient({
    userAgent,
    headers: accepted,
    limits: { maxBytes: limits.bytes, timeoutMs: limits.timeMs },
    allowPrivate,
    connectionsPerOrigin: limits.atOnce,
    cookies: false,
    system: setup.system,
  });
  const fetch = createProxyFetch({ dataDir }, project, http);
  const { cookies } = setup.http;
  const sharing = cookies === null ? {} : { cookies };
  try {
    return await work((url, ending) => {
      // The spider's headers may contain credentials, so only its own site receives them.
      const own = isOfSite(url, page) ? { ...headers, ...accepted } : {};
      const request = { url, headers: { ...own, ...refererOf(url, page) } };
      return fetch(request, { proxy: proxyId, signal: ending, ...sharing });
    });
  } finally {
    await http.close();
  }
}

const isOfSite = (url: string, page: string | null): boolean =>
  page !== null && URL.parse(url)?.origin === URL.parse(page)?.origin;

/** `Referer` as browsers send it: the full URL to the same site, the origin to others. */
function refererOf(url: string, page: string | null): Record<string, string> {
  const from = page === null ? null : URL.parse(page);
  if (from === null) return {};
  if (from.protocol === 'https:' && url.startsWith('http:')) return {};
  return {
    referer: isOfSite(url, page) ? `${from.origin}${from.pathname}${from.search}` : `${from.origin}/`,
  };
}
