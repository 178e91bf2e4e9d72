import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bundleFiles } from '../../../electron/evidence/bundle.ts';
import type { Evidence } from '../../../electron/evidence/evidence.ts';
import { recordId } from '../../../electron/evidence/warc.ts';
import { zip } from '../../../electron/evidence/zip.ts';
import type { ProvenancePage } from '../../../shared/contract/types.ts';
import { given } from '../../given.ts';
import { base32, readWarc } from './read-warc.ts';
import { readZip } from './read-zip.ts';

const text = '<!doctype html><p>12,50 €</p>';
const sha256 = createHash('sha256').update(text).digest('hex');
const page: ProvenancePage = {
  request: '5',
  asked: 'https://example.org/old',
  url: 'https://example.org/new?a=1',
  redirects: [{ url: 'https://example.org/old', status: 301 }],
  rendered: false,
  status: 200,
  statusLine: 'HTTP/1.1 200 Fine',
  headers: [
    { name: 'Date', value: 'Mon' },
    { name: 'Content-Type', value: 'text/html; charset=windows-1252' },
    { name: 'Content-Encoding', value: 'gzip' },
    { name: 'Vary', value: 'a' },
    { name: 'Vary', value: 'caf\u00e9' },
    { name: 'content-length', value: '17' },
  ],
  fetchedAt: '2026-11-20T12:00:00.000Z',
  durationMs: 12.4,
  answeredBy: 'site',
  kind: 'html',
  encoding: 'windows-1252',
  bytes: 31,
  sha256,
  callback: 'parse_item',
  rule: 0,
  decision: 'Rule 1 takes it.',
  foundOn: 'https://example.org/',
};

const evidence: Evidence = {
  item: {
    id: '7',
    run: '2',
    spider: 'shop',
    version: 3,
    url: page.url,
    callback: 'parse_item',
    title: 'Lamp',
    content: null,
    author: null,
    published_date: null,
    metadata: { price: 12.5 },
    scraped_at: '2026-11-20T12:00:01.000Z',
    problems: [],
    project: 'default',
    request: '5',
    key: page.url,
    hasPage: true,
  },
  values: [],
  pages: [{ page, text }],
  spider: '{ "name": "shop" }',
  run: { id: '2', startedAt: null, endedAt: null, application: '0.1.0' },
  picture: null,
  noPicture: 'There is no browser.',
  madeAt: '2026-11-23T12:00:00.000Z',
  application: '0.1.0',
};

const fileOf = (name: string, changes: Partial<Evidence> = {}): Buffer =>
  Buffer.from(given(bundleFiles({ ...evidence, ...changes }).find((file) => file.name === name)).bytes);
const recordsOf = (changes: Partial<ProvenancePage>, stored: string | null = text) =>
  readWarc(fileOf('pages.warc', { pages: [{ page: { ...page, ...changes }, text: stored }] }));
const typesOf = (changes: Partial<ProvenancePage>, stored?: string | null): (string | undefined)[] =>
  recordsOf(changes, stored).map(({ fields }) => fields.get('WARC-Type'));

