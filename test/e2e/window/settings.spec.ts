import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { newsPages, newsSpider, startNewsSite, type NewsSite } from '../../servers/news-site.ts';
import { startProxy, type ProxyOptions, type TestProxy } from '../../servers/proxy.ts';
import { columnTexts, type AppWindow } from './app-window.ts';
import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import type { Studio } from './studio.ts';

/** What is done in the settings, and beside them. */
class Settings {
  readonly #window: AppWindow;

  constructor(window: AppWindow) {
    this.#window = window;
  }

  heading(name: string, level: number): Locator {
    return this.#window.page.getByRole('heading', { name, level, exact: true });
  }

  field(name: string): Locator {
    return this.#window.page.getByLabel(name, { exact: true });
  }

  /** A row of the list of proxies, by the URL in it. */
  row(url: string): Locator {
    return this.#window.page.getByRole('listitem').filter({ hasText: url });
  }

  /** The proxies that the host knows. */
  listed() {
    return this.#window.studio.call('proxies.list', {});
  }

  async section(id: string, name: string): Promise<void> {
    await this.#window.go(`#/settings?section=${id}`);
    await expect(this.heading(name, 1)).toBeVisible();
  }

  /** Fills the dialog, and sends it by Enter. */
  async fillDialog(url: string, { tier = 'Datacenter', login = '' } = {}): Promise<void> {
    const { page } = this.#window;
    await expect(page.getByRole('dialog', { name: 'Add a proxy' })).toBeVisible();
    await page.getByText(tier, { exact: true }).last().click();
    await this.field('Login').fill(login);
    await this.field('URL').fill(url);
    await page.keyboard.press('Enter');
  }

  /** As somebody who comes back to the window. */
  async comeBack(): Promise<void> {
    await this.#window.page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
  }
}

interface Fixtures {
  settings: Settings;
  site: NewsSite;
  proxyOf: (options: ProxyOptions) => Promise<TestProxy>;
}

const test = base.extend<Fixtures>({
  settings: ({ window }, use) => use(new Settings(window)),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  site: async ({}, use) => {
    const site = await startNewsSite(newsPages());
    await use(site);
    await site.close();
  },
  proxyOf: ({ atEnd }, use) =>
    use(async (options) => {
      const proxy = await startProxy(options);
      atEnd(() => proxy.close());
      return proxy;
    }),
});

/** The page of the tests is on this machine. */
const testAtHome = (studio: Studio, site: NewsSite) =>
  studio.call('app.setPreferences', {
    patch: { choices: { 'proxies-test': { target: `${site.origin}/`, allowPrivate: true } } },
  });

const keep = (
  studio: Studio,
  tier: 'datacenter' | 'residential',
  { url }: TestProxy,
  secret: string | null = null,
) => studio.call('proxies.add', { project: 'default', tier, url, secret });

const newsText = (site: NewsSite, settings: Record<string, unknown> = { DELTAFETCH_ENABLED: true }) =>
  JSON.stringify(newsSpider(site.origin, settings));

const crawlNews = (studio: Studio) =>
  studio.crawl({ project: 'default', spider: 'news', limit: null, allowPrivate: true });

