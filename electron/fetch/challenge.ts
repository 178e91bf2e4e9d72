import { challengeNeedles, cookieNeedle, headerSigns, pageSigns, type Challenge } from './challenge-signs.ts';
import { cutMarkup, hasMoreText } from './markup.ts';

/** A response to check. */
export interface HttpResponse {
  status: number;
  /** Response headers, with lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Maximum size of a challenge in bytes. Larger bodies are not examined. */
const largest = 300 * 1024;
/** The start of a usual page that contains more text than any challenge, in bytes. */
const beginning = 16 * 1024;

/**
 * Detects the known kinds of challenges, captchas and block pages. Names in a text never count: only headers that such pages
 * alone have, or parts of their scripts and markup on a page with hardly any text. Returns null for other pages.
 */
export function detectChallenge({ status, headers, body }: HttpResponse): Challenge | null {
  for (const { vendor, kind, header, value } of headerSigns) {
    if (value.test(headers[header] ?? '')) return { vendor, kind };
  }
  if (body.byteLength > largest || body.byteLength === 0 || !mayBePage(headers['content-type'])) return null;
  // Most pages are excluded here, by the text at their start.
  if (hasMoreText(textOf(body.subarray(0, beginning)), maxText)) return null;
  const text = textOf(body);
  if (body.byteLength > beginning && hasMoreText(text, maxText)) return null;
  if (status < 400 && !isWorthALook(text)) return null;
  const markup = cutMarkup(text);
  const { length } = markup.text;
  for (const { vendor, kind, statuses, maxText: most, test } of pageSigns) {
    if (length > most || (statuses !== null && !statuses.includes(status))) continue;
    if (test(markup, headers)) return { vendor, kind };
  }
  return null;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Describes a challenge for people: "a challenge of Cloudflare". */
export function describeChallenge({ vendor, kind }: Challenge): string {
  const what = { challenge: 'a challenge', captcha: 'a captcha', block: 'a block page' }[kind];
  return `${what} of ${vendor}`;
}

/** Maximum length of the visible text of all `pageSigns`. */
const maxText = Math.max(...pageSigns.map((sign) => sign.maxText));

/** All strings in one expression: separate searches would read the page twenty times. */
const anyNeedle = new RegExp(challengeNeedles.map(literal).join('|'));

function literal(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

function isWorthALook(text: string): boolean {
  return (text.length <= cookieNeedle.maxBytes && text.includes(cookieNeedle.text)) || anyNeedle.test(text);
}

function mayBePage(contentType: string | undefined): boolean {
  return contentType === undefined || /html|text\/plain|^\s*$/i.test(contentType);
}
