import { TextDecoder } from 'node:util';
import type { KeptSheet } from '../../../store/pages/saved-page-queries.ts';
import { FileCollector, type FileLimits, type GetFile } from '../capture/collect-files.ts';
import { readImports } from './css-imports.ts';
import { absolute } from './style-links.ts';

/** Limits for the style sheets of one page. */
export const sheetLimits: FileLimits = {
  files: 20,
  bytes: 1024 * 1024,
  allBytes: 4 * 1024 * 1024,
  timeMs: 10_000,
  atOnce: 6,
};

/**
 * Fetches the style sheets of a page and their imports, one level deep, within limits. Failures are returned as problems, never
 * thrown.
 * @param links absolute URLs without duplicates
 * @param encoding of the page, the fallback for sheets without one
 */
export async function collectSheets(
  links: readonly string[],
  { get, encoding, signal }: { get: GetFile; encoding: string; signal: AbortSignal },
): Promise<KeptSheet[]> {
  const files = new FileCollector<string>({
    limits: sheetLimits,
    get,
    signal,
    read({ headers, body }) {
      const type = headers['content-type'] ?? '';
      if (type !== '' && !/^\s*text\/css\b/i.test(type))
        return { ok: false, problem: `It is no style sheet but ${type}.` };
      return { ok: true, value: decodeCss(body, type, encoding) };
    },
  });
  await files.collect(links);
  const imported = files.outcomes.flatMap((file) =>
    file.ok ? readImports(file.value).imports.flatMap((each) => absolute(each.url, file.url) ?? []) : [],
  );
  await files.collect(imported);
  return files.outcomes.map((file) =>
    file.ok
      ? { url: file.url, css: file.value, problem: null, blocked: false }
      : { url: file.url, css: null, problem: file.problem, blocked: file.blocked },
  );
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