test.describe('proxies', () => {
  test('are added, tested, removed and put back, against real ones', async ({
    window,
    page,
    settings,
    site,
    proxyOf,
    setVariable,
  }) => {
    setVariable('PROXY_LOGIN', 'crawler:Wal-fisch-7731');
    const plain = await proxyOf({ kind: 'http' });
    const guarded = await proxyOf({ kind: 'socks5', demands: 'crawler:Wal-fisch-7731' });
    await settings.section('proxies', 'Proxies');
    await expect(settings.heading('No proxies yet', 2)).toBeVisible();
    await window.button('Add a proxy…').click();
    await settings.fillDialog(plain.url);
    await expect(settings.row(plain.url)).toBeVisible();
    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type('add a proxy');
    await page.keyboard.press('Enter');
    await settings.fillDialog(guarded.url, { tier: 'Residential', login: 'env:PROXY_LOGIN' });
    await expect(
      page.getByRole('region', { name: 'Residential proxies' }).getByText('env:PROXY_LOGIN'),
    ).toBeVisible();
    expect(await settings.listed()).toEqual([
      { project: 'default', tier: 'datacenter', url: plain.url, secret: null },
      { project: 'default', tier: 'residential', url: guarded.url, secret: 'env:PROXY_LOGIN' },
    ]);

    await settings.field('Page to fetch').fill(`${site.origin}/a/1`);
    await page.keyboard.press('Enter');
    await window.button(`Test ${plain.url}`).click();
    await expect(settings.row(plain.url).getByText('private')).toBeVisible();
    await page.getByRole('switch', { name: 'Allow private addresses' }).click();
    await window.button('Test all').click();
    await expect(settings.row(plain.url).getByText(/^Works: 200 after \d/u)).toBeVisible();
    await expect(settings.row(guarded.url).getByText(/^Works: 200 after \d/u)).toBeVisible();
    expect(plain.log.map(({ target }) => target)).toContain(`${site.origin}/a/1`);
    expect(guarded.log.map(({ credentials }) => credentials)).toEqual(['crawler:Wal-fisch-7731']);
    expect(await page.content()).not.toContain('Wal-fisch');

    await guarded.die();
    await window.button(`Test ${guarded.url}`).click();
    await expect(settings.row(guarded.url).locator('[data-tone="danger"]').first()).toBeVisible();

    await window.button(`Remove ${plain.url}`).click();
    await expect(page.getByText(/It is the last proxy of its tier/u)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(settings.row(plain.url)).toHaveCount(0);
    expect((await settings.listed()).map(({ url }) => url)).toEqual([guarded.url]);
    await window.button('Undo').click();
    await expect(settings.row(plain.url)).toBeVisible();
    expect((await settings.listed()).map(({ url }) => url)).toEqual([guarded.url, plain.url]);
  });

  test('with a password in their URL are refused with a hint, and nothing of it is kept', async ({
    window,
    page,
    studio,
    settings,
  }) => {
    await settings.section('proxies', 'Proxies');
    await window.button('Add a proxy…').click();
    await settings.fillDialog('http://crawler:Wal-fisch-7731@proxy.example:8080');
    await expect(page.getByRole('alert').getByText('must not hold a user name or a password')).toBeVisible();
    await expect(page.getByRole('alert').getByText('name it as the secret env:PROXY_LOGIN.')).toBeVisible();
    expect(await settings.listed()).toEqual([]);
    await window.button('Remove the login from the URL').click();
    await page.keyboard.type('crawler:Wal-fisch-7731');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').getByText('A secret is named, not written')).toBeVisible();
    await settings.field('Login').fill('env:PROXY_LOGIN');
    await page.keyboard.press('Enter');
    await expect(settings.row('http://proxy.example:8080')).toBeVisible();
    const file = readFileSync(join(studio.dataDir, 'proxies.json'), 'utf8');
    expect(file).not.toContain('Wal-fisch');
    expect(await page.content()).not.toContain('Wal-fisch');
  });

  test('that keep silent are given up by the person, and the next test begins at once', async ({
    window,
    page,
    studio,
    settings,
    site,
    proxyOf,
  }) => {
    const silent = await proxyOf({ kind: 'http', silent: true });
    const plain = await proxyOf({ kind: 'http' });
    await testAtHome(studio, site);
    await keep(studio, 'datacenter', plain);
    await keep(studio, 'datacenter', silent);
    await settings.section('proxies', 'Proxies');
    await window.button('Test all').click();
    await expect(page.getByText('1 of 2 tested', { exact: true })).toBeVisible();
    await expect(settings.row(silent.url).getByText(`Fetches ${site.origin}/`)).toBeVisible();
    await settings.row(silent.url).getByRole('button', { name: 'Cancel' }).click();
    await expect(
      settings.row(silent.url).getByText('Not tested since this window was opened.'),
    ).toBeVisible();
    await expect(settings.row(plain.url).getByText(/^Works: 200/u)).toBeVisible();
    await window.button(`Test ${plain.url}`).click();
    await expect(window.button('Test all')).toBeVisible();
    await expect(settings.row(plain.url).getByText(/^Works: 200/u)).toBeVisible();
    expect(plain.log.map(({ target }) => target)).toEqual([`${site.origin}/`, `${site.origin}/`]);
  });

  test('are shown as another way of changing them has left them', async ({ studio, settings, proxyOf }) => {
    const plain = await proxyOf({ kind: 'http' });
    await settings.section('proxies', 'Proxies');
    await expect(settings.heading('No proxies yet', 2)).toBeVisible();
    await keep(studio, 'datacenter', plain);
    await settings.comeBack();
    await expect(settings.row(plain.url)).toBeVisible();
    await expect(settings.heading('No proxies yet', 2)).toHaveCount(0);
  });
});

test.describe('the crawl history of a spider', () => {
  test('is searched and cleared, a page and all of it', async ({ window, page, studio, settings, site }) => {
    await studio.addSpider(newsText(site));
    await page.getByRole('link', { name: 'news' }).first().click();
    await page.getByRole('link', { name: 'Crawl history', exact: true }).click();
    await expect(settings.heading('news has no crawl history yet', 2)).toBeVisible();
    await crawlNews(studio);
    await expect(page.getByText('skips the 3 extracted pages')).toBeVisible();
    const urls = () => columnTexts(page, 'Page');
    await expect.poll(async () => (await urls()).length).toBe(5);
    await expect(page.locator('.history-facts dd')).toHaveText([
      '5',
      '3',
      /^\d+ \w+ \d{4}, \d\d:\d\d$/u,
      'none',
    ]);

    await page.keyboard.press('/');
    await page.keyboard.type('/a/');
    await expect(page.getByText('3 of 5', { exact: true })).toBeVisible();
    await expect.poll(urls).toEqual(expect.arrayContaining([`${site.origin}/a/1`]));
    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: '/a/2' }).click();
    const inspector = page.getByRole('region', { name: `Page ${site.origin}/a/2` });
    await expect(inspector.getByText('Extracted by run 1: later full runs skip it.')).toBeVisible();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Remove page', exact: true }).click();
    await expect(page.getByText('skips the 2 extracted pages')).toBeVisible();
    await expect.poll(urls).not.toContain(`${site.origin}/a/2`);
    site.asked();
    await crawlNews(studio);
    expect(site.asked()).toEqual(['/', '/a/2', '/robots.txt', '/section/1']);
    await expect(page.getByText('skips the 3 extracted pages')).toBeVisible();

    await window.button('Clear history…').click();
    await expect(page.getByText(/^5 pages, 3 of them extracted,/u)).toBeVisible();
    await window.button('Clear history').click();
    await expect(settings.heading('news has no crawl history yet', 2)).toBeVisible();
    const history = { project: 'default', spider: 'news', limit: 10 };
    expect(await studio.call('history.show', history)).toMatchObject({ count: 0, extracted: 0 });
  });

  test('of a spider that is not incremental says so, and leads to the spider', async ({
    window,
    page,
    studio,
    site,
  }) => {
    await studio.addSpider(newsText(site, {}));
    await crawlNews(studio);
    await window.go('#/spider/default/news/history');
    await expect(page.getByText('DELTAFETCH_ENABLED is off in this spider')).toBeVisible();
    await window.button('Open the spider').click();
    await expect.poll(() => window.hash()).toBe('#/spider/default/news/author');
  });
});

