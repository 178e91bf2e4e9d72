import { describe, expect, it } from 'vitest';
import { decodeHtml, isHtml } from '../../../electron/fetch/decode.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16 = (text: string, swap: boolean) => {
  const buffer = Buffer.from(text, 'utf16le');
  return swap ? buffer.swap16() : buffer;
};

describe('the encoding of a page', () => {
  it.each<[string, Uint8Array, string | null, string, string]>([
    ['charset of the header', bytes('\u{E9}'), 'text/html; charset=ISO-8859-1', 'windows-1252', '\u{E9}'],
    ['charset in quotes', bytes([0xe9]), 'text/html;charset="iso-8859-2"', 'ISO-8859-2', '\u{E9}'],
    [
      'windows-1252 beyond Latin-1',
      bytes([0x93, 0x80, 0x94]),
      'text/html; charset=latin1',
      'windows-1252',
      '\u{201C}\u{20AC}\u{201D}',
    ],
    [
      'Shift_JIS',
      bytes([0x93, 0xfa, 0x96, 0x7b]),
      'text/html; charset=Shift_JIS',
      'Shift_JIS',
      '\u{65E5}\u{672C}',
    ],
    ['GBK, told as gb2312', bytes([0xd6, 0xd0]), 'text/html; charset=gb2312', 'GBK', '\u{4E2D}'],
    ['EUC-KR', bytes([0xc7, 0xd1]), 'text/html; charset=euc-kr', 'EUC-KR', '\u{D55C}'],
    ['KOI8-R', bytes([0xf0]), 'text/html; charset=koi8-r', 'KOI8-R', '\u{41F}'],
    [
      'byte order mark over header',
      bytes([0xef, 0xbb, 0xbf], [0xc3, 0xa9]),
      'text/html; charset=latin1',
      'UTF-8',
      '\u{E9}',
    ],
    [
      'UTF-16LE by its mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('h\u{E9}', false)]),
      null,
      'UTF-16LE',
      'h\u{E9}',
    ],
    [
      'UTF-16BE by its mark',
      Buffer.concat([Buffer.from([0xfe, 0xff]), utf16('h\u{E9}', true)]),
      null,
      'UTF-16BE',
      'h\u{E9}',
    ],
    ['UTF-16 by the header', utf16('h\u{E9}', false), 'text/html; charset=utf-16', 'UTF-16LE', 'h\u{E9}'],
    [
      'meta charset',
      bytes('<meta charset=koi8-r>', [0xf0]),
      'text/html',
      'KOI8-R',
      '<meta charset=koi8-r>\u{41F}',
    ],
    [
      'header over meta',
      utf8('<meta charset=koi8-r>\u{E9}'),
      'text/html; charset=utf-8',
      'UTF-8',
      '<meta charset=koi8-r>\u{E9}',
    ],
    [
      'UTF-16 in a meta means UTF-8',
      utf8('<meta charset=utf-16>\u{E9}'),
      null,
      'UTF-8',
      '<meta charset=utf-16>\u{E9}',
    ],
    [
      'unknown label in the header: meta',
      bytes('<meta charset=koi8-r>', [0xf0]),
      'text/html; charset=klingon',
      'KOI8-R',
      '<meta charset=koi8-r>\u{41F}',
    ],
    [
      'unknown labels everywhere: the bytes',
      utf8('<meta charset=x-klingon>\u{E9}'),
      'text/html; charset=klingon',
      'UTF-8',
      '<meta charset=x-klingon>\u{E9}',
    ],
    [
      'nothing declared, valid UTF-8',
      utf8('na\u{EF}ve \u{2713}'),
      'text/html',
      'UTF-8',
      'na\u{EF}ve \u{2713}',
    ],
    ['nothing declared, not UTF-8', bytes('na\u{EF}ve'), 'text/html', 'windows-1252', 'na\u{EF}ve'],
    ['nothing at all', Buffer.alloc(0), null, 'UTF-8', ''],
    [
      'a header that lies is believed',
      bytes('<meta charset=latin1>caf\u{E9}'),
      'text/html; charset=utf-8',
      'UTF-8',
      '<meta charset=latin1>caf\u{FFFD}',
    ],
    ['a type that cannot be read', bytes([0xe9]), '; charset=latin1', 'windows-1252', '\u{E9}'],
    ['two types in one header', bytes([0xf0]), 'text/html, text/html; charset=koi8-r', 'KOI8-R', '\u{41F}'],
    [
      'an encoding that is never decoded',
      bytes('<script>'),
      'text/html; charset=iso-2022-kr',
      'replacement',
      '\u{FFFD}',
    ],
    [
      'XHTML by its declaration',
      bytes('<?xml version="1.0" encoding="koi8-r"?>', [0xf0]),
      'application/xhtml+xml',
      'KOI8-R',
      '<?xml version="1.0" encoding="koi8-r"?>\u{41F}',
    ],
  ])('%s', (_what, body, contentType, encoding, html) => {
    expect(decodeHtml(body, contentType)).toEqual({ encoding, html });
  });

  it('is found in a meta element after long scripts, as a browser finds it', () => {
    const head = `<script>${' '.repeat(20_000)}</script><meta http-equiv="content-type" content="text/html; charset=koi8-r">`;
    expect(decodeHtml(bytes(head, [0xf0]), 'text/html')).toEqual({
      encoding: 'KOI8-R',
      html: `${head}\u{41F}`,
    });
  });

  it('does not carry a cut-off character over to the next page', () => {
    decodeHtml(bytes([0xe2, 0x9c]), 'text/html; charset=utf-8');
    expect(decodeHtml(utf8('\u{2713}'), 'text/html; charset=utf-8').html).toBe('\u{2713}');
  });

  it('decodes a view into a larger buffer', () => {
    expect(decodeHtml(utf8('xx\u{2713}yy').subarray(2, 5), null).html).toBe('\u{2713}');
  });
});

