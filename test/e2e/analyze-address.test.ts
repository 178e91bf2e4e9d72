import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { spiderText } from '../electron/host/open-host.ts';
import { page } from '../servers/routes.ts';
import { twinSite } from '../servers/script-site.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { call } from './call.ts';

let site: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-analyze-'));
  site = await startServer({
    ...twinSite(2),
    '/picture': page('GIF89a', { 'content-type': 'image/gif' }),
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

const analyze = (...args: string[]) =>
  call(['analyze', ...args, '--json', '--data-dir', folder], {
    env: { SPIDER_STUDIO_BROWSER: testBrowser() },
  });
const headings = (...args: string[]) => analyze(...args, '--test', 'h1::text', '--allow-private');

it('looks into a page by its address, as it comes or as a browser shows it', async () => {
  const url = site.url('/script/0');
  expect((await headings(url)).json()).toMatchObject({ count: 0 });
  const shown = { count: 1, matches: [{ value: 'Story number 0 of the harbour' }] };
  expect((await headings(url, '--browser')).json()).toMatchObject(shown);

  // What the settings of a spider say holds, until something else is asked for.
  const spider = join(folder, 'spider.json');
  writeFileSync(spider, spiderText('shown', { settings: { EXTRACTOR_ORDER: ['browser'] } }));
  expect((await headings(url, '--spider', spider)).json()).toMatchObject(shown);
  expect((await headings(url, '--spider', spider, '--plain')).json()).toMatchObject({ count: 0 });

  const { notes } = (await analyze(url, '--allow-private')).json<{ notes: string[] }>();
  expect(notes).toEqual([expect.stringContaining('rendered in a browser')]);
});

it('says what does not fit', async () => {
  const url = site.url('/script/0');
  const blocked = await analyze(url);
  expect(blocked.code).toBe(1);
  expect(blocked.json()).toMatchObject({
    error: { code: 'fetch-failed', hint: expect.stringContaining('--allow-private') },
  });
  expect((await analyze(site.url('/picture'), '--allow-private')).json()).toMatchObject({
    error: { code: 'not-html' },
  });
  for (const args of [
    [url, '--browser', '--plain'],
    [url, '--url', url],
    ['page.html', '--browser'],
  ]) {
    expect((await analyze(...args)).code).toBe(2);
  }
});
