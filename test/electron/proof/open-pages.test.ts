import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPages } from '../../../electron/proof/input/open-pages.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => join(folder, name);
const list = (entries: unknown): void => writeFileSync(file('pages.json'), JSON.stringify(entries));
const url = 'https://shop.example/';

/** What is read of pages: URL, status, type, time and body. */
async function read(place: string): Promise<unknown[]> {
  const source = await openPages(place);
  const found = [];
  for (const page of source.pages) {
    const { status, contentType, fetchedAt, group } = page;
    found.push([
      page.url,
      status,
      contentType,
      fetchedAt,
      group,
      Buffer.from(await source.body(page)).toString(),
    ]);
  }
  await source.close();
  return found;
}

describe('A folder of pages', () => {
  it('gives pages as pages.json lists them, whatever the shape of headers and times', async () => {
    writeFileSync(file('a.html'), '<p>a');
    writeFileSync(file('b.gz'), gzipSync('<p>b'));
    list([
      {
        file: 'a.html',
        url,
        status: 200,
        headers: { 'Content-Type': 'text/html', 'content-encoding': 'br' },
        fetchedAt: '1970-01-01T00:00:01Z',
        group: 'list',
      },
      { file: 'b.gz', url: `${url}b`, status: 404, headers: [['content-type', 'text/plain']], fetchedAt: 5 },
    ]);
    expect(await read(folder)).toEqual([
      [url, 200, 'text/html', 1000, 'list', '<p>a'],
      [`${url}b`, 404, 'text/plain', 5, null, '<p>b'],
    ]);
  });

  const wrong: [string, unknown, string][] = [
    ['no list', { url }, 'is not a list'],
    ['an empty list', [], 'names no page'],
    ['a page without a file', [{ url }], 'entry 1: "file"'],
    ['a file outside the folder', [{ file: '../a.html', url }], 'entry 1: "file"'],
    ['a URL of another scheme', [{ file: 'a.html', url: 'file:///a' }], 'entry 1: "url"'],
    ['a group that is no text', [{ file: 'a.html', url, group: 1 }], 'entry 1: "group"'],
    ['headers that are a text', [{ file: 'a.html', url, headers: 'a: b' }], 'entry 1: "headers"'],
    ['a time that is none', [{ file: 'a.html', url, fetchedAt: 'soon' }], 'entry 1: "fetchedAt"'],
    ['a file that is not there', [{ file: 'none.html', url }], 'The page "none.html" does not exist'],
  ];
  it.each(wrong)('says what is wrong with %s', async (_, entries, message) => {
    list(entries);
    await expect(read(folder)).rejects.toThrow(message);
  });
});

describe('A WARC file', () => {
  const record = (type: string, target: string, content: string, ...more: string[]): string => {
    const head = [
      'WARC/1.1',
      `WARC-Type: ${type}`,
      `WARC-Target-URI: ${target}`,
      'WARC-Date: 1970-01-01T00:00:02Z',
      ...more,
    ];
    return `${[...head, `Content-Length: ${Buffer.byteLength(content)}`].join('\r\n')}\r\n\r\n${content}\r\n\r\n`;
  };
  const html = 'HTTP/1.1 200 OK\r\nContent-Type: text/html';
  const records = [
    record('warcinfo', url, 'software: test'),
    record('request', url, 'GET / HTTP/1.1\r\n\r\n'),
    record('response', `<${url}>`, `${html}\r\n\r\n<p>old`),
    record('response', `${url}picture`, 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nno page'),
    record('response', `${url}moved`, 'HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\n\r\ngone'),
    record('response', url, `${html}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n3\r\nnew\r\n0\r\n\r\n`),
  ];
  const pages = [[url, 200, 'text/html', 2000, null, '<p>new']];

  it.each([
    ['plain', Buffer.from(records.join(''))],
    ['with a gzip member for each record', Buffer.concat(records.map((each) => gzipSync(each)))],
  ])('gives the last page of each URL: %s', async (_, bytes) => {
    writeFileSync(file('pages.warc'), bytes);
    expect(await read(file('pages.warc'))).toEqual(pages);
  });

  it.each([
    ['another file', 'no archive', 'is no WARC file'],
    ['no page', records.slice(0, 2).join(''), 'has no response'],
    ['a record without a length', 'WARC/1.1\r\nWARC-Type: response\r\n\r\n', 'has no Content-Length'],
  ])('says what is wrong with %s', async (_, text, message) => {
    writeFileSync(file('wrong.warc'), text);
    await expect(read(file('wrong.warc'))).rejects.toThrow(message);
  });
});
