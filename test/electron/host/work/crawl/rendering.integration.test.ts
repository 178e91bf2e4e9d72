import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startRun } from '../../../../../electron/host/work/crawl/execute-run.ts';
import { importSpider } from '../../../../../electron/host/data/stored-spiders.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { challengeGate } from '../../../../servers/challenge-site.ts';
import { page } from '../../../../servers/routes.ts';
import { oddPages, story, twinSite } from '../../../../servers/script-site.ts';
import { startServer, type TestServer } from '../../../../servers/server.ts';
import { testBrowser } from '../../../browser/support.ts';
import { scratchFolder } from '../../../store/support.ts';

const stories = 4;
const browser = testBrowser();
const gate = challengeGate({ pages: 4 });
const never = challengeGate({ never: true, status: 200 });
const guarded = [1, 2, 3, 4, 5];

let site: TestServer;
beforeAll(async () => {
  const behind = page(`<h1>Guarded story</h1><p>${'It was said behind closed doors. '.repeat(12)}</p>`);
  const list = page(guarded.map((n) => `<a href="/guarded/${n}">${n}</a>`).join(''));
  site = await startServer({
    ...twinSite(stories),
    ...oddPages,
    '/challenge-answer': gate.answer,
    '/guarded/': gate.before(list),
    ...Object.fromEntries(guarded.map((n) => [`/guarded/${n}`, gate.before(behind)])),
    '/closed': never.before(behind),
  });
});
afterAll(() => site.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

const storyFields = {
  title: { css: 'h1::text' },
  author: { css: '.author::text' },
  published_date: { css: 'time::attr(datetime)' },
  content: { css: 'article p:nth-of-type(n+2)::text', get_all: true, processors: [{ type: 'join' }] },
  links: { css: '.more a::text', get_all: true },
};

/** A spider over one of the twins, or over one page. */
function spider(start: string, callback: string | null, fields: Record<string, unknown> = storyFields) {
  const settings = { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, RETRY_TIMES: 1 };
  const base = { name: 'one', allowed_domains: ['127.0.0.1'], start_urls: [site.url(start)], settings };
  if (callback === null) return base;
  const rules = [{ allow: ['/(?:server|script|guarded)/\\d+$', '/[a-z]+$'], callback, follow: true }];
  const callbacks = callback === 'parse_article' ? {} : { [callback]: { extract: fields } };
  return { ...base, rules, callbacks };
}

/** Crawls with a browser (`none`: without); gives the items without what differs by nature: the kind in addresses. */
async function crawl(
  definition: ReturnType<typeof spider>,
  which: string,
  settings: Record<string, unknown> = {},
) {
  vi.stubEnv('SPIDER_STUDIO_BROWSER', which);
  const workspace = openWorkspace(join(scratchFolder(), 'data'), {});
  onTestFinished(() => workspace.close());
  const text = JSON.stringify(definition);
  await importSpider(workspace, { text, file: 'spider.json', project: 'default', dryRun: false });
  const endless = new AbortController().signal;
  const quiet = () => undefined;
  const outcome = await startRun(
    workspace,
    { project: 'default', spider: 'one', limit: null, overrides: settings, allowPrivate: true },
    { pause: endless, stop: endless, onStart: quiet, onWarning: quiet, onProgress: quiet },
  );
  const whole = {
    project: 'default',
    spider: 'one',
    run: null,
    filters: [],
    words: [],
    sort: [],
    upTo: null,
  };
  const items = (await workspace.queries.items.slice(whole, 0, 100)).rows
    .map(({ url, callback, title, content, author, published_date, metadata }) => ({
      path: new URL(url).pathname.replace(/^\/(?:server|script)\//, '/'),
      callback,
      title,
      content,
      author,
      published_date,
      metadata: JSON.parse(JSON.stringify(metadata).replaceAll(/\/(?:server|script)\//g, '/')) as Record<
        string,
        unknown
      >,
    }))
    .sort((a, b) => a.path.localeCompare(b.path));
  const events = (await workspace.queries.events.list(outcome.run, { limit: 1000 })).map(
    ({ message }) => message,
  );
  return { outcome, items, events };
}

describe('the same newspaper, made by the server and made by script', () => {
  it('gives the same items by named callbacks', async () => {
    const plain = await crawl(spider('/server/0', 'parse_story'), 'none');
    const before = site.log.length;
    const rendered = await crawl(spider('/script/0', 'parse_story'), browser, {
      EXTRACTOR_ORDER: ['browser'],
    });
    expect(plain.items).toHaveLength(stories);
    expect(plain.items[0]).toMatchObject({ title: story(0).title, author: 'Reporter 0' });
    expect(rendered.items).toEqual(plain.items);
    expect(rendered.outcome.counters).toEqual(plain.outcome.counters);
    // Every page was asked for once, and under the name of the product.
    const asked = site.log.slice(before).filter(({ url }) => /\/script\/\d+$/.test(url));
    expect(asked.map(({ url }) => url).sort()).toEqual([0, 1, 2, 3].map((n) => `/script/${n}`));
    expect(asked.every(({ headers }) => headers['user-agent']?.startsWith('SpiderStudio/'))).toBe(true);
    expect(rendered.events.join('\n')).toContain(`The browser has shown ${stories} pages.`);
  });

  it('gives the same articles, where the browser is asked when nothing else helps', async () => {
    const plain = await crawl(spider('/server/0', 'parse_article'), 'none');
    const rendered = await crawl(spider('/script/0', 'parse_article'), browser);
    expect(plain.items).toHaveLength(stories);
    expect(rendered.items).toEqual(plain.items);
  });

  it('gives strategies after the browser the page that it has rendered, once', async () => {
    const { items, events } = await crawl(spider('/script/0', 'parse_article'), browser, {
      EXTRACTOR_ORDER: ['custom', 'browser', 'newsparser'],
      CUSTOM_SELECTORS: { title: 'h1', content: '.no-such-thing' },
    });
    expect(items).toHaveLength(stories);
    expect(events.join('\n')).toContain(`The browser has shown ${stories} pages.`);
  });

  it('gives nothing without a browser, and says why', async () => {
    const title = { title: storyFields.title };
    const { outcome, items, events } = await crawl(spider('/script/0', 'parse_story', title), 'none');
    expect(items).toMatchObject([{ title: null }]);
    expect(outcome).toMatchObject({ state: 'failed', exitCode: 1 });
    const why =
      'The page seems to be made by script: it holds no text, its <div id="root"> is empty and it says that it needs JavaScript. It has to be rendered in a browser. "browser" first in EXTRACTOR_ORDER does that.';
    expect(outcome.reason).toBe(`Every item is empty: no selector matched anything. ${why}`);
    expect(events).toContain(why);
  });
});

describe('a browser that is not there', () => {
  it.each([
    [{ EXTRACTOR_ORDER: ['browser', 'textparser'] }, '"browser" is first in EXTRACTOR_ORDER'],
    [{ CHALLENGE_ENABLED: true }, 'CHALLENGE_ENABLED is set'],
  ])('ends a run that cannot do without it before it begins: %j', async (settings, why) => {
    await expect(crawl(spider('/script/0', 'parse_story'), 'none', settings)).rejects.toMatchObject({
      code: 'no-browser',
      message: expect.stringContaining(`${why}, and there is no browser to use`),
      action: { action: 'install-browser' },
    });
  });

  it('is told where another strategy stands before it', async () => {
    const order = { EXTRACTOR_ORDER: ['textparser', 'browser'] };
    const { outcome, events } = await crawl(spider('/script/0', null), 'none', order);
    expect(outcome.reason).toContain('browser: the page was not rendered in a browser');
    expect(events.join('\n')).toContain('"browser" in EXTRACTOR_ORDER is left out');
  });

  it('fails pages with the reason where it does not start', async () => {
    const order = { EXTRACTOR_ORDER: ['browser'] };
    const { outcome } = await crawl(spider('/script/0', null), process.execPath, order);
    expect(outcome.counters).toMatchObject({ items: 0, failed: 1 });
    expect(outcome.reason).toContain(`The browser ${process.execPath} did not start`);
  });
});

describe('settings of the browser', () => {
  it('BROWSER_WAIT_SELECTOR, BROWSER_DELAY and BROWSER_FLATTEN', async () => {
    const css = 'b.come::text, x-card h2::text';
    const taking = spider('/waits', 'take', { found: { css, get_all: true } });
    const both = { ...taking, start_urls: [site.url('/waits'), site.url('/parts')] };
    const { items } = await crawl(both, browser, {
      EXTRACTOR_ORDER: ['browser'],
      BROWSER_WAIT_SELECTOR: 'b.come, x-card',
      BROWSER_DELAY: 0.1,
      BROWSER_FLATTEN: true,
    });
    const found = items.map(({ path, metadata }) => [path, metadata['found']]);
    expect(found).toEqual([
      ['/parts', ['From the shadow & more']],
      ['/waits', ['come']],
    ]);
  });

  it('INFINITE_SCROLL with MAX_SCROLLS', async () => {
    const scrolling = { INFINITE_SCROLL: true, MAX_SCROLLS: 2, SCROLL_DELAY: 0.1 };
    const taking = spider('/endless', 'take', { found: { css: 'li::text', get_all: true } });
    const { items } = await crawl(taking, browser, { EXTRACTOR_ORDER: ['browser'], ...scrolling });
    expect(items[0]?.metadata['found']).toHaveLength(30);
  });
});

describe('challenges', () => {
  it('are cleared in the browser, and again when that has expired', async () => {
    const { outcome, items, events } = await crawl(spider('/guarded/', 'parse_story'), browser, {
      CHALLENGE_ENABLED: true,
    });
    expect(outcome).toMatchObject({ state: 'completed', counters: { items: 5, failed: 0 } });
    expect(items.map(({ title }) => title)).toEqual(guarded.map(() => 'Guarded story'));
    expect(gate.counts.cleared).toBeGreaterThanOrEqual(2);
    expect(gate.counts.cleared).toBeLessThanOrEqual(3);
    expect(events.join('\n')).toContain('answers with a challenge of Cloudflare (status 403)');
  });

  it('are passed by every page with browser_only', async () => {
    const before = site.log.length;
    const { outcome } = await crawl(spider('/guarded/', 'parse_story'), browser, {
      CHALLENGE_ENABLED: true,
      CHALLENGE_STRATEGY: 'browser_only',
    });
    expect(outcome).toMatchObject({ state: 'completed', counters: { items: 5, failed: 0 } });
    const names = site.log.slice(before).map(({ headers }) => headers['user-agent'] ?? '');
    expect(names.filter((name) => !name.includes('Chrome'))).toEqual([]);
  });

  it('never become items', async () => {
    const { outcome } = await crawl(spider('/closed', null), 'none');
    expect(outcome).toMatchObject({ exitCode: 1, counters: { items: 0, failed: 1 } });
    expect(outcome.reason).toContain('The site answered with a challenge of Cloudflare instead of the page.');
  });
});
