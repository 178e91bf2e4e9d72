import { describe, expect, it } from 'vitest';
import { partOf, readFile } from '../../../electron/engine/file-request.ts';
import type { FetchedPage } from '../../../electron/fetch/types.ts';

const url = 'https://img.example/a.png';
const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');

const page = (body: Uint8Array, more: Partial<FetchedPage> = {}): FetchedPage => ({
  url,
  finalUrl: url,
  hops: [],
  status: 200,
  headers: { 'content-type': 'image/png; charset=x' },
  body,
  durationMs: 1,
  ...more,
});

describe('a response to the request for a file', () => {
  it('is kept as it is, with the hash and the type of its content', () => {
    expect(readFile(page(png), { maxBytes: png.length, types: ['image/*'] })).toMatchObject({
      body: png,
      type: 'image/png',
    });
  });

  it.each([
    [
      'larger than allowed',
      page(png),
      { maxBytes: 5, types: null },
      'The file is larger than 5 bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).',
    ],
    [
      'given up before its body',
      page(new Uint8Array(), { wasCut: true }),
      { maxBytes: 5, types: null },
      'The file is larger than 5 bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).',
    ],
    ['empty', page(new Uint8Array()), { maxBytes: 5, types: null }, 'The file is empty.'],
    [
      'of another type',
      page(png),
      { maxBytes: 99, types: ['application/pdf', 'image/jpeg'] },
      'The file is image/png, which FILES_TYPES does not name.',
    ],
    [
      'a page that is called a picture',
      page(Buffer.from('<html><script>')),
      { maxBytes: 99, types: ['image/*'] },
      'The file is text/html, which FILES_TYPES does not name. The server calls it image/png.',
    ],
  ])('is refused with the reason where it is %s', (_what, response, settings, reason) => {
    expect(readFile(response, settings)).toBe(reason);
  });

  it('is read up to one byte more than a file may have, and not at all if it is announced as longer', () => {
    expect(partOf({ maxBytes: 1000, types: null })).toEqual({ cutAt: 1001, onlyWhole: true });
  });
});
