import { describe, expect, it } from 'vitest';
import { fileName, fileText, fileValue, isFileField, plannedFiles } from '../../shared/file-value.ts';

const sha256 = 'ab'.repeat(32);
const file = (url: string, type = 'image/png') => fileValue({ url, sha256, bytes: 12, type });

describe('a file is called', () => {
  it.each([
    ['https://shop.example/img/desk-1.jpg?w=2', 'image/png', 'desk-1.png'],
    ['https://shop.example/desk%20lamp.png', 'image/png', 'desk lamp.png'],
    ['https://shop.example/picture', 'image/webp', 'picture.webp'],
    ['https://shop.example/trap.png', 'text/html', 'trap.html'],
    ['https://shop.example/', 'application/pdf', `${sha256}.pdf`],
    ['https://shop.example/a%2F..%2Fb.png', 'image/png', 'a_.._b.png'],
    ['https://shop.example/..%00.png', 'image/png', '_.png'],
    ['https://shop.example/%E2%80%AEgnp.exe', 'image/png', '_gnp.png'],
    ['https://shop.example/bad%ZZ.png', 'image/png', 'bad%ZZ.png'],
    [`https://shop.example/${'x'.repeat(300)}.png`, 'image/png', `${'x'.repeat(100)}.png`],
  ])('%s of type %s: %s', (url, type, name) => {
    expect(fileName(file(url, type))).toBe(name);
  });
});

it('a value in a line says what the file is, or why there is none', () => {
  const url = 'https://shop.example/a.png';
  expect(fileText(file(url))).toBe('a.png · image/png');
  expect(fileText({ url, file: null })).toBe(url);
  expect(fileText({ url, file: null, error: 'The file is empty.' })).toBe(`${url} · The file is empty.`);
});

describe('what a test says', () => {
  const open = (name: string, error?: string) => ({
    url: `https://shop.example/${name}`,
    file: null,
    ...(error === undefined ? {} : { error }),
  });

  it.each([
    ['one file', open('a'), null, '1 file would be fetched: https://shop.example/a'],
    [
      'several',
      [open('a'), open('b')],
      null,
      '2 files would be fetched: https://shop.example/a · https://shop.example/b',
    ],
    ['a list that was cut', [open('a')], 40, '40 files would be fetched: https://shop.example/a'],
    [
      'one that is none',
      [open('a'), open('b', 'It is no URL.')],
      null,
      '1 file would be fetched: https://shop.example/a · https://shop.example/b: It is no URL.',
    ],
    ['another value', { url: 'https://shop.example/a' }, null, null],
    ['no file at all', [], null, null],
  ])('%s', (_what, value, entries, words) => {
    expect(plannedFiles(value, entries)).toBe(words);
  });
});

it.each([
  [{ url: 'x', file: null }, true],
  [{ url: 'x', file: null, error: 'No.' }, true],
  [{ url: 'x', file: null, other: 1 }, false],
  [{ url: 'x' }, false],
  [null, false],
  ['x', false],
])('%j is a value of a field with download: %s', (value, is) => {
  expect(isFileField(value)).toBe(is);
});
