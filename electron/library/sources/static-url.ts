import { setTimeout as delay } from 'node:timers/promises';
import { createHttpClient } from '../../fetch/client.ts';
import type { SystemRoutes } from '../../fetch/system-routes.ts';
import type { FetchProblem } from '../../fetch/types.ts';
import { LibraryError, type LibraryReason } from '../errors.ts';
import { indexName } from '../index-file.ts';
import { libraryLimits } from '../limits.ts';
import type { RegistrySource } from '../source.ts';

/** How a static URL is read. */
export interface UrlOptions {
  allowPrivate: boolean;
  userAgent: string;
  /** The proxies of the system; null: none are used. */
  system: () => SystemRoutes | null;
  /** Limit of one request, in milliseconds. */
  timeoutMs?: number;
}

/** Limit of one request, and how long a server may say nothing, in milliseconds. */
const [usualTimeoutMs, idleTimeoutMs] = [120_000, 15_000];
/** Delays before a request is repeated, in milliseconds. */
const delays = [250, 1000] as const;
/** Statuses of servers that may answer better in a moment. */
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** A registry below a URL: it can only be read. */
export function urlSource(location: string, options: UrlOptions): RegistrySource {
  const base = baseOf(location);
  return {
    index: (signal) => read(new URL(indexName, base), libraryLimits.index, options, signal),
    file: (path, bytes, signal) => read(new URL(path, base), bytes, options, signal),
    publish: () => Promise.reject(new LibraryError('read-only', 'A static URL can only be read.')),
  };
}

/** The folder of a registry: its URL may name the index, or have no slash at its end. */
function baseOf(location: string): URL {
  const url = new URL(location);
  url.hash = '';
  url.search = '';
  if (url.pathname.endsWith(`/${indexName}`)) return new URL('.', url);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

async function read(
  url: URL,
  limit: number,
  { allowPrivate, userAgent, system, timeoutMs = usualTimeoutMs }: UrlOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const http = createHttpClient({
    userAgent,
    headers: { accept: '*/*' },
    limits: {
      maxBytes: limit,
      timeoutMs,
      idleTimeoutMs: Math.min(idleTimeoutMs, timeoutMs),
      maxRedirects: 5,
    },
    allowPrivate,
    connectionsPerOrigin: 1,
    cookies: false,
    system: system(),
  });
  /** What came over a safe way goes on over a safe way. */
  const onHop = (hop: string): string | null =>
    url.protocol === 'https:' && !hop.startsWith('https:') ? `It is redirected from https to ${hop}.` : null;
  try {
    for (const wait of [...delays, null]) {
      const answer = await http.fetch({ url: url.href }, { signal, onHop });
      if (answer.ok && answer.page.status === 200) return answer.page.body;
      const isPassing = answer.ok ? passing.has(answer.page.status) : answer.problem.transient;
      if (wait === null || !isPassing || signal.aborted)
        throw answer.ok ? refusal(url, answer.page.status) : failure(answer.problem);
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
    throw new Error('Every attempt has an end.');
  } finally {
    await http.close();
  }
}

function refusal(url: URL, status: number): LibraryError {
  const isMissing = status === 404 || status === 410;
  const reason = isMissing && url.pathname.endsWith(`/${indexName}`) ? 'no-index' : 'unreachable';
  return new LibraryError(reason, `${url.href} answered ${status}.`);
}

const reasons: Partial<Record<FetchProblem['code'], LibraryReason>> = {
  aborted: 'cancelled',
  'blocked-address': 'refused',
  'blocked-hop': 'refused',
  'too-large': 'too-large',
  bomb: 'too-large',
};

const failure = ({ code, message }: FetchProblem): LibraryError =>
  new LibraryError(reasons[code] ?? 'unreachable', message);
