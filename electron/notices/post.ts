import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { guardedLookup, hostRefusal } from '../fetch/address.ts';

/** Where a webhook is. */
export interface WebhookTarget {
  url: string;
  /** Whether it may have a private address. */
  allowPrivate: boolean;
  /** Most time for all of it, in milliseconds. */
  timeoutMs: number;
}

/** How a POST ended. */
export interface Posted {
  /** Status of the answer; null: there was none. */
  status: number | null;
  /** Why it has not arrived, in one sentence; null: it has. */
  problem: string | null;
  /** The header Retry-After; null: there is none. */
  retryAfter: string | null;
}

/**
 * Sends JSON by one POST. Redirects are not followed, and of the answer only the head counts: its body is not read. The address is
 * checked where it is connected to, so a name that changes its address (DNS rebinding) leads nowhere. Never rejects.
 */
export function postJson(
  { url, allowPrivate, timeoutMs }: WebhookTarget,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Posted> {
  const target = new URL(url);
  const refusal = allowPrivate ? null : hostRefusal(target.hostname);
  if (refusal !== null) return Promise.resolve({ status: null, problem: refusal, retryAfter: null });
  const body = Buffer.from(text);
  const send = target.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve) => {
    const request = send(target, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'SpiderStudio',
      },
      ...(allowPrivate ? {} : { lookup: guardedLookup() }),
    });
    const end = (posted: Posted): void => {
      clearTimeout(timer);
      resolve(posted);
      request.destroy();
    };
    const failed = (problem: string): void => end({ status: null, problem, retryAfter: null });
    const timer = setTimeout(
      () => failed(`${target.host} did not answer within ${timeoutMs / 1000} seconds.`),
      timeoutMs,
    );
    request.on('response', ({ statusCode = 0, headers: answered }) => {
      const isFine = statusCode >= 200 && statusCode < 300;
      const problem = isFine ? null : `${target.host} answered ${statusCode}.`;
      end({ status: statusCode, problem, retryAfter: answered['retry-after'] ?? null });
    });
    request.on('error', (error) => failed(`${target.host} could not be reached: ${error.message}`));
    request.end(body);
  });
}
