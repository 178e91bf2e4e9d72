import { expect, it, onTestFinished } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { actingPages } from '../servers/acting-site.ts';
import { page } from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

const env = { SPIDER_STUDIO_BROWSER: testBrowser() };

async function shop(list = '/gone') {
  const items = Object.fromEntries(
    [1, 2, 3, 4].map((n) => [
      `/item/${n}`,
      page(`<!doctype html><h1>Item ${n}</h1><p>${'word '.repeat(60)}</p>`),
    ]),
  );
  const site = await startServer({ ...actingPages, ...items });
  onTestFinished(() => site.close());
  const { call, file } = studio();
  const spider = {
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [site.url(list)],
    rules: [{ allow: ['/item/\\d+$'], callback: 'item' }],
    callbacks: { item: { extract: { title: { css: 'h1::text' } } } },
    settings: {
      EXTRACTOR_ORDER: ['browser'],
      CONCURRENT_REQUESTS: 1,
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      BROWSER_ACTIONS: [{ click: '.more', until: 'gone', wait: 0, on: [`${list}$`] }],
    },
  };
  const spiderFile = file('shop.json', spider);
  const imported = await call(['import', spiderFile]);
  expect(imported.code, imported.stdout).toBe(0);
  return { site, call, spiderFile };
}

it('items that only “load more” leads to are all found, each once, also after the crawl was killed', async () => {
  const { site, call } = await shop();
  const killed = await call(['crawl', 'shop', '--allow-private'], {
    env,
    onStart: (child) => {
      const look = setInterval(() => {
        if (site.log.some(({ url }) => url === '/item/2')) child.kill('SIGKILL');
      }, 20);
      child.on('exit', () => clearInterval(look));
    },
  });
  expect(killed.code).toBeNull();
  const resumed = await call(['runs', 'resume', '1', '--json'], { env });
  expect(resumed.json()).toMatchObject({ state: 'completed', counters: { items: 4, failed: 0 } });
  const exported = (await call(['export', 'shop', '--format', 'jsonl'])).stdout.trim().split('\n');
  const titles = exported.map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'title'));
  expect(titles.toSorted()).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4']);
  // The listing was done before the kill, so it is not acted on again.
  expect(site.log.filter(({ url }) => url === '/gone')).toHaveLength(1);
  const told = await call(['runs', 'tail', '1']);
  expect(told.stdout).toContain('Clicked ".more" 3 times, until it was gone.');
});

it('a crawl that is killed between two clicks clicks again, and finds each item once', async () => {
  const { site, call } = await shop('/asks');
  const killed = await call(['crawl', 'shop', '--allow-private'], {
    env,
    onStart: (child) => {
      const look = setInterval(() => {
        if (site.log.some(({ url }) => url === '/more/3')) child.kill('SIGKILL');
      }, 5);
      child.on('exit', () => clearInterval(look));
    },
  });
  expect(killed.code).toBeNull();
  const resumed = await call(['runs', 'resume', '1', '--json'], { env });
  expect(resumed.json()).toMatchObject({ state: 'completed', counters: { items: 4, failed: 0 } });
  const asked = (path: string): number => site.log.filter(({ url }) => url === path).length;
  expect([asked('/asks'), asked('/more/2'), asked('/item/4')]).toEqual([2, 2, 1]);
});

it('the command line reads a page as a run does: after its actions', async () => {
  const { site, call, spiderFile } = await shop();
  const asked = ['analyze', site.url('/gone'), '--spider', spiderFile, '--allow-private', '--json'];
  const { stdout, ...read } = await call([...asked, '--test', 'li a::text'], { env });
  expect(read.code, stdout).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ count: 4 });
  expect(read.stderr).toContain('Clicked ".more" 3 times, until it was gone.');
});
