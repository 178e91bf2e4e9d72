import { HostError } from '../host/errors.ts';

/** How much a key may ask for. */
export interface ApiLimits {
  /** Requests in a minute, of which as many may come at once. */
  perMinute: number;
  /** Requests that are carried out at the same time. */
  atOnce: number;
}

/** The limits unless others are given. */
export const usualLimits: ApiLimits = { perMinute: 6000, atOnce: 32 };

/** How much a caller has left, as the headers tell it. */
export interface Standing {
  remaining: number;
  /** Seconds until the whole of it is there again. */
  resetSeconds: number;
}

/** Counts what each caller asks for. */
export interface Limiter {
  /**
   * Takes one request of a caller.
   * @returns what is left, and what ends the request
   * @throws HostError `too-many-requests` (with `details.retryAfter` in seconds), `too-busy`
   */
  take(caller: string): Standing & { end: () => void };
}

interface Bucket {
  tokens: number;
  at: number;
  running: number;
}

/** The most callers that are counted; of those that are idle and have all their tokens nothing needs to be known. */
const mostBuckets = 10_000;

/** A token bucket and a count of running requests for each caller. @param now in milliseconds, of a clock that only goes forward */
export function createLimiter(
  { perMinute, atOnce }: ApiLimits,
  now: () => number = () => performance.now(),
): Limiter {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  function bucketOf(caller: string): Bucket {
    const at = now();
    const known = buckets.get(caller);
    if (known !== undefined) {
      known.tokens = Math.min(perMinute, known.tokens + (at - known.at) * perMs);
      known.at = at;
      return known;
    }
    if (buckets.size >= mostBuckets) forgetIdle(at);
    const bucket = { tokens: perMinute, at, running: 0 };
    buckets.set(caller, bucket);
    return bucket;
  }

  function forgetIdle(at: number): void {
    for (const [caller, { running, tokens, at: last }] of buckets)
      if (running === 0 && tokens + (at - last) * perMs >= perMinute) buckets.delete(caller);
  }

  return {
    take(caller) {
      const bucket = bucketOf(caller);
      if (bucket.tokens < 1) {
        const retryAfter = Math.ceil((1 - bucket.tokens) / perMs / 1000);
        throw new HostError(
          'too-many-requests',
          `The key may make ${perMinute} requests a minute.`,
          `Try again in ${retryAfter} s.`,
          { retryAfter },
        );
      }
      if (bucket.running >= atOnce)
        throw new HostError(
          'too-busy',
          `The key has ${atOnce} requests under way, which is the most.`,
          'Try again when one has ended.',
        );
      bucket.tokens -= 1;
      bucket.running += 1;
      let isOver = false;
      return {
        remaining: Math.floor(bucket.tokens),
        resetSeconds: Math.ceil((perMinute - bucket.tokens) / perMs / 1000),
        end() {
          if (!isOver) bucket.running -= 1;
          isOver = true;
        },
      };
    },
  };
}

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers-11: the policy of the server, and what a caller has left of it.
 */
export function limitHeaders(
  { perMinute }: ApiLimits,
  { remaining, resetSeconds }: Standing,
): Record<string, string> {
  return {
    'RateLimit-Policy': `"key";q=${perMinute};w=60`,
    RateLimit: `"key";r=${remaining};t=${resetSeconds}`,
  };
}

/** How many requests of strangers a minute the audit log notes, so that nobody without a key pushes out what others did. */
const notedPerMinute = 60;

/** Which requests without a known key are worth noting. */
export interface Strangers {
  isNoted(): boolean;
}

/** @param now in milliseconds, of a clock that only goes forward */
export function createStrangers(now?: () => number): Strangers {
  const limiter = createLimiter({ perMinute: notedPerMinute, atOnce: 1 }, now);
  return {
    isNoted() {
      try {
        limiter.take('').end();
        return true;
      } catch {
        return false;
      }
    },
  };
}
