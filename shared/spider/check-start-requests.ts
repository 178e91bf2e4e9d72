import { urlWithExamples } from './check-args.ts';
import { checkHeaders } from './check-headers.ts';
import { entriesOf, isObject, isSet, memberOf, membersOf, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { shorten } from './wording.ts';

/** Ways to say what a request sends. */
const contents = ['form', 'json', 'body'];

/** Headers that follow from the request itself. */
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);

/** Checks what start requests send. Their URLs are checked beside the start URLs, their callbacks beside all others. */
export function checkStartRequests(document: unknown, report: Report): void {
  for (const [index, request] of entriesOf(memberOf(document, 'start_requests')).entries()) {
    if (!isObject(request)) continue;
    const path = ['start_requests', index];
    checkContent(request, path, report);
    checkOwnHeaders(request.headers, [...path, 'headers'], report);
  }
}

/** The URLs of start requests, with their places. */
export function startRequestUrls(document: unknown): { url: unknown; path: Path; request: unknown }[] {
  const withExamples = urlWithExamples(document);
  return entriesOf(memberOf(document, 'start_requests')).map((request, index) => {
    const url = memberOf(request, 'url');
    const path = ['start_requests', index, 'url'];
    return { url: typeof url === 'string' ? withExamples(url) : url, path, request };
  });
}

/** Tells start requests for one URL apart: what they send, and by which method. */
export const contentOf = (request: unknown): string =>
  JSON.stringify(['method', ...contents].map((key) => memberOf(request, key) ?? null));

function checkContent(request: PlainObject, path: Path, report: Report): void {
  const label = `start_requests[${String(path.at(-1))}]`;
  const given = contents.filter((key) => isSet(request[key]));
  const [first, second] = given;
  if (second !== undefined) {
    const message = `${label} has ${given.join(' and ')}; a request sends one of form, json and body`;
    report.error([...path, second], 'several-bodies', message, { at: 'key', hint: `Remove all but one.` });
  } else if (request.method === 'GET' && (first === 'json' || first === 'body')) {
    const message = `${label} has ${first}, which a GET request cannot send`;
    report.error([...path, first], 'body-of-get', message, {
      at: 'key',
      hint: 'Set method to "POST", or write the values into the URL.',
    });
  }
}

function checkOwnHeaders(headers: unknown, path: Path, report: Report): void {
  checkHeaders(headers, path, report);
  for (const [name] of membersOf(headers)) {
    if (!ownHeaders.has(name.toLowerCase())) continue;
    report.error(
      [...path, name],
      'invalid-header',
      `The header ${shorten(name)} is set by the crawl itself`,
      {
        at: 'key',
        hint: 'Remove it.',
      },
    );
  }
}