describe('the WARC file', () => {
  it('has the response with its headers, in order, and the text as stored', () => {
    const records = recordsOf({});
    expect(records.map(({ fields }) => fields.get('WARC-Type'))).toEqual([
      'warcinfo',
      'response',
      'request',
      'metadata',
    ]);
    const { fields, http } = given(records[1]);
    expect(http?.startLine).toBe('HTTP/1.1 200 Fine');
    expect(http?.headers).toEqual([
      ['Date', 'Mon'],
      ['X-Orig-Content-Type', 'text/html; charset=windows-1252'],
      ['X-Orig-Content-Encoding', 'gzip'],
      ['Vary', 'a'],
      ['Vary', 'caf\u00e9'],
      ['X-Orig-content-length', '17'],
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Length', String(Buffer.byteLength(text))],
    ]);
    expect(http?.body.toString('utf8')).toBe(text);
    expect(fields.get('WARC-Target-URI')).toBe(page.url);
    expect(fields.get('WARC-Payload-Digest')).toBe(`sha256:${base32(Buffer.from(sha256, 'hex'))}`);
    expect(fields.get('WARC-Protocol')).toBe('http/1.1');
    expect(fields.has('WARC-Truncated')).toBe(false);
  });

  it('has the request as far as it is known, and what is known besides', () => {
    const [, response, request, metadata] = recordsOf({});
    const id = response?.fields.get('WARC-Record-ID');
    expect(request?.http).toMatchObject({
      startLine: 'GET /new?a=1 HTTP/1.1',
      headers: [['Host', 'example.org']],
    });
    expect(request?.fields.get('WARC-Concurrent-To')).toBe(id);
    expect(metadata?.fields.get('WARC-Refers-To')).toBe(id);
    const facts = given(metadata).block.toString();
    expect(facts).toContain('via: https://example.org/\r\n');
    expect(facts).toContain('fetchTimeMs: 12\r\n');
    expect(facts).toContain('redirected: 301 https://example.org/old\r\n');
    expect(facts).toContain(`stored-text-sha256: ${sha256}\r\n`);
  });

  it.each<[string, Partial<ProvenancePage>, string | undefined]>([
    ['of HTTP/2', { statusLine: 'HTTP/2 200' }, 'h2'],
    ['whose status line is not known', { statusLine: null }, undefined],
  ])('a response %s is written as HTTP/1.1', (_, changes, protocol) => {
    const [, response] = recordsOf(changes);
    expect(response?.http?.startLine).toBe('HTTP/1.1 200');
    expect(response?.fields.get('WARC-Protocol')).toBe(protocol);
  });

  it.each<[string, Partial<ProvenancePage>]>([
    ['has no headers', { headers: null }],
    ['is that of an earlier run', { status: 304, answeredBy: 'stored-page' }],
  ])('a page that %s is a resource, not a response', (_, changes) => {
    expect(typesOf(changes)).toEqual(['warcinfo', 'resource', 'metadata']);
    const [, resource] = recordsOf(changes);
    expect(resource?.block.toString('utf8')).toBe(text);
    expect(resource?.fields.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  it('has nothing of a page that is not stored', () => {
    expect(typesOf({ fetchedAt: null, sha256: null, kind: null }, null)).toEqual(['warcinfo']);
  });

  it('cannot be broken by a header with a line break', () => {
    const headers = [{ name: 'X', value: 'a\r\n\r\nWARC/1.1' }];
    expect(typesOf({ headers })).toHaveLength(4);
  });

  it('gives the same records the same names, and others other ones', () => {
    const record = { type: 'resource' as const, date: 'x', uri: 'y', block: Buffer.from('z') };
    expect(recordId(record)).toBe(recordId({ ...record }));
    expect(recordId(record)).not.toBe(recordId({ ...record, block: Buffer.from('other') }));
  });
});

describe('the bundle', () => {
  it('has the checksums of all other files', () => {
    const picture = Buffer.from('PNG');
    const files = bundleFiles({ ...evidence, picture, noPicture: null });
    const names = ['README.txt', 'values.json', 'spider.json', 'pages.warc', 'picture.png', 'SHA256SUMS'];
    expect(files.map(({ name }) => name)).toEqual(names);
    const sums = files
      .slice(0, -1)
      .map(({ name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
    expect(Buffer.from(given(files.at(-1)).bytes).toString()).toBe(sums.join(''));
  });

  it('has the values with their pages, and the spider as it was written', () => {
    expect(JSON.parse(fileOf('values.json').toString())).toMatchObject({
      item: { metadata: { price: 12.5 } },
      pages: [{ sha256 }],
      noPicture: 'There is no browser.',
    });
    expect(fileOf('spider.json').toString()).toBe('{ "name": "shop" }');
  });

  it.each<[string, Partial<Evidence>, string, boolean]>([
    ['what the body is', {}, 'It is not the', true],
    ['that there is no page', { pages: [{ page, text: null }] }, 'stored none of the pages', true],
    ['why there is no picture', {}, 'There is no picture: There is no browser.', true],
    [
      'of a picture that is there',
      { picture: Buffer.from('x'), noPicture: null },
      'There is no picture',
      false,
    ],
    ['that it is not signed', {}, 'It is not signed', true],
  ])('tells in its text %s', (_, changes, words, isThere) => {
    expect(fileOf('README.txt', changes).toString().includes(words)).toBe(isThere);
  });

  it('is packed into an archive that holds it whole', () => {
    const files = bundleFiles(evidence);
    const read = readZip(zip(files));
    expect([...read.keys()]).toEqual(files.map(({ name }) => name));
    for (const { name, bytes } of files) expect(read.get(name)).toEqual(Buffer.from(bytes));
    expect(readZip(zip([]))).toEqual(new Map());
  });
});
