import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { pagingPages } from '../servers/paging-site.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

const env = { SPIDER_STUDIO_BROWSER: testBrowser() };

/** A spider whose only start is a list that is paged through. */
async function boats(path: string, more: { listing?: object; settings?: object; document?: object } = {}) {
  const site = await startServer(pagingPages);
  onTestFinished(() => site.close());
  const { call, file } = studio();
  const spiderFile = file('boats.json', {
    name: 'boats',
    allowed_domains: ['127.0.0.1'],
    start_urls: [],
    rules: [{ allow: ['/boat/\\d+$'], callback: 'boat', follow: false }],
    callbacks: { boat: { extract: { title: { css: 'h1::text' } } } },
    settings: {
      EXTRACTOR_ORDER: ['newsparser'],
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      PAGINATED_LISTINGS: [
        {
          url: site.url(path),
          link_selector: '.boat a',
          next_selector: '.next',
          click_delay: 0.5,
          ...more.listing,
        },
      ],
      ...more.settings,
    },
    ...more.document,
  });
  const imported = await call(['import', spiderFile]);
  expect(imported.code, imported.stdout).toBe(0);
  const crawl = () => call(['crawl', 'boats', '--allow-private', '--json'], { env });
  const titles = async (): Promise<unknown[]> => {
    const { stdout } = await call(['export', 'boats', '--format', 'jsonl']);
    return stdout
      .trim()
      .split('\n')
      .map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'title'))
      .sort();
  };
  return { site, call, crawl, titles, spiderFile };
}

const rowsOfBoats = { rows: { iterate: { selector: '.boat' }, extract: { title: { css: 'a::text' } } } };
const allBoats = Array.from({ length: 12 }, (_, n) => `Boat ${n + 1}`).sort();
const timesAsked = (site: TestServer, path: string): number =>
  site.log.filter(({ url }) => url === path).length;

it('items behind all pages of a list are found, each once, and the inspector tells of each page', async () => {
  const { site, call, crawl, titles } = await boats('/replaced');
  const run = await crawl();
  expect(run.json(), run.stderr).toMatchObject({ state: 'completed', counters: { items: 12, failed: 0 } });
  expect(await titles()).toEqual(allBoats);
  expect(timesAsked(site, '/replaced')).toBe(1);
  expect(timesAsked(site, '/about')).toBe(0);
  const { stdout } = await call(['runs', 'tail', '1']);
  expect(stdout).toContain('PAGINATED_LISTINGS[0]: clicked ".next" 3 times, until it was gone.');
  expect(stdout).toContain(
    'Page 1: 3 links. Page 2: 3 links. Page 3: 3 links. Page 4: 3 links. 12 different links in all.',
  );
  // Only the list is rendered.
  expect(stdout).toContain('The browser has shown 1 page.');
});

it('a list that is killed in the middle is done again, and nothing is lost or doubled', async () => {
  const { site, call, titles } = await boats('/linked');
  const killed = await call(['crawl', 'boats', '--allow-private'], {
    env,
    onStart: (child) => {
      const look = setInterval(() => {
        if (timesAsked(site, '/linked?p=3') > 0) child.kill('SIGKILL');
      }, 20);
      child.on('exit', () => clearInterval(look));
    },
  });
  expect(killed.code).toBeNull();
  const resumed = await call(['runs', 'resume', '1', '--json'], { env });
  expect(resumed.json()).toMatchObject({ state: 'completed', counters: { items: 12, failed: 0 } });
  expect(await titles()).toEqual(allBoats);
  expect(timesAsked(site, '/linked')).toBe(2);
  expect(timesAsked(site, '/boat/1')).toBe(1);
});

it('rows of all pages are items, each once, also of a list that grows, and when they are extracted again', async () => {
  const { call, crawl } = await boats('/grows', {
    document: {
      rules: [{ allow: ['/grows$'], callback: 'rows' }],
      callbacks: {
        rows: { iterate: { selector: '.boat' }, extract: { title: { css: 'a::text' } } },
      },
    },
  });
  const run = await crawl();
  expect(run.json(), run.stderr).toMatchObject({ state: 'completed', counters: { items: 12, failed: 0 } });
  const again = await call(['runs', 'reextract', '1', '--json']);
  expect(again.json(), again.stderr).toMatchObject({ items: { before: 12, after: 12 }, unchanged: 12 });
});

