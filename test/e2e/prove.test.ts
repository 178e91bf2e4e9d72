import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSampleSite } from '../../electron/sample-site/server.ts';
import { sampleSpider } from '../../electron/sample-site/spiders.ts';
import { lampPages, lampSpider } from '../electron/proof/lamp-pages.ts';
import { call } from './call.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-test-'));
  const pages = lampPages().map(({ path, html, group }, at) => {
    writeFileSync(join(folder, `${at}.html`), html);
    const headers = { 'Content-Type': 'text/html' };
    return {
      file: `${at}.html`,
      url: `https://shop.example${path}`,
      status: 200,
      headers,
      fetchedAt: '2026-11-23T10:00:00Z',
      group,
    };
  });
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(folder, 'lamps.json'), JSON.stringify(lampSpider));
  writeFileSync(join(folder, 'lamps.warc.gz'), warc());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same pages as response records, a gzip member each. */
function warc(): Buffer {
  return Buffer.concat(
    lampPages().map(({ path, html }) => {
      const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
      const head = [
        'WARC/1.1',
        'WARC-Type: response',
        `WARC-Target-URI: https://shop.example${path}`,
        'WARC-Date: 2026-11-23T10:00:00Z',
        'Content-Type: application/http;msgtype=response',
        `Content-Length: ${Buffer.byteLength(http)}`,
      ];
      return gzipSync(`${head.join('\r\n')}\r\n\r\n${http}\r\n\r\n`);
    }),
  );
}

const studio = (...args: string[]) => call([...args, '--data-dir', join(folder, 'data')]);
const file = (name: string): string => join(folder, name);

it('proves a spider file, and a certificate repeats it', async () => {
  const certificate = file('lamps.proof.json');
  const again = file('again.proof.json');
  const proved = await studio(
    'prove',
    file('lamps.json'),
    '--pages',
    folder,
    '--certificate',
    certificate,
    '--json',
  );
  expect(proved.code).toBe(0);
  const proof = JSON.parse(proved.stdout);
  expect(proof).toMatchObject({ verdict: 'proved', certificate: { spider: { name: 'lamps' } } });
  expect(proof.checks.map(({ number }: { number: number }) => number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ]);

  await studio('prove', file('lamps.json'), '--pages', folder, '--certificate', again);
  expect(readFileSync(again)).toEqual(readFileSync(certificate));
  const verified = await studio('verify', certificate, '--json');
  expect(JSON.parse(verified.stdout)).toMatchObject({ valid: true, repeated: true, differences: [] });

  writeFileSync(again, readFileSync(certificate, 'utf8').replace('"proved"', '"refused"'));
  const forged = await studio('verify', again, '--pages', folder, '--json');
  expect(forged.code).toBe(1);
  expect(JSON.parse(forged.stdout)).toMatchObject({ valid: false });
});

it('refuses a stored spider with a fault, and writes JUnit XML', async () => {
  const { callbacks } = lampSpider;
  const rows = { ...callbacks.parse_rows, iterate: { selector: 'li.card:not(:first-child)' } };
  writeFileSync(
    file('faulty.json'),
    JSON.stringify({ ...lampSpider, name: 'faulty', callbacks: { parse_rows: rows } }),
  );
  await studio('import', file('faulty.json'));
  const refused = await studio(
    'prove',
    'faulty',
    '--pages',
    file('lamps.warc.gz'),
    '--junit',
    file('prove.xml'),
  );
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('faulty: refused, with 3 pages');
  expect(readFileSync(file('prove.xml'), 'utf8')).toMatch(
    /<testcase name="5 complete lists"[^>]*>\s*<failure/,
  );
});

it('proves a stored spider by the pages of its run, keeps the proofs by version, and repeats one', async () => {
  const site = await startSampleSite();
  const [name, stored, certificate] = ['sample-rows', file('rows.json'), file('rows.proof.json')];
  const prove = async (...more: string[]) =>
    JSON.parse((await studio('prove', name, ...more, '--json')).stdout);
  try {
    writeFileSync(stored, sampleSpider(name, site.url));
    await studio('import', stored);
    expect((await prove()).error).toMatchObject({
      code: 'bad-pages',
      message: 'There are no pages to judge it by.',
    });
    await studio('crawl', name, '--allow-private');
    const proof = await prove('--certificate', certificate);
    expect(proof).toMatchObject({ verdict: 'proved', kept: { version: 1 } });

    const document = JSON.parse(readFileSync(stored, 'utf8'));
    writeFileSync(stored, JSON.stringify({ ...document, description: 'Edited' }));
    await studio('import', stored);
    const told = (await studio('prove', name)).stdout;
    expect(told).toContain('sample-rows: proved, with 3 pages of its own, 1 of them held back.');
    expect(told).toContain('Kept with version 2.');
    const listed = JSON.parse((await studio('spiders', 'proofs', name, '--json')).stdout);
    expect(
      listed.map(({ version, verdict }: { version: number; verdict: string }) => [version, verdict]),
    ).toEqual([
      [2, 'proved'],
      [1, 'proved'],
    ]);
  } finally {
    await site.close();
  }
  const verified = await studio('verify', certificate, '--spider', name);
  expect(verified.stdout).toContain('Repeated, byte for byte: sample-rows is proved with 3 pages.');
  const mistaken = await studio('verify', certificate, '--pages', folder, '--json');
  expect(JSON.parse(mistaken.stdout).error).toMatchObject({ code: 'bad-pages', hint: 'Name the spider.' });
  const without = await studio('prove', stored);
  expect(without.code).toBe(2);
  expect(without.stderr).toContain('Only a stored spider has pages of its own.');
});

it('says what is wrong with pages that cannot be used', async () => {
  writeFileSync(file('faulty.warc'), 'no archive');
  const wrong = await studio('prove', file('lamps.json'), '--pages', file('faulty.warc'), '--json');
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.stdout).error).toMatchObject({ code: 'bad-pages' });
});
