import { challengeNeedles, cookieNeedle, headerSigns, pageSigns } from './challenge-signs.ts';
import { cutMarkup } from './markup.ts';

/** A page that a site sends instead of the one that was asked for. */
export interface Challenge {
  /** Whose it is: "Cloudflare". */
  vendor: string;
  /**
   * `challenge`: a script that a real browser passes by itself; `captcha`: asks a person; `block`: refuses, and nothing to do
   * about it.
   */
  kind: 'challenge' | 'captcha' | 'block';
}

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Challenges are small; a larger body is not looked at. Bytes. */
const largest = 300 * 1024;

/**
 * Tells challenges, captchas and block pages of the well-known kinds from pages. Never by a name that a text mentions: by headers
 * that only they carry, or by parts of their scripts and markup on a page that has next to nothing to read.
 */
export function detectChallenge({ status, headers, body }: Answer): Challenge | null {
  for (const { vendor, kind, header, value } of headerSigns) {
    if (value.test(headers[header] ?? '')) return { vendor, kind };
  }
  if (body.byteLength > largest || body.byteLength === 0 || !mayBePage(headers['content-type'])) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Most pages are told apart here, at the speed of a search for a few strings.
  if (status < 400 && !isWorthALook(bytes)) return null;
  const markup = cutMarkup(bytes.toString('latin1'));
  const { length } = markup.text;
  for (const { vendor, kind, statuses, mostText, test } of pageSigns) {
    if (length > mostText || (statuses !== null && !statuses.includes(status))) continue;
    if (test(markup, headers)) return { vendor, kind };
  }
  return null;
}

/** The page in a few words for people: "a challenge of Cloudflare". */
export function describeChallenge({ vendor, kind }: Challenge): string {
  const what = { challenge: 'a challenge', captcha: 'a captcha', block: 'a block page' }[kind];
  return `${what} of ${vendor}`;
}

function isWorthALook(bytes: Buffer): boolean {
  if (bytes.byteLength <= cookieNeedle.mostBytes && bytes.includes(cookieNeedle.text)) return true;
  return challengeNeedles.some((needle) => bytes.includes(needle));
}

function mayBePage(contentType: string | undefined): boolean {
  return contentType === undefined || /html|text\/plain|^\s*$/i.test(contentType);
}