it('the robots.txt and the domains hold for where a click leads, and the pages before it count', async () => {
  const { call, crawl, titles } = await boats('/off');
  const run = await crawl();
  expect(run.json()).toMatchObject({ state: 'completed', counters: { items: 3, failed: 0 } });
  expect(await titles()).toEqual(['Boat 1', 'Boat 2', 'Boat 3']);
  const { stdout } = await call(['runs', 'tail', '1']);
  expect(stdout).toContain('outside allowed_domains');
});

it('a list that the site breaks off fails, and the links of its pages are followed', async () => {
  const { crawl, titles } = await boats('/broken', { settings: { RETRY_TIMES: 0 } });
  expect((await crawl()).json()).toMatchObject({ counters: { items: 3, failed: 1 } });
  expect(await titles()).toEqual(['Boat 1', 'Boat 2', 'Boat 3']);
});

it('the command line explains a list', async () => {
  const { site, call, spiderFile } = await boats('/replaced');
  const explained = await call(['explain', site.url('/replaced'), '--spider', spiderFile]);
  expect(explained.stdout).toContain('PAGINATED_LISTINGS[0] opens it in the browser, always');
});

it('a saved list is what a run reads: the tests and the proof take the rows of all its pages', async () => {
  const { site, call, crawl } = await boats('/grows', {
    document: {
      rules: [{ allow: ['/grows$'], callback: 'rows', follow: false }],
      callbacks: rowsOfBoats,
    },
  });
  const saved = await call(['pages', 'add', 'boats', site.url('/grows'), '--allow-private'], { env });
  expect(saved.code, saved.stderr).toBe(0);
  expect(saved.stderr).toContain('PAGINATED_LISTINGS[0]: clicked ".next" 3 times, until it was gone.');
  const tested = await call(['test', 'boats', '--lock', '--json']);
  expect(tested.stderr).not.toContain('The page was saved');
  const title = tested.json<{ fields: { field: string; got: unknown[] }[] }>().fields[0];
  await crawl();
  const { stdout } = await call(['export', 'boats', '--format', 'jsonl']);
  const items = stdout.trim().split('\n');
  expect(items).toHaveLength(12);
  expect(title).toMatchObject({
    field: 'title',
    got: items.map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'title')),
  });
  // A second page could be held back; no check fails.
  const proof = (await call(['prove', 'boats', '--json'])).json<{ checks: { result: string }[] }>();
  expect(proof.checks.filter(({ result }) => result === 'fail')).toEqual([]);
});

it('a page that was saved before its list was paged through is told, and mended by one command', async () => {
  const { site, call, spiderFile } = await boats('/replaced', {
    document: { rules: [{ allow: ['/replaced$'], callback: 'rows' }], callbacks: rowsOfBoats },
  });
  const text: object = JSON.parse(readFileSync(spiderFile, 'utf8'));
  const { file } = studio();
  const plain = file('plain.json', { ...text, start_urls: [site.url('/replaced')], settings: {} });
  await call(['import', plain]);
  await call(['pages', 'add', 'boats', site.url('/replaced'), '--allow-private'], { env });
  await call(['import', spiderFile]);
  const before = await call(['test', 'boats', '--lock'], { env });
  expect(before.stderr).toContain('The page was saved before PAGINATED_LISTINGS was carried out');
  await call(['pages', 'fetch', 'boats', '1', '--allow-private'], { env });
  const after = await call(['test', 'boats', '--lock', '--json'], { env });
  expect(after.stderr).not.toContain('The page was saved before');
  expect(after.json<{ fields: { got: unknown[] }[] }>().fields[0]?.got).toHaveLength(12);
});

it('a selector that matches nothing on the saved page is told, with what would match', async () => {
  const { site, call } = await boats('/replaced', { listing: { next_selector: '.nexxt' } });
  await call(['pages', 'add', 'boats', site.url('/replaced'), '--allow-private'], { env });
  const { stderr } = await call(['test', 'boats', '--lock']);
  expect(stderr).toContain('/settings/PAGINATED_LISTINGS/0/next_selector: ');
  expect(stderr).not.toContain('/settings/PAGINATED_LISTINGS/0/link_selector');
});
