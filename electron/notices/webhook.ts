import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { guardedLookup, hostRefusal } from '../fetch/address.ts';
import type { Notice, SendProblem } from './notice.ts';

/** Where a webhook is. */
export interface WebhookTarget {
  url: string;
  /** Whether it may have a private address. */
  allowPrivate: boolean;
  /** Most time for all of it, in milliseconds. Default: 10 seconds, which a person who tries a channel can wait. */
  timeoutMs?: number;
}

const usualTimeoutMs = 10_000;

/**
 * Sends a notice by one POST, as JSON. Redirects are not followed, and of the answer only the status counts: its body is not
 * read. Never rejects.
 */
export function postNotice(
  { url, allowPrivate, timeoutMs = usualTimeoutMs }: WebhookTarget,
  notice: Notice,
): Promise<SendProblem> {
  const target = new URL(url);
  const refusal = allowPrivate ? null : hostRefusal(target.hostname);
  if (refusal !== null) return Promise.resolve(refusal);
  const body = Buffer.from(JSON.stringify(notice));
  const send = target.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve) => {
    const request = send(target, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'SpiderStudio',
      },
      ...(allowPrivate ? {} : { lookup: guardedLookup() }),
    });
    const end = (problem: SendProblem): void => {
      clearTimeout(timer);
      resolve(problem);
      request.destroy();
    };
    const timer = setTimeout(
      () => end(`${target.host} did not answer within ${timeoutMs / 1000} seconds.`),
      timeoutMs,
    );
    request.on('response', ({ statusCode = 0 }) => {
      end(statusCode >= 200 && statusCode < 300 ? null : `${target.host} answered ${statusCode}.`);
    });
    request.on('error', (error) => end(`${target.host} could not be reached: ${error.message}`));
    request.end(body);
  });
}