describe('what counts as HTML', () => {
  it.each<[string | null, string | Uint8Array, boolean]>([
    ['text/html', '', true],
    ['TEXT/HTML; charset=utf-8', 'anything', true],
    ['application/xhtml+xml', '', true],
    ['text/html, text/html', '', true],
    ['application/json', '<!doctype html>', false],
    ['image/png', '<html>', false],
    ['application/pdf', '%PDF-1.7', false],
    [null, '<!DOCTYPE html><p>x', true],
    [null, ' \n<html>', true],
    [null, '<p>x', true],
    [null, '<p class=x>', true],
    [null, '<!-- hi --><html>', true],
    [null, bytes([0xef, 0xbb, 0xbf], '<html>'), true],
    [null, Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('<html>', false)]), true],
    [null, Buffer.concat([Buffer.from([0xfe, 0xff]), utf16('<html>', true)]), true],
    [null, '', false],
    [null, '{"a": 1}', false],
    [null, 'plain words < and >', false],
    [null, '<pre-release>', false],
    [null, '<?xml version="1.0"?><rss>', false],
    ['', '<html>', true],
    ['nonsense', '<html>', true],
    ['application/octet-stream', '<html>', true],
    ['application/octet-stream', 'MZ', false],
    ['text/plain', '<!doctype html><p>', true],
    ['text/plain', '<p>a paragraph', false],
    ['text/plain', 'User-agent: *', false],
    ['text/xml', '<?xml version="1.0"?>\n<!-- c --><html xmlns="http://www.w3.org/1999/xhtml">', true],
    ['application/xml', '<?xml version="1.0"?><urlset>', false],
  ])('%j with %j: %s', (contentType, body, expected) => {
    expect(isHtml(contentType, typeof body === 'string' ? utf8(body) : body)).toBe(expected);
  });
});