test.describe('what happens when a window is closed while a crawl runs', () => {
  const choice = (page: Page) => page.getByLabel('When a window is closed while a crawl runs');
  const kept = async (studio: Studio) =>
    (await studio.call('app.preferences', {})).choices['close-while-running'];

  test('is chosen, kept over a reload, and asked again', async ({ page, studio, settings }) => {
    await settings.section('questions', 'Confirmations');
    await expect(page.getByText('Closing a tab of a browser never stops a crawl.')).toBeVisible();
    await expect(choice(page)).toHaveValue('ask');
    await choice(page).selectOption('Keep crawling');
    await expect.poll(() => kept(studio)).toBe('keep');
    await page.reload();
    await expect(choice(page)).toHaveValue('keep');
    await expect(page.getByText('1 confirmation is turned off.')).toBeVisible();
    await page.getByText('Ask again', { exact: true }).click();
    await expect(page.getByText('All confirmations are shown.')).toBeVisible();
    await expect(choice(page)).toHaveValue('ask');
    await expect.poll(() => kept(studio)).toBeUndefined();
  });
});

test.describe('defaults of all projects', () => {
  test('are set in the settings, and are what an export begins with', async ({
    page,
    window,
    studio,
    settings,
  }) => {
    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type('defaults of all projects');
    await page.keyboard.press('Enter');
    await expect(settings.heading('Defaults', 1)).toBeVisible();
    await expect(page.getByText('Nothing is set')).toBeVisible();
    await settings.field('DOWNLOAD_DELAY').fill('soon');
    await expect(page.getByText('DOWNLOAD_DELAY must be a number')).toBeVisible();
    await expect(window.button('Save')).toBeDisabled();
    await settings.field('DOWNLOAD_DELAY').fill('2');
    await settings.field('Format').selectOption('JSON Lines');
    await window.go('#/storage');
    await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
    await window.go('#/settings?section=appearance');
    await expect(page.getByRole('link', { name: 'Defaults unsaved edits' })).toBeVisible();
    await settings.section('defaults', 'Defaults');
    await expect(settings.field('DOWNLOAD_DELAY')).toHaveValue('2');
    await expect(settings.field('Format')).toHaveValue('jsonl');
    await expectNoFaults(page, 'unsaved edits of the defaults');
    await window.button('Save').click();
    await expect(page.getByText('The defaults of all projects are saved')).toBeVisible();
    await expect(page.getByText('1 setting set')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Defaults', exact: true })).toBeVisible();
    expect(await studio.call('app.defaults', {})).toEqual({
      settings: { DOWNLOAD_DELAY: 2 },
      exports: { format: 'jsonl' },
    });
    await studio.crawlSample();
    await window.go('#/spider/default/sample-shop/results');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(settings.field('Format')).toHaveValue('jsonl');
    await expect(page.getByText(/^As all projects export\./u)).toBeVisible();
  });
});

test('the sidebar leads to storage and the trash, and the palette finds both', async ({ page, window }) => {
  const places = page.getByRole('list', { name: 'Workspace' });
  for (const [name, screen, search] of [
    ['Storage', '#/storage', 'storage'],
    ['Trash', '#/trash', 'trash'],
  ] as const) {
    await places.getByRole('link', { name }).click();
    await expect.poll(() => window.hash()).toBe(screen);
    await expect(places.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await window.go('#/about');
    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type(`go to ${search}`);
    await page.keyboard.press('Enter');
    await expect.poll(() => window.hash()).toBe(screen);
  }
  await page.getByRole('button', { name: 'Guide' }).click();
  await expect.poll(() => window.hash()).toBe('#/guide');
});

test('the settings lead to storage, retention and trash', async ({ window, settings }) => {
  for (const [name, screen] of [
    ['What takes room', '#/storage'],
    ['What goes by rule', '#/retention'],
    ['What was deleted', '#/trash'],
  ] as const) {
    await settings.section('storage', 'Storage');
    await window.button(name).click();
    await expect.poll(() => window.hash()).toBe(screen);
  }
});

test.describe('the mark of the application', () => {
  test('is the drawing that the packages have, a file of the window that its policy lets in', async ({
    page,
  }) => {
    const drawing = readFileSync(join(import.meta.dirname, '../../../resources/icon.svg'), 'utf8');
    const icon = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
      const mark = document.querySelector<HTMLImageElement>('.wb-brand img');
      return {
        text: await (await fetch(link?.href ?? '')).text(),
        isLocal: new URL(link?.href ?? '').origin === location.origin,
        drawn: mark !== null && mark.complete && mark.naturalWidth > 0,
      };
    });
    expect(icon).toEqual({ text: drawing, isLocal: true, drawn: true });
    for (const name of ['icon.png', 'icon-mac.png']) {
      const png = readFileSync(join(import.meta.dirname, '../../../resources', name));
      expect(png.toString('latin1', 1, 4)).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
    }
  });
});

