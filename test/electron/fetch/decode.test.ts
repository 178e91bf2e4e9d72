import { describe, expect, it } from 'vitest';
import { decodePage } from '../../../electron/fetch/decode.ts';
import { isHtml, mayBeJson, pageKindOf } from '../../../electron/fetch/page-kind.ts';

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
    expect(decodePage(body, contentType, 'html')).toEqual({ encoding, text: html });
  });

  it('is found in a meta element after long scripts, as a browser finds it', () => {
    const head = `<script>${' '.repeat(20_000)}</script><meta http-equiv="content-type" content="text/html; charset=koi8-r">`;
    expect(decodePage(bytes(head, [0xf0]), 'text/html', 'html')).toEqual({
      encoding: 'KOI8-R',
      text: `${head}\u{41F}`,
    });
  });

  it('does not carry a cut-off character over to the next page', () => {
    decodePage(bytes([0xe2, 0x9c]), 'text/html; charset=utf-8', 'html');
    expect(decodePage(utf8('\u{2713}'), 'text/html; charset=utf-8', 'html').text).toBe('\u{2713}');
  });

  it('decodes a view into a larger buffer', () => {
    expect(decodePage(utf8('xx\u{2713}yy').subarray(2, 5), null, 'html').text).toBe('\u{2713}');
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

describe('the encoding of XML and JSON', () => {
  it.each<[string, Uint8Array, string | null, 'xml' | 'json', string, string]>([
    [
      'XML by its declaration',
      bytes('<?xml version="1.0" encoding="koi8-r"?><a>', [0xf0]),
      'application/xml',
      'xml',
      'KOI8-R',
      '<?xml version="1.0" encoding="koi8-r"?><a>\u{41F}',
    ],
    [
      'XML by its Content-Type first',
      bytes('<?xml version="1.0" encoding="koi8-r"?><a>', [0xe9]),
      'text/xml; charset=iso-8859-1',
      'xml',
      'windows-1252',
      '<?xml version="1.0" encoding="koi8-r"?><a>\u{E9}',
    ],
    ['JSON in UTF-8', utf8('{"a": "\u{E9}"}'), 'application/json', 'json', 'UTF-8', '{"a": "\u{E9}"}'],
    [
      'JSON that names a charset in a text is not read by it',
      utf8('{"a": "<meta charset=koi8-r>\u{E9}"}'),
      null,
      'json',
      'UTF-8',
      '{"a": "<meta charset=koi8-r>\u{E9}"}',
    ],
    [
      'JSON with a byte order mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('[1]', false)]),
      'application/json',
      'json',
      'UTF-16LE',
      '[1]',
    ],
  ])('%s', (_what, body, contentType, kind, encoding, text) => {
    expect(decodePage(body, contentType, kind)).toEqual({ encoding, text });
  });
});

describe('the kind of a page', () => {
  it.each<[string | null, string, 'html' | 'xml' | 'json' | null]>([
    ['text/html', '{"a": 1}', 'html'],
    ['text/html', '<?xml version="1.0"?><rss>', 'html'],
    ['application/json', '', 'json'],
    ['application/json; charset=utf-8', '<html>', 'json'],
    ['text/json', '1', 'json'],
    ['application/ld+json', '{}', 'json'],
    ['application/vnd.api+json;v=1', '{}', 'json'],
    ['application/jsonp', '{}', null],
    ['application/xml', '<a/>', 'xml'],
    ['text/xml', '<?xml version="1.0"?><rss/>', 'xml'],
    ['text/xml', '<!doctype html><p>', 'html'],
    ['application/rss+xml', '<rss/>', 'xml'],
    ['application/atom+xml', '<feed/>', 'xml'],
    ['application/xhtml+xml', '<html/>', 'html'],
    ['image/svg+xml', '<svg/>', 'xml'],
    [null, '<?xml version="1.0"?><anything/>', 'xml'],
    ['text/plain', ' <rss version="2.0">', 'xml'],
    ['application/octet-stream', '<feed xmlns="http://www.w3.org/2005/Atom">', 'xml'],
    ['text/plain', '<rssx>', null],
    ['text/plain', '{"a": 1}', null],
    ['text/javascript', '{"a": 1}', null],
    ['image/png', '<?xml version="1.0"?>', null],
  ])('%j with %j: %s', (contentType, body, expected) => {
    expect(pageKindOf(contentType, utf8(body))).toBe(expected);
  });

  it.each<[string | null, string, boolean]>([
    ['text/plain', '{"a": 1}', true],
    [null, ' [1]', true],
    ['application/octet-stream', ")]}',\n[1]", true],
    ['text/plain', 'User-agent: *', false],
    ['text/javascript', '{"a": 1}', true],
    ['text/javascript', 'take({"a": 1})', true],
    ['text/plain', 'take({"a": 1})', false],
    ['text/javascript', 'let a = {};', false],
    ['text/html', '{"a": 1}', false],
    [null, '"a"', false],
  ])('%j with %j may be JSON: %s', (contentType, body, expected) => {
    expect(mayBeJson(contentType, utf8(body))).toBe(expected);
  });
});
