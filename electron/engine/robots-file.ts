import { retryDelayMs } from '../fetch/retry.ts';
import type { FetchedPage, FetchResult } from '../fetch/types.ts';
import { decodeRobots, maxRobotsBytes, parseRobots, robotsFromStatus, type Robots } from './robots.ts';

/** Result of fetching robots.txt. `rules: null` means that nothing of the site may be fetched. */
export type RobotsAnswer =
  | { rules: Robots; message: string }
  | {
      rules: null;
      message: string;
      /** Whether to retry regardless of the number of tries, because another route is used. */
      always: boolean;
      /** Whether the site was not contacted, so that it does not count as a try. */
      unsent: boolean;
      retryAfterMs: (tries: number, random: () => number) => number;
    };

/** RFC 9309, section 2.3.1.2: after too many redirects, the file may be treated as missing. */
const redirectsNowhere: ReadonlySet<string> = new Set(['too-many-redirects', 'bad-redirect']);

/**
 * Fetches and parses the robots.txt of an origin. A missing file allows everything. One that is unavailable (server error, no
 * connection) forbids everything, as RFC 9309, section 2.3.1.4, requires, and is retried. `message` is a sentence for the log,
 * empty if there is nothing to report.
 * @param date see `Clock`
 */
export async function fetchRobots(
  origin: string,
  fetch: (url: string) => Promise<FetchResult>,
  date: () => number,
): Promise<RobotsAnswer> {
  const result = await fetch(`${origin}/robots.txt`);
  if (!result.ok && redirectsNowhere.has(result.problem.code)) {
    const message = `robots.txt of ${origin} redirects to a URL that cannot be fetched, so everything is allowed: ${result.problem.message}`;
    return { rules: parseRobots(''), message };
  }
  if (!result.ok) {
    const message = `robots.txt of ${origin} could not be fetched: ${result.problem.message}`;
    const { afterMs = 0, always = false, unsent = false } = result.problem.retry ?? {};
    const retryAfterMs = (tries: number, random: () => number) =>
      always
        ? afterMs
        : Math.max(afterMs, retryDelayMs({ tries, status: null, headers: {}, now: date(), random }));
    return { rules: null, message, always, unsent, retryAfterMs };
  }
  const { status, headers } = result.page;
  const verdict = robotsFromStatus(status);
  if (verdict === 'parse') return readRobots(origin, result.page);
  if (verdict === 'allow') return { rules: parseRobots(''), message: '' };
  const message = `robots.txt of ${origin} answered ${status}, so its pages are not fetched.`;
  const retryAfterMs = (tries: number, random: () => number) =>
    retryDelayMs({ tries, status, headers, now: date(), random });
  return { rules: null, message, always: false, unsent: false, retryAfterMs };
}

/** Parses the first 500 KiB (RFC 9309, section 2.5) and ignores the rest. */
function readRobots(origin: string, { body, wasCut = false }: FetchedPage): RobotsAnswer {
  const isCut = wasCut || body.byteLength > maxRobotsBytes;
  const text = decodeRobots(body.subarray(0, maxRobotsBytes));
  const kib = maxRobotsBytes / 1024;
  const message = isCut ? `robots.txt of ${origin} is longer than ${kib} KiB; the rest was not read.` : '';
  return { rules: parseRobots(text, isCut), message };
}
