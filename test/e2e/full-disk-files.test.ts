import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from './command-line.ts';
import { longContent, sha256, startLongFilesSite } from './long-files-site.ts';
import { expectFull, mayMount, smallDisk } from './small-disk.ts';

const megabyte = 1024 * 1024;
const files = { '/first': 600_000, '/long': 8 * megabyte + 3, '/last': 500_000 };

describe.skipIf(!mayMount())('a disk that is full while a long file is written', () => {
  it('is told, costs nothing but that file, and the run goes on when there is room', async () => {
    const site = await startLongFilesSite({ files });
    const { call, data, file, fill, makeRoom } = smallDisk(48);
    const spider = site.spider({ settings: { CONCURRENT_REQUESTS: 1 } });
    await call(['import', file('docs.json', spider)]);
    let sent = 0;
    site.onPiece = (path, at) => {
      if (path !== '/long') return;
      if (sent < 2 * megabyte && at >= 2 * megabyte) fill(64 * megabyte);
      sent = Math.max(sent, at);
    };
    const crawled = await call(['crawl', 'docs', '--allow-private', '--json']);
    expect(expectFull(crawled, join(data, 'spider-studio.db'))).toContain('runs resume 1');
    expect(sent).toBeGreaterThanOrEqual(2 * megabyte);
    expect(sent).toBeLessThan(files['/long']);

    const [run] = (await call(['runs', 'list', '--json'])).json<
      { state: string; counters: { items: number } }[]
    >();
    expect(['paused', 'interrupted']).toContain(run?.state);
    const before = await exported();
    // One request after the other: the page of the last file comes after the long one.
    expect(run?.counters.items).toBe(2);
    expect(before.docs).toHaveLength(2);
    expect(before.names).toEqual([nameOf('/first')]);
    expect(before.docs.find(({ doc }) => doc.url.endsWith('/long'))?.doc.file).toBeNull();
    expect(before.docs.find(({ doc }) => doc.url.endsWith('/first'))?.doc.file).toBe(nameOf('/first'));

    makeRoom();
    site.onPiece = () => undefined;
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { items: 3, failed: 0, queued: 0, active: 0 },
      receipt: { itemsLost: 0, itemsDuplicated: 0, givenUp: 0 },
    });
    const after = await exported();
    expect(after.names).toEqual(paths.map(nameOf).sort());
    expect(after.docs.map(({ doc }) => doc.file).sort()).toEqual(after.names);
    expect((await call(['storage', 'check'])).code).toBe(0);

    /** What an export to another disk has. Every file is what its name says. */
    async function exported() {
      const folder = scratchFolder();
      const [items, to] = [join(folder, 'docs.jsonl'), join(folder, 'files')];
      const ended = await call(['export', 'docs', '--format', 'jsonl', '--output', items, '--files', to]);
      expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
      const names = existsSync(to) ? readdirSync(to).sort() : [];
      for (const name of names) expect(`${sha256(readFileSync(join(to, name)))}.pdf`).toBe(name);
      const lines = readFileSync(items, 'utf8').trim().split('\n');
      const docs = lines.map((line) => JSON.parse(line) as { doc: { url: string; file: string | null } });
      return { names, docs };
    }
  }, 300_000);
});

const paths = Object.keys(files) as (keyof typeof files)[];

const nameOf = (path: keyof typeof files): string => `${sha256(longContent(path, files[path]))}.pdf`;
