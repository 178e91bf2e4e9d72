import { ApiError, ConnectionError } from './errors.ts';

/** When a request is sent again, and how long that waits. */
export interface RetryOptions {
  /** How often a request is sent again. Default: 4. */
  retries: number;
  /** The first wait, in milliseconds, which doubles from time to time and is shortened at random. Default: 500. */
  backoffMs: number;
  /** The longest wait that the server may ask for, in milliseconds; where it asks for more, the error is thrown. Default: 60,000. */
  longestWaitMs: number;
}

/** The longest wait that the client chooses by itself, in milliseconds. */
const longestBackoffMs = 30_000;

/** Failures that end by themselves. */
const passing: ReadonlySet<string> = new Set(['too-many-requests', 'too-busy', 'key-in-use', 'closing']);

/** Statuses of proxies before the server that is not there. */
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * Whether a request may be sent again after an error.
 * @param isRepeatable whether it may be carried out twice: it is idempotent, or has an Idempotency-Key
 * @param asked whether the answer has a `Retry-After`
 */
export function mayRetry(error: unknown, isRepeatable: boolean, asked: boolean): boolean {
  if (error instanceof ConnectionError) return isRepeatable;
  if (!(error instanceof ApiError)) return false;
  // Refused before anything was done.
  if (error.status === 429) return true;
  if (!isRepeatable) return false;
  if (error.code === 'unexpected-answer') return passingStatuses.has(error.status) || error.status === 200;
  return passing.has(error.code) || (asked && error.status === 503);
}

/** How long to wait before the next attempt, in milliseconds; null: longer than is allowed. @param attempt from 0 */
export function waitBefore(attempt: number, retryAfter: number | null, options: RetryOptions): number | null {
  const { backoffMs, longestWaitMs } = options;
  const backoff = Math.random() * Math.min(longestBackoffMs, backoffMs * 2 ** attempt);
  if (retryAfter === null) return backoff;
  // Many clients are told the same moment: the backoff spreads them.
  return retryAfter > longestWaitMs ? null : retryAfter + backoff;
}

/** A `Retry-After` in milliseconds: seconds, or a date. null: there is none. */
export function retryAfterOf(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Resolves after a time. @throws the reason of the signal when it is aborted */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
