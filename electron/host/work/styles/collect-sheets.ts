import { TextDecoder } from 'node:util';
import type { FetchResult } from '../../../fetch/types.ts';
import type { KeptSheet } from '../../../store/pages/saved-page-queries.ts';
import { readImports } from './css-imports.ts';
import { absolute } from './style-links.ts';

/** Limits for the style sheets of one page. */
export const sheetLimits = {
  sheets: 20,
  /** Bytes of one sheet, and of all. */
  bytes: 1024 * 1024,
  allBytes: 4 * 1024 * 1024,
  /** Time for all sheets, in milliseconds. */
  timeMs: 10_000,
  /** Concurrent requests. */
  atOnce: 6,
} as const;

/** Fetches one sheet. Never rejects. */
export type GetSheet = (url: string, signal: AbortSignal) => Promise<FetchResult>;

/**
 * Fetches the style sheets of a page and their imports, one level deep, within limits. Failures are returned as problems, never
 * thrown.
 * @param links absolute URLs without duplicates
 * @param encoding of the page, the fallback for sheets without one
 */
export async function collectSheets(
  links: readonly string[],
  { get, encoding, signal }: { get: GetSheet; encoding: string; signal: AbortSignal },
): Promise<KeptSheet[]> {
  const deadline = AbortSignal.timeout(sheetLimits.timeMs);
  const ending = AbortSignal.any([signal, deadline]);
  const sheets = new Map<string, KeptSheet>();
  let bytes = 0;

  async function one(url: string): Promise<void> {
    if (ending.aborted) return fail(url, late());
    const result = await get(url, ending);
    if (!result.ok) {
      const isLate = result.problem.code === 'aborted';
      return fail(url, isLate ? late() : result.problem.message, result.problem.code === 'blocked-address');
    }
    const { status, headers, body } = result.page;
    const type = headers['content-type'] ?? '';
    if (status >= 400) return fail(url, `The site answered with status ${status}.`);
    if (type !== '' && !/^\s*text\/css\b/i.test(type)) return fail(url, `It is no style sheet but ${type}.`);
    if (body.byteLength > sheetLimits.bytes) return fail(url, 'It is larger than 1 MB.');
    if (bytes + body.byteLength > sheetLimits.allBytes)
      return fail(url, 'All together are larger than 4 MB.');
    bytes += body.byteLength;
    sheets.set(url, { url, css: decodeCss(body, type, encoding), problem: null, blocked: false });
  }
  function fail(url: string, problem: string, blocked = false): void {
    sheets.set(url, { url, css: null, problem, blocked });
  }
  const late = (): string => `It was not there within ${sheetLimits.timeMs / 1000} seconds.`;

  async function all(urls: readonly string[]): Promise<void> {
    const waiting = urls.filter((url) => !sheets.has(url)).slice(0, sheetLimits.sheets - sheets.size);
    // Results keep the order of the page, whatever the order of arrival.
    for (const url of waiting) fail(url, late());
    const next = waiting.values();
    const worker = async (): Promise<void> => {
      for (const url of next) await one(url);
    };
    await Promise.all(Array.from({ length: sheetLimits.atOnce }, worker));
  }

  await all(links);
  const imported = [...sheets.values()].flatMap(({ url, css }) =>
    css === null ? [] : readImports(css).imports.flatMap((each) => absolute(each.url, url) ?? []),
  );
  await all([...new Set(imported)]);
  return [...sheets.values()];
}

/** Decodes by byte order mark, header, `@charset`, then the page's encoding (CSS Syntax Level 3, "The input byte stream"). */
function decodeCss(body: Uint8Array, contentType: string, encoding: string): string {
  const head = Buffer.from(body.subarray(0, 100)).toString('latin1');
  const [first, second] = body;
  const marked =
    first === 0xfe && second === 0xff ? 'utf-16be' : first === 0xff && second === 0xfe ? 'utf-16le' : null;
  const utf8 = head.startsWith('\u00ef\u00bb\u00bf') ? 'utf-8' : null;
  const sent = /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1];
  const written = /^@charset "([^"]+)";/.exec(head)?.[1];
  for (const label of [marked ?? utf8, sent, written, encoding]) {
    if (label === null || label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch {
      // Unknown encoding: try the next.
    }
  }
  return new TextDecoder().decode(body);
}
