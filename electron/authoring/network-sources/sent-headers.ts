import { type NetworkAnswer, redacted } from '../../../shared/network-answer.ts';

/** Headers that every browser sends by itself, or that say nothing about what is asked for. */
const ofBrowsers =
  /^(?::|sec-|proxy-|if-|access-control-|(?:host|connection|content-length|content-type|user-agent|referer|origin|accept-language|accept-encoding|cache-control|pragma|dnt|priority|range|te|upgrade-insecure-requests|cookie|traceparent|tracestate|baggage|newrelic|x-newrelic-id|sentry-trace|x-requested-by-browser)$)/;

/** Names of values that hold for one session or a short time. */
const passing =
  /(?:^|[_.-])(?:access_?token|auth_?token|token|csrf|xsrf|nonce|signature|sig|session_?id|sid|jwt|expires|hmac)$/i;
/** A JSON Web Token. */
const webToken = /\beyJ[\w-]{10,}\.[\w-]{10,}/;

/** What a request has to carry besides its address and body, and what may not hold for long. */
export interface SentHeaders {
  headers: Record<string, string>;
  /** In sentences. */
  warnings: string[];
}

/** What is to be known of an answer that the robots.txt of its host forbids. */
export const forbiddenNote = (url: string): string =>
  `The robots.txt of ${new URL(url).host} forbids it: a crawl leaves it out unless ROBOTSTXT_OBEY is false.`;

/** The headers that a script has set for a request, as far as they are no secret. */
export function sentHeaders({
  url,
  requestHeaders,
  requestBody,
  isForbidden = false,
}: NetworkAnswer): SentHeaders {
  const own = Object.entries(requestHeaders).filter(([name, value]) =>
    name === 'accept' ? /json/i.test(value) && !/html/i.test(value) : !ofBrowsers.test(name),
  );
  const headers = Object.fromEntries(own.filter(([, value]) => value !== redacted));
  const secrets = Object.keys(requestHeaders).filter(
    (name) => requestHeaders[name] === redacted && name !== 'cookie',
  );
  const short = [
    ...[...new URL(url).searchParams].filter(([name, value]) => passing.test(name) || webToken.test(value)),
    ...Object.entries(headers).filter(([name, value]) => passing.test(name) || webToken.test(value)),
    ...bodyMembers(requestBody).filter(([name, value]) => passing.test(name) || webToken.test(value)),
  ].map(([name]) => name);
  return {
    headers,
    warnings: [
      ...(isForbidden ? [forbiddenNote(url)] : []),
      ...secrets.map(
        (name) =>
          `The page also sends "${name}", which belongs to one visit: the spider asks without it, and may be refused.`,
      ),
      ...[...new Set(short)].map(
        (name) => `The request carries "${name}", which may hold for one visit only.`,
      ),
    ],
  };
}

/** Names and texts in the body of a request: of a form, or the outer ones of JSON. */
function bodyMembers(body: string | null): [string, string][] {
  if (body === null) return [];
  try {
    const value: unknown = JSON.parse(body);
    return Object.entries(Object(value)).map(([name, member]) => [
      name,
      typeof member === 'string' ? member : '',
    ]);
  } catch {
    return body.includes('=') && !body.includes('\n') ? [...new URLSearchParams(body)] : [];
  }
}