test(
  'axe finds no faults in these screens and their dialogs',
  { tag: '@look' },
  async ({ window, page, studio, settings, site, proxyOf }) => {
    await testAtHome(studio, site);
    await studio.addSpider(newsText(site));
    await settings.section('proxies', 'Proxies');
    await expect(settings.heading('No proxies yet', 2)).toBeVisible();
    await expectNoFaults(page, 'no proxies');
    await window.button('Add a proxy…').click();
    await settings.fillDialog('http://crawler:Wal-fisch-7731@proxy.example:8080');
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expectNoFaults(page, 'a refused proxy');
    await page.keyboard.press('Escape');
    await keep(studio, 'datacenter', await proxyOf({ kind: 'http' }));
    await keep(studio, 'residential', await proxyOf({ kind: 'http', refuses: 403 }), 'env:NOT_THERE');
    await settings.comeBack();
    await window.button('Test all').click();
    await expect(page.getByText(/^Works: 200/u)).toBeVisible();
    await expect(page.getByText(/env:NOT_THERE is not there/u)).toBeVisible();
    await expectNoFaults(page, 'tested proxies');
    await settings.section('questions', 'Confirmations');
    await expectNoFaults(page, 'questions');
    await settings.section('defaults', 'Defaults');
    await expect(settings.field('DOWNLOAD_DELAY')).toBeVisible();
    await expectNoFaults(page, 'defaults');
    await settings.section('storage', 'Storage');
    await expectNoFaults(page, 'storage');
    await window.go('#/spider/default/news/history');
    await expect(settings.heading('news has no crawl history yet', 2)).toBeVisible();
    await expectNoFaults(page, 'no history');
    await crawlNews(studio);
    // All are there: none takes the place of another below the pointer any more.
    await expect(page.locator('.history-facts dd').first()).toHaveText('5');
    await expect.poll(async () => (await columnTexts(page, 'Page')).length).toBe(5);
    await page.getByRole('row').filter({ hasText: '/a/1' }).click();
    // A low window shows one pane at a time.
    const isLow = (page.viewportSize()?.height ?? 0) < 700;
    if (isLow) {
      await expectNoFaults(page, 'history');
      await page.getByRole('tab', { name: 'Inspector', exact: true }).click();
    }
    await expect(page.getByText(/^Extracted by run/u)).toBeVisible();
    await expectNoFaults(page, isLow ? 'the inspector of the history' : 'history');
    await window.button('Clear history…').click();
    await expect(window.button('Clear history')).toBeVisible();
    await expectNoFaults(page, 'clearing');
  },
);
