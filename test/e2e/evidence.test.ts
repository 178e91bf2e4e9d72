import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWarc } from '../electron/evidence/read-warc.ts';
import { readZip } from '../electron/evidence/read-zip.ts';
import { given } from '../given.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { call } from './call.ts';

const html = '<!doctype html><title>Lamp</title><h1>Brass lamp</h1><p class="price">from £12.50</p>';

let site: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-evidence-'));
  site = await startServer({
    '/': ({ response }) => {
      response.setHeader('Content-Type', 'text/html; charset=iso-8859-1');
      response.setHeader('Set-Cookie', 'session=secret');
      response.setHeader('X-Shop', 'one');
      response.end(Buffer.from(html, 'latin1'));
    },
  });
  const spider = {
    name: 'lamps',
    allowed_domains: ['127.0.0.1'],
    start_urls: [site.url('/')],
    rules: [{ allow: ['/$'], callback: 'parse_item' }],
    callbacks: { parse_item: { extract: { title: { css: 'h1::text' }, price: { css: '.price::text' } } } },
    settings: { ROBOTSTXT_OBEY: false },
  };
  writeFileSync(at('lamps.json'), JSON.stringify(spider));
  await studio('import', at('lamps.json'));
  await studio('crawl', 'lamps', '--allow-private');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

const studio = (...args: string[]) => call([...args, '--data-dir', folder]);
const at = (name: string): string => join(folder, name);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('a bundle proves where a value comes from: its checksums hold, and the page is the one of the run', async () => {
  const written = await studio('show', 'lamps', '1', '--evidence', at('proof'), '--field', 'price', '--json');
  const { files, noPicture } = written.json<{
    files: { name: string; sha256: string }[];
    noPicture: string | null;
  }>();
  const read = (name: string): Buffer => readFileSync(join(at('proof'), name));
  expect(readdirSync(at('proof')).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  expect(existsSync(join(at('proof'), 'picture.png'))).toBe(noPicture === null);
  const sums = read('SHA256SUMS')
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  '));
  expect(sums).toHaveLength(files.length - 1);
  for (const [sum, name = ''] of sums) expect(sha256(read(name))).toBe(sum);

  const { values, pages } = JSON.parse(read('values.json').toString());
  expect(values[0]).toMatchObject({ path: 'price', value: 'from £12.50', verdict: { same: true } });
  const response = given(
    readWarc(read('pages.warc')).find(({ fields }) => fields.get('WARC-Type') === 'response'),
  );
  expect(response.http?.body.toString('utf8')).toBe(html);
  expect(sha256(given(response.http).body)).toBe(pages[0].sha256);
  expect(response.http?.headers).toContainEqual(['X-Shop', 'one']);
  expect(response.http?.headers).toContainEqual(['Set-Cookie', '[removed]']);
  expect(files.every(({ name }) => !read(name).includes('secret'))).toBe(true);
  const proof = await studio('prove', 'lamps', '--pages', join(at('proof'), 'pages.warc'), '--json');
  const { verdict, certificate } = proof.json<{ verdict: string; certificate: { pages: object[] } }>();
  expect(verdict).not.toBe('refused');
  expect(certificate.pages).toMatchObject([{ url: site.url('/'), sha256: pages[0].sha256 }]);
  expect(read('README.txt').toString()).toContain('sha256sum --check SHA256SUMS');
});

it('a bundle is one archive where the path says so, and replaces nothing unless told to', async () => {
  const args = ['show', 'lamps', '1', '--evidence', at('proof.zip')];
  const first = await studio(...args);
  expect(first.code).toBe(0);
  expect([...readZip(readFileSync(at('proof.zip'))).keys()]).toEqual(
    expect.arrayContaining(['README.txt', 'values.json', 'spider.json', 'pages.warc', 'SHA256SUMS']),
  );
  writeFileSync(
    at('zipped.warc.gz'),
    gzipSync(given(readZip(readFileSync(at('proof.zip'))).get('pages.warc'))),
  );
  const proof = await studio('prove', 'lamps', '--pages', at('zipped.warc.gz'), '--json');
  expect(proof.json()).toMatchObject({ certificate: { pages: [{ url: site.url('/') }] } });
  const again = await studio(...args, '--json');
  expect([again.code, again.json()]).toMatchObject([1, { error: { code: 'exists' } }]);
  expect((await studio(...args, '--force')).code).toBe(0);
});

it.each([
  [['show', 'lamps', '--evidence', 'x'], 2],
  [['show', 'lamps', '1', '--field', 'price'], 2],
  [['show', 'lamps', '1', '--force'], 2],
  [['show', 'lamps', '9', '--evidence', 'x'], 1],
])('%j is refused', async (args, code) => {
  expect((await studio(...args)).code).toBe(code);
  expect(existsSync('x')).toBe(false);
});
