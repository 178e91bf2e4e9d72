import { retryDelayMs } from '../fetch/retry.ts';
import type { FetchedPage, FetchResult } from '../fetch/types.ts';
import { decodeRobots, maxRobotsBytes, parseRobots, robotsFromStatus, type Robots } from './robots.ts';

/** What asking for robots.txt gave. `rules: null` means that nothing of the site may be fetched. */
export type RobotsAnswer =
  | { rules: Robots; message: string }
  | {
      rules: null;
      message: string;
      /** It is to be asked for again however often that was done: it goes another way. */
      always: boolean;
      /** The site was not asked, and it does not count as a try. */
      unsent: boolean;
      retryAfterMs: (tries: number, random: () => number) => number;
    };

/** RFC 9309, section 2.3.1.2: after too many redirects the file may be taken for one that is not there. */
const redirectsNowhere: ReadonlySet<string> = new Set(['too-many-redirects', 'bad-redirect']);

/**
 * Fetches and reads the robots.txt of an origin. A file that is not there allows everything; one that cannot be
 * had (server error, no connection) forbids everything, as RFC 9309 section 2.3.1.4 says, and is worth a retry.
 * `message` is a sentence for the log, empty when there is nothing to tell.
 * @param date see `Clock`
 */
export async function fetchRobots(
  origin: string,
  fetch: (url: string) => Promise<FetchResult>,
  date: () => number,
): Promise<RobotsAnswer> {
  const result = await fetch(`${origin}/robots.txt`);
  if (!result.ok && redirectsNowhere.has(result.problem.code)) {
    const message = `robots.txt of ${origin} redirects to nowhere, so all is allowed: ${result.problem.message}`;
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

/** Reads the first 500 KiB (RFC 9309, section 2.5), whatever comes after them. */
function readRobots(origin: string, { body, wasCut = false }: FetchedPage): RobotsAnswer {
  const isCut = wasCut || body.byteLength > maxRobotsBytes;
  const text = decodeRobots(body.subarray(0, maxRobotsBytes));
  const kib = maxRobotsBytes / 1024;
  const message = isCut ? `robots.txt of ${origin} is longer than ${kib} KiB; the rest was not read.` : '';
  return { rules: parseRobots(text, isCut), message };
}
