import { defaultUserAgent } from '../../shared/spider/settings.ts';
import { createHttpClient } from '../fetch/client.ts';
import { HostError } from './errors.ts';

/** A page that a person adds: larger than a crawl reads, and with less patience. Bytes; milliseconds. */
const limits = { maxBytes: 64 * 1024 * 1024, timeoutMs: 30_000 };

/** What a site answered for one page. */
export interface FetchedPage {
  body: Uint8Array;
  contentType: string | null;
  /** After redirects. */
  url: string;
}

/** Fetches one page as a crawl does. @throws HostError `fetch-failed`, `cancelled` */
export async function fetchPage(
  url: string,
  { allowPrivate, signal }: { allowPrivate: boolean; signal: AbortSignal },
): Promise<FetchedPage> {
  const http = createHttpClient({
    userAgent: defaultUserAgent,
    limits,
    allowPrivate,
    connectionsPerOrigin: 1,
    cookies: true,
  });
  try {
    const result = await http.fetch({ url }, { signal });
    if (signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    if (!result.ok) {
      const { code, message } = result.problem;
      const hint =
        code === 'blocked-address' ? 'Allow private addresses for this page, if it is yours.' : null;
      throw new HostError('fetch-failed', message, hint, { reason: code });
    }
    const { body, headers, finalUrl, status } = result.page;
    if (status >= 400) {
      throw new HostError(
        'fetch-failed',
        `The site answered with status ${status}.`,
        'Open the address in a browser to see why.',
        { reason: 'status', status },
      );
    }
    return { body, contentType: headers['content-type'] ?? null, url: finalUrl };
  } finally {
    await http.close();
  }
}
