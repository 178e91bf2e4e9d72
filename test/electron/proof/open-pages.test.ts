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
    return `${[...head, `Content-Length: ${Buffer.byteLength(content, 'latin1')}`].join('\r\n')}\r\n\r\n${content}\r\n\r\n`;
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

  const response = (target: string, content: string, ...more: string[]): string =>
    record('response', target, content, 'Content-Type: application/http;msgtype=response', ...more);
  const digest = 'WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ';
  const original = response(url, `${html}\r\n\r\n<p>a`, digest, 'WARC-Record-ID: <urn:uuid:1>');
  const revisit = (target: string, content: string, ...more: string[]): string =>
    record('revisit', target, content, 'Content-Type: application/http;msgtype=response', ...more);
  const page = (target: string, body: string, status = 200): unknown[] => [
    target,
    status,
    'text/html',
    2000,
    null,
    body,
  ];
  const both = [page(url, '<p>a'), page(`${url}b`, '<p>a')];
  const gzipped = gzipSync('<p>a').toString('latin1');

  const habits: [string, string, unknown[][]][] = [
    [
      'a request beside each response',
      record('request', url, 'GET / HTTP/1.1\r\n\r\n', 'Content-Type: application/http;msgtype=request') +
        original,
      both.slice(0, 1),
    ],
    [
      'a status line without a reason',
      response(url, 'HTTP/2 200\r\nContent-Type: text/html\r\n\r\n<p>a'),
      both.slice(0, 1),
    ],
    [
      'a response that announces another',
      response(url, `HTTP/1.1 100 Continue\r\n\r\n${html}\r\n\r\n<p>a`),
      both.slice(0, 1),
    ],
    [
      'a header on two lines',
      response(url, 'HTTP/1.1 200 OK\r\nContent-Type:\r\n text/html\r\n\r\n<p>a'),
      both.slice(0, 1),
    ],
    [
      'line ends without a carriage return',
      response(url, `${html}\r\n\r\n<p>a`.replaceAll('\r\n', '\n')).replaceAll('\r\n', '\n'),
      both.slice(0, 1),
    ],
    [
      'a body in chunks that are packed',
      response(
        url,
        `${html}\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${gzipped.length.toString(16)}\r\n${gzipped}\r\n0\r\n\r\n`,
      ),
      both.slice(0, 1),
    ],
    [
      'a revisit that names the record',
      original + revisit(`${url}b`, `${html}\r\n\r\n`, 'WARC-Refers-To: <urn:uuid:1>'),
      both,
    ],
    [
      'a revisit that names the digest, without headers',
      original +
        revisit(
          `${url}b`,
          '',
          digest,
          'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
        ),
      both,
    ],
    [
      'a revisit that names the URL, of a page that has not changed',
      original +
        revisit(`${url}b`, 'HTTP/1.1 304 Not Modified\r\n\r\n', `WARC-Refers-To-Target-URI: <${url}>`),
      both,
    ],
    [
      'a revisit of a page that is missing now',
      original + revisit(`${url}b`, 'HTTP/1.1 404 Not Found\r\n\r\n', digest),
      [page(url, '<p>a'), page(`${url}b`, '<p>a', 404)],
    ],
    [
      'a revisit of what is not there',
      original + revisit(`${url}b`, '', 'WARC-Refers-To: <urn:uuid:2>'),
      both.slice(0, 1),
    ],
    [
      'a page without its response',
      record('resource', url, '<p>a', 'Content-Type: text/html') +
        record('resource', `${url}picture`, 'no page', 'Content-Type: image/png') +
        record('metadata', url, 'a: b', 'Content-Type: application/warc-fields'),
      both.slice(0, 1),
    ],
    [
      'a page with its response and without',
      original + record('resource', url, '<p>shown', 'Content-Type: text/html'),
      both.slice(0, 1),
    ],
  ];
  it.each(habits)('may have %s', async (_, text, expected) => {
    writeFileSync(file('habit.warc'), text, 'latin1');
    expect(await read(file('habit.warc'))).toEqual(expected);
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
