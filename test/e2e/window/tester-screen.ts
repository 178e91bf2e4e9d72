import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { AppWindow } from './app-window.ts';
import { expect, shared, test as base } from './fixtures.ts';
import { Studio } from './studio.ts';

/** A shop with twelve products, two reviews and four other links. */
export const shopPage = (
  edition: string,
  heading = ' Things ',
): string => `<!doctype html><html lang="en"><head><title>Shop ${edition}</title>
<style>body{font:16px sans-serif}.product{border:1px solid #ccc;margin:10px;padding:10px}.price{color:rgb(0, 128, 0)}</style>
<link rel="stylesheet" href="/shop.css"></head><body><h1>${heading}</h1>
<nav><a href="/about">About</a> <a href="https://elsewhere.example/">Else</a> <a href="/p/private">Private</a></nav>
${Array.from({ length: 12 }, (_, n) => `<article class="product"><h2><a href="/p/${n}">Thing ${n}</a></h2><p class="price">EUR ${n}.50</p></article>`).join('')}
<section><div class="review"><b class="author">Ann</b><i>5</i></div><div class="review"><b class="author">Bob</b></div></section>
</body></html>`;

/** A spider for the shop, with a field that finds nothing. */
export const shopSpider = (name: string, origin: string): string =>
  `${JSON.stringify(
    {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${origin}/`],
      rules: [
        { allow: ['/p/\\d+'], callback: 'parse_item', follow: false },
        { allow: ['/about'] },
        { deny: ['/p/private'], allow: ['/p/'] },
      ],
      callbacks: {
        parse_item: {
          extract: {
            title: { css: 'h1::text', processors: [{ type: 'strip' }] },
            price: {
              css: '.price::text',
              processors: [
                { type: 'regex', pattern: '([\\d.]+)' },
                { type: 'cast', to: 'float' },
              ],
            },
            missing: { css: 'article.product h3.name::text' },
            reviews: {
              type: 'nested_list',
              selector: '.review',
              extract: { author: { css: '.author::text' }, stars: { css: 'i::text' } },
            },
          },
        },
      },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
    },
    null,
    2,
  )}\n`;

/** A shop that tells a page, and that the studio can fetch. */
export class PageShop {
  /** What the shop calls itself. */
  edition = 'one';
  /** The heading of its pages. */
  heading = ' Things ';
  readonly #server: Server;

  constructor() {
    this.#server = createServer(({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else if (url === '/shop.css')
        response.setHeader('content-type', 'text/css').end('.price { font-weight: 900 }');
      else
        response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end(shopPage(this.edition, this.heading));
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The author's screen with its page and its tester, and a shop that it can fetch. */
export class TesterScreen {
  readonly window: AppWindow;
  readonly shop: PageShop;

  constructor(window: AppWindow, shop: PageShop) {
    this.window = window;
    this.shop = shop;
  }

  get page(): Page {
    return this.window.page;
  }

  get origin(): string {
    return this.shop.origin;
  }

  /** The spider's screen, with a saved page where there is one. */
  async author(spider: string, html: string | null, text = shopSpider(spider, this.origin)): Promise<void> {
    const { page } = this;
    await this.window.studio.addSpider(text);
    await this.window.studio.openJson();
    if (html !== null) await this.addPage(spider, `${spider}.html`, html);
    await this.window.go(`#/spider/default/${spider}/author`);
    await expect(page.locator('.author-text .view-line').first()).toBeVisible();
    // Shortcuts of the page work from when its pane is there.
    if (html === null) await expect(page.getByText('Add a page to test the spider')).toBeVisible();
    else await expect(this.preview.locator('h1').first()).toBeVisible();
  }

  /** Saves a page, as by choosing a file. */
  async addPage(spider: string, name: string, html: string): Promise<string> {
    const { studio } = this.window;
    const body = Buffer.from(html);
    const { upload } = await studio.call('uploads.begin', { name, bytes: body.length });
    const portion = 1_000_000;
    for (let offset = 0; offset < body.length; offset += portion) {
      const data = body.subarray(offset, offset + portion).toString('base64');
      await studio.call('uploads.append', { upload, offset, data });
    }
    return (await studio.call('pages.addFile', { project: 'default', spider, upload })).id;
  }

  get pane(): Locator {
    return this.page.locator('.tester');
  }

  /** The field in hand. */
  get hand(): Locator {
    return this.page.getByRole('region', { name: 'Field in hand' });
  }

  /** The page in its sandbox. */
  get preview(): FrameLocator {
    return this.page.frameLocator('iframe.tester-preview');
  }

  tab(name: string): Promise<void> {
    return this.pane.getByRole('tab', { name, exact: true }).click();
  }

  field(name: string): Locator {
    const named = this.page.locator('.tester-field-name', { hasText: new RegExp(`^${name}$`, 'u') });
    return this.pane.locator('.tester-field', { has: named });
  }

  /** Opens or closes the JSON. At the width of the tests, the field in hand has its place beside the page only while it is closed. */
  async showJson(open: boolean): Promise<void> {
    // In the header, where there is room for it: the JSON has a button of its own to close it.
    const button = this.page.getByRole('button', { name: /^JSON/u });
    const close = this.page.getByRole('button', { name: 'Close the JSON', exact: true });
    await expect(button.or(close).first()).toBeVisible();
    const isOpen =
      (await button.count()) === 0
        ? (await close.count()) > 0
        : (await button.getAttribute('aria-pressed')) === 'true';
    if (isOpen === open) return;
    await ((await button.count()) === 0 ? close : button).click();
    await expect(close).toHaveCount(open ? 1 : 0);
  }

  /** Shows or hides the details of the rows: the row that is chosen, and the fields of all rows. */
  async showDetails(shown: boolean): Promise<void> {
    const button = this.pane.getByRole('button', { name: 'Details of the rows' });
    if ((await button.getAttribute('aria-pressed')) !== String(shown)) await button.click();
    await expect(this.pane.getByRole('tab', { name: 'All rows' })).toBeVisible({ visible: shown });
  }

  /** So many elements are outlined on the page. What is drawn there is behind a closed door; the preview tells. */
  async outlined(count: number): Promise<void> {
    const newest = () => this.page.evaluate(() => (window as unknown as { drawn: number[] }).drawn.at(-1));
    await expect.poll(newest).toBe(count);
  }

  /** Puts the caret behind the first place of a text, by the search of the editor: it may stand out of sight, or be covered. */
  async caretAt(text: string): Promise<void> {
    const editor = this.page.locator('.author-text .monaco-editor').first();
    const search = editor.getByRole('textbox', { name: 'Find', exact: true });
    await editor.click();
    await this.page.keyboard.press('Control+Home');
    await this.page.keyboard.press('Control+F');
    await search.clear();
    await search.fill(text);
    await expect(editor.locator('.find-widget .matchesCount')).toHaveText(/^1 of /u);
    await search.press('Escape');
    await expect(search).toBeHidden();
    await this.page.keyboard.press('ArrowRight');
  }

  /** The text as it stands in the editor, copied as a person would. The JSON is open after that. */
  async textNow(): Promise<string> {
    const { page } = this;
    await this.showJson(true);
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await page.keyboard.press('Control+Home');
    return page.evaluate(() => navigator.clipboard.readText());
  }
}

function listen(): void {
  const drawn: number[] = [];
  Object.assign(window, { drawn });
  window.addEventListener('message', ({ data }: MessageEvent<{ kind?: string; drawn?: number }>) => {
    if (data.kind === 'outlined' && data.drawn !== undefined) drawn.push(data.drawn);
  });
}

interface Fixtures {
  shop: PageShop;
  tester: TesterScreen;
}

const testers = shared(async () => {
  const studio = await Studio.start();
  await studio.call('projects.create', { name: 'default' });
  return studio;
});

/** Each has a window of its own; the studio is one for all, and each writes a spider of its own. */
export const test = base.extend<Fixtures>({
  studio: async ({ atWorkerEnd }, use) => use(await testers(atWorkerEnd)),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  shop: async ({}, use) => {
    const shop = new PageShop();
    await shop.listen();
    await use(shop);
    shop.close();
  },
  context: async ({ context }, use) => {
    await context.addInitScript(listen);
    await use(context);
  },
  tester: ({ window, shop }, use) => use(new TesterScreen(window, shop)),
});
