import { challengeNeedles, cookieNeedle, headerSigns, pageSigns, type Challenge } from './challenge-signs.ts';
import { cutMarkup, hasMoreText } from './markup.ts';

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Challenges are small; a larger body is not looked at. Bytes. */
const largest = 300 * 1024;
/** As much of a usual page holds more text than any challenge. Bytes. */
const beginning = 16 * 1024;

/**
 * Tells challenges, captchas and block pages of the well-known kinds from pages. Never by a name that a text mentions: by headers
 * that only they carry, or by parts of their scripts and markup on a page that has next to nothing to read.
 */
export function detectChallenge({ status, headers, body }: Answer): Challenge | null {
  for (const { vendor, kind, header, value } of headerSigns) {
    if (value.test(headers[header] ?? '')) return { vendor, kind };
  }
  if (body.byteLength > largest || body.byteLength === 0 || !mayBePage(headers['content-type'])) return null;
  // Most pages are told apart here, by what there is to read at their beginning.
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

/** The page in a few words for people: "a challenge of Cloudflare". */
export function describeChallenge({ vendor, kind }: Challenge): string {
  const what = { challenge: 'a challenge', captcha: 'a captcha', block: 'a block page' }[kind];
  return `${what} of ${vendor}`;
}

/** What a reader may see on any page of `pageSigns`. */
const maxText = Math.max(...pageSigns.map((sign) => sign.maxText));

/** All needles in one expression: a search for each would read the page twenty times. */
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
