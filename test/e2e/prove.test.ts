import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('says what is wrong with pages that cannot be used', async () => {
  writeFileSync(file('faulty.warc'), 'no archive');
  const wrong = await studio('prove', file('lamps.json'), '--pages', file('faulty.warc'), '--json');
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.stdout).error).toMatchObject({ code: 'bad-pages' });
});
