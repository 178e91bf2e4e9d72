import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressPage, decompressPage } from '../../../electron/engine/stored-page.ts';
import { decodePage } from '../../../electron/fetch/decode.ts';

/** A page as it came: its bytes, the same packed, and what the header says of it. */
function came(bytes: Uint8Array, contentType = 'text/html') {
  const body = new Uint8Array(bytes);
  return { body, gzip: new Uint8Array(gzipSync(body)), contentType };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const html = '<!doctype html><p>Grüße, 日本</p>';

describe('a page that is kept', () => {
  it.each([
    ['packed UTF-8 is kept as it came', came(utf8(html)), 'gzip'],
    ['a byte order mark is no part of the text', came(utf8(`\uFEFF${html}`)), 'zstd'],
    [
      'text in another encoding is packed anew',
      came(Buffer.from('<p>Gr\u00fc\u00dfe</p>', 'latin1')),
      'zstd',
    ],
    [
      'bytes that are no text are packed as the text they gave',
      came(Buffer.from([60, 112, 62, 0xff]), 'text/html; charset=utf-8'),
      'zstd',
    ],
  ])('%s', (_case, { body, gzip, contentType }, codec) => {
    const { text, encoding } = decodePage(body, contentType, 'html');
    const kept = compressPage(text, encoding, 'html', { body, gzip });
    expect(kept.codec).toBe(codec);
    expect(decompressPage(kept)).toBe(text);
  });

  it('is the same page, however it came', () => {
    const { body, gzip } = came(utf8(html));
    const asItCame = compressPage(html, 'UTF-8', 'html', { body, gzip });
    for (const other of [compressPage(html, 'UTF-8', 'html', { body }), compressPage(html, 'UTF-8')]) {
      expect(other.codec).toBe('zstd');
      expect([other.sha256, other.length]).toEqual([asItCame.sha256, asItCame.length]);
    }
  });

  it('is told from a damaged one', () => {
    const { body, gzip } = came(utf8(html));
    const kept = compressPage(html, 'UTF-8', 'html', { body, gzip });
    const other = new Uint8Array(gzipSync(utf8(html.replace('日', '月'))));
    expect(decompressPage({ ...kept, body: other })).toBeNull();
    expect(decompressPage({ ...kept, body: kept.body.subarray(0, 20) })).toBeNull();
  });

  it.each(['gzip', 'zstd'] as const)(
    'is told from one of which a byte is damaged, by its checksum: %s',
    (codec) => {
      const { body, gzip } = came(utf8(html));
      const kept = compressPage(html, 'UTF-8', 'html', codec === 'gzip' ? { body, gzip } : { body });
      expect(kept.codec).toBe(codec);
      expect(decompressPage(kept, 'checksum')).toBe(html);
      // The first ten bytes of gzip say how it was made, and not what it is.
      for (let at = codec === 'gzip' ? 10 : 0; at < kept.body.length; at += 1) {
        const damaged = kept.body.with(at, (kept.body[at] ?? 0) ^ 0xff);
        expect([html, null]).toContain(decompressPage({ ...kept, body: damaged }, 'checksum'));
      }
      const text = kept.body.with(20, (kept.body[20] ?? 0) ^ 0xff);
      expect(decompressPage({ ...kept, body: text }, 'checksum')).toBeNull();
    },
  );
});
