import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { guardedLookup, hostRefusal } from '../../fetch/address.ts';

/** The most bytes of a document of an issuer, and the most time for it, in milliseconds. */
const maxBytes = 512 * 1024;
const timeoutMs = 5000;

/**
 * Fetches a document of an issuer: over HTTPS and from a public address, unless private addresses are allowed. Redirects are not
 * followed. @throws Error where it does not come, with the reason
 */
export function fetchDocument(url: URL, allowPrivate: boolean): Promise<string> {
  const refusal = allowPrivate ? null : hostRefusal(url.hostname);
  if (refusal !== null) return Promise.reject(new Error(refusal));
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(allowPrivate && url.protocol === 'http:'))
    return Promise.reject(new Error(`${url.origin} is not HTTPS.`));
  return new Promise((resolve, reject) => {
    const request = (isSecure ? secureRequest : plainRequest)(url, {
      agent: false,
      headers: { accept: 'application/json', 'user-agent': 'SpiderStudio' },
      ...(allowPrivate ? {} : { lookup: guardedLookup() }),
    });
    const failed = (problem: string): void => {
      clearTimeout(timer);
      reject(new Error(problem));
      request.destroy();
    };
    const timer = setTimeout(() => failed(`${url.host} did not answer within 5 seconds.`), timeoutMs);
    request.on('error', ({ message }) => failed(`${url.host} could not be reached: ${message}`));
    request.on('response', (answer) => {
      if (answer.statusCode !== 200) return failed(`${url.href} answered ${answer.statusCode}.`);
      const parts: Buffer[] = [];
      let length = 0;
      answer.on('data', (part: Buffer) => {
        length += part.length;
        if (length > maxBytes) failed(`${url.href} is larger than 512 KB.`);
        else parts.push(part);
      });
      answer.on('error', ({ message }) => failed(message));
      answer.on('end', () => {
        clearTimeout(timer);
        resolve(Buffer.concat(parts).toString('utf8'));
      });
    });
    request.end();
  });
}
