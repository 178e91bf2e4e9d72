import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { downloadsOf, pictureOf, products, startFilesSite } from './files-site.ts';

const crawl = ['crawl', 'lamps', '--allow-private', '--json'];

interface FileItem {
  url: string;
  pictures: Record<string, unknown>[];
  twin: Record<string, unknown>;
  notes: { photo: Record<string, unknown> }[];
}

const sha = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

type Call = ReturnType<typeof studio>['call'];

async function itemsOf(call: Call, run = 'latest'): Promise<FileItem[]> {
  const { stdout } = await call(['export', 'lamps', '--format', 'jsonl', '--run', run]);
  return stdout
    .trim()
    .split('\n')
    .map((line): FileItem => JSON.parse(line));
}

function expectWhole(items: readonly FileItem[]): void {
  expect(items).toHaveLength(products);
  const numbers = items.map(({ url }) => Number(/\d+$/.exec(url)?.[0])).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: products }, (_, at) => at + 1));
  for (const { url, pictures, twin, notes } of items) {
    const n = /\d+$/.exec(url)?.[0];
    const own = pictureOf(`/own-${n}.png`);
    const file = (content: Buffer) => ({
      file: `${sha(content)}.png`,
      sha256: sha(content),
      bytes: content.length,
      type: 'image/png',
    });
    expect(pictures).toMatchObject([file(own), file(pictureOf('/shared.png'))]);
    expect(twin).toMatchObject(file(pictureOf('twin')));
    expect(notes.map(({ photo }) => photo['error'] ?? photo['file'])).toEqual([
      'The server answered 404.',
      'The file is larger than 200000 bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).',
      'The file is text/html, which FILES_TYPES does not name.',
      `${sha(pictureOf('/shared.png'))}.png`,
      'Only http and https URLs are downloaded.',
    ]);
  }
}

it('downloads the files of items once each, writes them out, and frees them with their run', async () => {
  const site = await startFilesSite();
  const { call, file, folder } = studio();
  await call(['import', file('lamps.json', site.spider())]);
  const crawled = await call(crawl);
  expect(crawled.json()).toMatchObject({
    state: 'completed',
    counters: { items: products, queued: 0, failed: 3 },
  });
  const items = await itemsOf(call);
  expectWhole(items);
  const pictures = site.asked.filter((path) => path !== '/robots.txt');
  // The one that is moved leads to the shared one, which is asked for again.
  expect(pictures.filter((path) => path !== '/shared.png').sort()).toEqual(
    [...new Set(pictures)].filter((path) => path !== '/shared.png').sort(),
  );
  const shown = (await call(['show', 'lamps', '--json', '--limit', '1'])).stdout;
  expect(shown).toContain('was not downloaded: The server answered 404.');

  const to = join(folder, 'images');
  const out = join(folder, 'lamps.csv');
  const exported = await call(['export', 'lamps', '--format', 'csv', '--output', out, '--files', to]);
  expect(exported.code, exported.stderr).toBe(0);
  expect(exported.stderr).toContain(`${products + 2} files with`);
  const names = readdirSync(to);
  expect(names).toHaveLength(products + 2);
  for (const name of names) expect(sha(readFileSync(join(to, name)))).toBe(name.replace('.png', ''));
  expect(readFileSync(out, 'utf8')).toContain(`${sha(pictureOf('twin'))}.png`);
  const archive = join(folder, 'images.zip');
  const zipped = await call(['export', 'lamps', '--format', 'jsonl', '--files', archive]);
  expect(zipped.code, zipped.stderr).toBe(0);
  const packed = readFileSync(archive).toString('latin1');
  expect(packed.slice(0, 2)).toBe('PK');
  for (const name of names) expect(packed.split(name)).toHaveLength(3);

  const backup = join(folder, 'all.backup');
  expect((await call(['backup', 'create', backup])).code).toBe(0);
  expect((await call(['backup', 'verify', backup])).code).toBe(0);
  expect(await downloadsOf(call)).toBeGreaterThan(100_000);
  expect((await call(['runs', 'delete', '1', '--now', '--force'])).code).toBe(0);
  expect(await downloadsOf(call)).toBeLessThan(10_000);
  expect((await call(['restore', backup, '--force'])).code).toBe(0);
  const again = join(folder, 'again');
  await call(['export', 'lamps', '--format', 'jsonl', '--files', again]);
  expect(readdirSync(again).sort()).toEqual(names.toSorted());
});

it('takes the files of its source when items are extracted again', async () => {
  const site = await startFilesSite();
  const { call, file } = studio();
  await call(['import', file('lamps.json', site.spider())]);
  await call(crawl);
  const asked = site.asked.length;
  const fields = { extra: { css: 'div img::attr(src)', download: true }, page: { css: 'h1::text' } };
  await call(['import', file('lamps.json', site.spider({ fields })), '--force']);
  const again = await call(['runs', 'reextract', '1', '--accept', '--json']);
  expect(again.code, again.stderr).toBe(0);
  expect(site.asked).toHaveLength(asked);
  expectWhole(await itemsOf(call, '2'));
  expect((await call(['runs', 'delete', '1', '--now', '--force'])).code).toBe(0);
  expectWhole(await itemsOf(call, '2'));
});

it.each([[[3, 9, 14]], [[2, 5, 21]], [[1, 7, 8, 11]], [[16, 4, 6]], [Array.from({ length: 10 }, () => 6)]])(
  'has every item and every file once after kills at %j requests',
  async (kills) => {
    const site = await startFilesSite();
    const { call, file } = studio();
    const settings = { CONCURRENT_REQUESTS: 2 };
    await call(['import', file('lamps.json', site.spider({ settings }))]);
    for (const [n, requests] of kills.entries()) {
      const command = n === 0 ? crawl : ['runs', 'resume', '1', '--json'];
      await call(command, {
        onStart: (child) => site.cutAfter(requests, () => void child.kill('SIGKILL')),
      });
    }
    site.cutAfter(Infinity, () => undefined);
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { queued: 0, failed: 3 },
      receipt: { itemsLost: 0, itemsDuplicated: 0 },
    });
    expectWhole(await itemsOf(call));
  },
);

it('fetches the files of the last items of a test run', async () => {
  const site = await startFilesSite();
  const { call, file } = studio();
  await call(['import', file('lamps.json', site.spider())]);
  await call([...crawl, '--limit', '2']);
  const items = await itemsOf(call);
  expect(items).toHaveLength(2);
  for (const { pictures } of items) expect(pictures.every(({ sha256 }) => sha256 !== undefined)).toBe(true);
});

it('refuses a private address unless it is allowed', async () => {
  const site = await startFilesSite();
  const { call, file } = studio();
  await call(['import', file('lamps.json', site.spider())]);
  await call(['crawl', 'lamps', '--json']);
  expect(site.asked).toEqual([]);
});
