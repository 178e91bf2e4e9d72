import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from './command-line.ts';
import { expectFull, mayMount, smallDisk } from './small-disk.ts';
import { startWebStudio } from './web-studio.ts';

const pages = 60;
const megabyte = 1024 * 1024;

/** Bytes that no compression makes smaller, the same at each visit. */
function noise(seed: string, bytes: number): string {
  let [all, last] = ['', seed];
  while (all.length < bytes) {
    last = createHash('sha512').update(last).digest('base64');
    all += last;
  }
  return all;
}

/** A site whose pages take some 40 KB each, and a spider for it. */
async function startSite(): Promise<Record<string, unknown>> {
  const links = Array.from({ length: pages }, (_, n) => `<a href="/p/${n}">${n}</a>`).join('');
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const body = path === '/' ? links : `<h1>${path}</h1><p>${noise(path, 55_000)}</p>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}/`],
    rules: [{ allow: ['/p/'], callback: 'page' }],
    callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
  };
}

describe.skipIf(!mayMount())('a data folder on a disk of its own that is full', () => {
  it('pauses a crawl, and costs nothing: it is shown, exported, and resumed to the end', async () => {
    const { call, data, file, fill, makeRoom } = smallDisk(12);
    await call(['import', file('shop.json', await startSite())]);
    fill(8.5 * megabyte);
    const crawled = await call(['crawl', 'shop', '--allow-private', '--json']);
    const hint = expectFull(crawled, join(data, 'spider-studio.db'));
    expect(hint).toContain('runs resume 1');

    const [run] = (await call(['runs', 'list', '--json'])).json<
      { state: string; reason: string; counters: { items: number; done: number; seen: number } }[]
    >();
    expect(['paused', 'interrupted']).toContain(run?.state);
    const items = run?.counters.items ?? 0;
    expect(items).toBeGreaterThan(0);
    expect(items).toBeLessThan(pages);
    expect((await call(['show', 'shop', '--json'])).json<unknown[]>()).toHaveLength(items);

    const elsewhere = join(scratchFolder(), 'items.jsonl');
    const exported = await call(['export', 'shop', '--format', 'jsonl', '--output', elsewhere]);
    expect(exported.code).toBe(0);
    expect(titlesIn(elsewhere)).toHaveLength(items);

    makeRoom();
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { done: pages + 1, failed: 0, queued: 0, active: 0, items: pages },
      receipt: { itemsLost: 0, itemsDuplicated: 0, givenUp: 0 },
    });
    await call(['export', 'shop', '--format', 'jsonl', '--output', elsewhere, '--force']);
    expect(titlesIn(elsewhere)).toEqual(Array.from({ length: pages }, (_, n) => `/p/${n}`).sort());
    expect((await call(['storage', 'check'])).code).toBe(0);
  });

  it('is read when other programs have filled it, says so at each write, and keeps what is there', async () => {
    const { call, data, file, fill, makeRoom } = smallDisk(12);
    await call(['import', file('shop.json', await startSite())]);
    await call(['crawl', 'shop', '--allow-private', '--limit', '10', '--json']);
    const old = join(data, 'old.csv');
    writeFileSync(old, 'as it was\n');
    fill(20 * megabyte);
    const before = namesIn(data);

    expect((await call(['show', 'shop', '--json'])).json<unknown[]>()).toHaveLength(10);
    expect((await call(['runs', 'list', '--json'])).json()).toMatchObject([{ counters: { items: 10 } }]);
    const elsewhere = join(scratchFolder(), 'all.backup');
    expect((await call(['backup', 'create', elsewhere])).code).toBe(0);

    const database = join(data, 'spider-studio.db');
    const fresh = join(data, 'new.csv');
    expectFull(await call(['settings', 'defaults', '--set', 'DOWNLOAD_DELAY=2', '--json']), database);
    expectFull(await call(['crawl', 'shop', '--allow-private', '--json']), database);
    for (const [out, force] of [
      [fresh, []],
      [old, ['--force']],
    ] as const)
      expectFull(await call(['export', 'shop', '--format', 'csv', '--output', out, ...force, '--json']), out);
    const backup = join(data, 'all.backup');
    expectFull(await call(['backup', 'create', backup, '--json']), backup);
    expect([existsSync(fresh), existsSync(backup)]).toEqual([false, false]);
    expect(readFileSync(old, 'utf8')).toBe('as it was\n');
    expect(namesIn(data)).toEqual(before);

    makeRoom();
    expect((await call(['settings', 'defaults', '--set', 'DOWNLOAD_DELAY=2'])).code).toBe(0);
  });

  it('leaves a window open: a run pauses with the cause, all is read and exported, and it goes on when there is room', async () => {
    const { call, data, file, fill, makeRoom } = smallDisk(14);
    await call(['import', file('shop.json', await startSite())]);
    const web = await startWebStudio(data);
    onTestFinished(() => web.close());
    fill(10.2 * megabyte);
    const { run: started } = await web.call('runs.start', {
      project: 'default',
      spider: 'shop',
      limit: null,
      allowPrivate: true,
    });
    const run = started.id;
    const state = async () => (await web.call('runs.get', { run })).state;
    await expect.poll(state, { timeout: 60_000 }).toMatch(/^(?:paused|interrupted)$/u);
    const stopped = await web.call('runs.get', { run });
    // Where not even the pause can be written, the run is found without its process.
    expect(stopped.reason).toMatch(
      stopped.state === 'paused' ? /disk is full/u : /disk is full|^The process /u,
    );
    const items = stopped.counters.items;
    expect(items).toBeGreaterThan(0);
    expect(items).toBeLessThan(pages);
    // What reads goes on, in this window and beside it, and what writes says why it does not.
    expect((await web.get('/')).status).toBe(200);
    expect(await web.call('app.status', {})).toMatchObject({ firstStart: false });
    const elsewhere = join(scratchFolder(), 'items.jsonl');
    expect((await call(['export', 'shop', '--format', 'jsonl', '--output', elsewhere])).code).toBe(0);
    expect(titlesIn(elsewhere)).toHaveLength(items);
    const refused = await web.ask('runs.resume', { run });
    expect(refused.ok || refused.error.code === 'disk-full').toBe(true);
    await expect.poll(state, { timeout: 60_000 }).toMatch(/^(?:paused|interrupted)$/u);
    expect(web.child.exitCode).toBeNull();

    makeRoom();
    await web.call('runs.resume', { run });
    await expect.poll(state, { timeout: 60_000 }).toBe('completed');
    expect((await web.call('runs.get', { run })).counters).toMatchObject({ items: pages, failed: 0 });
    expect(await web.stop('SIGTERM')).toBe(0);
    expect((await call(['storage', 'check'])).code).toBe(0);
  }, 300_000);

  it('lets a daemon live: the crawl says the cause, and goes on by itself when there is room', async () => {
    const { call, file, fill, makeRoom } = smallDisk(14);
    await call(['import', file('shop.json', await startSite())]);
    await call(['queue', 'add', 'shop', '--allow-private', '--json']);
    fill(10.2 * megabyte);
    const daemon: ChildProcess[] = [];
    let said = '';
    const ended = call(['daemon'], {
      onStart(child) {
        daemon.push(child);
        child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
      },
    });
    onTestFinished(() => void daemon[0]?.kill('SIGKILL'));
    const run = async () =>
      (await call(['runs', 'list', '--json'])).json<
        { state: string; reason: string | null; counters: object }[]
      >()[0];
    await expect
      .poll(async () => (await run())?.state, { timeout: 60_000, interval: 500 })
      .toMatch(/^(?:paused|interrupted)$/u);
    expect(daemon[0]?.exitCode).toBeNull();
    await expect.poll(() => said, { timeout: 30_000 }).toMatch(/The disk is full/u);
    makeRoom();
    await expect
      .poll(async () => (await run())?.state, { timeout: 120_000, interval: 1000 })
      .toBe('completed');
    expect((await run())?.counters).toMatchObject({ items: pages, failed: 0 });
    daemon[0]?.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  }, 300_000);
});

function titlesIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { title: string }).title).sort();
}

/** The files of a data folder, without those that SQLite has while a database is open. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !/-(?:wal|shm)$/.test(name))
    .sort();
