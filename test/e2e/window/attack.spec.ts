import type { ConsoleMessage, Page, Request } from '@playwright/test';
import { previewPolicy, windowPolicy } from '../../../shared/contract/policy.ts';
import type { AppWindow } from './app-window.ts';
import { alarm, attackNames, attackPage, attacks, openAttackSite, type AttackSite } from './attack-site.ts';
import { expect, test as base } from './fixtures.ts';
import { Studio } from './studio.ts';

// A site that attacks is crawled, and looked at on every screen: its texts are shown as texts, nothing of it runs, and the
// window asks nobody but its own door for anything.

const fieldName = attacks.image;

const spiderText = (site: AttackSite, more: object = {}) =>
  JSON.stringify(
    {
      name: 'attacked',
      description: attacks.raw,
      tags: [attacks.image],
      source_url: `${site.origin}/?${encodeURIComponent(attacks.script)}`,
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${site.origin}/`],
      rules: [{ allow: ['/p/', attacks.template], callback: 'parse_item', follow: false }],
      callbacks: {
        parse_item: {
          extract: {
            title: { css: 'h1::text' },
            [fieldName]: { css: '.script::text' },
            ...Object.fromEntries(attackNames.map((name) => [name, { css: `.${name}::text` }])),
            nothing: { css: `h1[title="${attacks.code}"]` },
            parts: {
              type: 'nested_list',
              selector: 'article',
              extract: { [attacks.style]: { css: '.raw::text' } },
            },
          },
        },
      },
      settings: {
        DOWNLOAD_DELAY: 0,
        AUTOTHROTTLE_ENABLED: false,
        RETRY_TIMES: 0,
        USER_AGENT: attacks.image.replaceAll(/[^\x20-\x7e]/gu, ''),
        ...more,
      },
    },
    null,
    2,
  );

/** What of the window's own document an attack would have made. */
const made = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const addresses = all.flatMap((element) =>
      ['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href'].flatMap((name) => {
        const value = element.getAttribute(name);
        return value === null ||
          /^(?:#|\.?\/|data:image\/|$)/u.test(value) ||
          value.startsWith(location.origin)
          ? []
          : [value];
      }),
    );
    return {
      marked: document.querySelectorAll('[data-evil]').length,
      handlers: all.filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')))
        .length,
      frames: document.querySelectorAll('iframe:not(.tester-preview), object, embed').length,
      addresses,
      title: document.title.includes('taken over'),
    };
  });

const nothing = { marked: 0, handlers: 0, frames: 0, addresses: [], title: false };

/** A site that attacks, and what happens in a window that shows it. */
class Attacked {
  readonly site: AttackSite;
  readonly run: string;
  readonly #window: AppWindow;
  /** What ran, what was asked of anybody else, and what the window itself was kept from. */
  readonly #ran: string[] = [];
  readonly #foreign: string[] = [];
  readonly #refused: string[] = [];

  constructor({ site, run }: AttackedStudio, window: AppWindow) {
    this.site = site;
    this.run = run;
    this.#window = window;
  }

  /** Keeps what should never happen. What the sandbox of a saved page is kept from is the sandbox at work. */
  async watch(): Promise<void> {
    const { page, studio } = this.#window;
    page.on('dialog', (dialog) => {
      this.#ran.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => this.#ran.push(`popup ${popup.url()}`));
    page.on('pageerror', (error) => this.#refused.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isOfPreview(message)) this.#refused.push(message.text());
    });
    const isForeign = (request: Request) =>
      !request.url().startsWith(`${studio.origin}/`) && !/^(?:data|blob):/u.test(request.url());
    page.context().on('requestfinished', (request) => {
      if (isForeign(request)) this.#foreign.push(request.url());
    });
    // A style of a saved page may name a file elsewhere: the policy of its sandbox keeps the browser from asking for it.
    page.context().on('requestfailed', (request) => {
      const isStopped = request.failure()?.errorText === 'csp' && request.frame().url().includes('/preview/');
      if (isForeign(request) && !isStopped)
        this.#foreign.push(`${request.url()} ${request.failure()?.errorText}`);
    });
    await page.context().exposeFunction(alarm, (what: string) => this.#ran.push(what));
  }

  async go(hash: string, ready: string): Promise<void> {
    await this.#window.go(hash);
    await expect(this.#window.page.locator(ready).first()).toBeVisible();
  }

  /** The screen that is shown now holds a text of the attack as a text, and nothing that it would have made. */
  async harmless(screen: string, text: string | null = null): Promise<void> {
    const { page } = this.#window;
    if (text !== null) {
      const shown = page.getByText(text, { exact: false }).first();
      await expect(shown, `${screen}: the text is shown`).toBeAttached({ timeout: 15_000 });
    }
    const [ran, foreign, refused] = [this.#ran, this.#foreign, this.#refused];
    const { trapped } = this.site;
    expect({ screen, ...(await made(page)), ran, foreign, refused, trapped }).toEqual({
      screen,
      ...nothing,
      ran: [],
      foreign: [],
      refused: [],
      trapped: [],
    });
  }
}

/** What only the policy of a saved page asks for. Of a page that is being removed Chromium reports no address. */
const ownDirectives = previewPolicy('')
  .split('; ')
  .filter((directive) => !windowPolicy.split('; ').includes(directive));

/** Whether a message of the console comes from the sandbox of a saved page: by its address, or by the policy that it names. */
function isOfPreview(message: ConsoleMessage): boolean {
  const named = /directive: "([^"]*)"/u.exec(message.text())?.[1];
  return (
    [message.location().url, message.text()].some((text) => text.includes('/preview/')) ||
    (named !== undefined && ownDirectives.includes(named))
  );
}

interface AttackedStudio {
  studio: Studio;
  site: AttackSite;
  run: string;
}

/** Each begins in a window on a studio that has crawled the site. It is crawled once for all of them. */
const test = base.extend<{ attacked: Attacked }, { attackedStudio: AttackedStudio }>({
  attackedStudio: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const site = await openAttackSite();
      const studio = await Studio.start();
      await studio.call('projects.create', { name: 'default' });
      const text = spiderText(site);
      await studio.addSpider(text);
      const place = { project: 'default', spider: 'attacked' };
      const run = await studio.crawl({ ...place, limit: null, allowPrivate: true });
      const changed = text.replace('"127.0.0.1"', '"127.0.0.1", "localhost"');
      await studio.call('spiders.save', { ...place, text: changed, base: 1 });
      await use({ studio, site, run });
      await studio.close();
      site.close();
    },
    { scope: 'worker' },
  ],
  studio: ({ attackedStudio }, use) => use(attackedStudio.studio),
  attacked: async ({ attackedStudio, window }, use) => {
    // What the sandbox of a saved page is kept from stands in the console: what matters of it is watched here.
    window.mayComplain = true;
    const attacked = new Attacked(attackedStudio, window);
    await attacked.watch();
    // With the alarm there, and as a person comes back to it.
    await window.reload();
    await use(attacked);
    expect(await made(window.page)).toEqual(nothing);
  },
});

const spider = '#/spider/default/attacked';

test.describe('an attack', () => {
  test('would be seen: the same page, opened as a page, runs and asks', async ({ stranger }) => {
    const did: string[] = [];
    const asked: string[] = [];
    await stranger.exposeFunction(alarm, (what: string) => did.push(what));
    stranger.on('request', (request) => asked.push(request.url()));
    // Its own trap: that of the tests is to stay untouched.
    const control = await openAttackSite();
    await stranger.setContent(attackPage(control.trapOrigin));
    await expect.poll(() => did).toEqual(expect.arrayContaining(['page', 'load', 'svg', 'focus', 'frame']));
    await expect.poll(() => control.trapped).toContain('/script.js');
    expect(asked).toContain(`${control.trapOrigin}/image`);
    await stranger.setContent(attacks.image + attacks.raw);
    await expect.poll(() => did).toEqual(expect.arrayContaining(['image', 'raw']));
    expect(await stranger.evaluate(() => document.querySelectorAll('[data-evil]').length)).toBeGreaterThan(0);
    control.close();
  });

  test('does nothing on welcome, sidebar, about and settings, nor in the palette', async ({
    window,
    page,
    attacked,
  }) => {
    for (const place of [
      '#/welcome',
      '#/about',
      '#/settings?section=appearance',
      '#/settings?section=keyboard',
    ]) {
      await attacked.go(place, 'main h1, main h2');
      await attacked.harmless(place);
    }
    const search = page
      .getByRole('textbox', { name: 'Search the spiders' })
      .or(page.getByRole('searchbox', { name: 'Search the spiders' }));
    await search.fill(attacks.image);
    await attacked.harmless('the search of the sidebar');
    await search.fill('');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill(attacks.script);
    await attacked.harmless('the palette');
    await page.keyboard.press('Escape');
    await window.go(`#/spider/default/${encodeURIComponent(attacks.image)}/author`);
    await expect(page.getByText('There is no spider')).toBeVisible();
    await attacked.harmless('a spider that is not there', attacks.image);
    const names = [attacks.script, attacks.image];
    await window.go(`#/${names.map(encodeURIComponent).join('/')}?page=${encodeURIComponent(names.join())}`);
    await expect(page.locator('main')).toBeVisible();
    await attacked.harmless('an address that leads nowhere');
  });

  test('does nothing where a spider is written, as text, as a form, in problems and versions', async ({
    page,
    attacked,
  }) => {
    await attacked.go(`${spider}/author`, '.author-text .view-line');
    await attacked.harmless('the text');
    await page.getByRole('button', { name: 'Both', exact: true }).click();
    for (const tab of ['Spider', 'Rules', 'Callbacks', 'Settings']) {
      await page
        .locator('.author-spider')
        .getByRole('tab', { name: new RegExp(`^${tab}`, 'u') })
        .click();
      await attacked.harmless(`the form, ${tab}`);
    }
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.keyboard.press('Alt+Shift+V');
    await page
      .getByRole('listbox', { name: 'Versions' })
      .getByRole('option', { name: /Version 1/u })
      .click();
    await expect(page.locator('.author-versions .line-insert').first()).toBeVisible();
    await attacked.harmless('the versions');
    await page.keyboard.press('Escape');

    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      spiderText(attacked.site, { [attacks.image]: attacks.script }).replace(
        '"rules"',
        `${JSON.stringify(attacks.script)}: 1, "rules"`,
      ),
    );
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
    await expect(page.locator('.author-counter:not([data-errors="0"])')).toBeVisible();
    await page.locator('.author-counter').click();
    await attacked.harmless('the problems', attacks.script.slice(0, 20));
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await expect(page.locator('.monaco-hover').getByText('data-evil').first()).toBeVisible();
    await attacked.harmless('a problem beside the text');
    await page.keyboard.press('Control+S');
    await expect(page.getByText('Kept as a draft, not as a version.')).toBeVisible();
    await attacked.harmless('a refusal');
    await page.reload();
    await expect(page.locator('[data-app-state="loaded"]').first()).toBeVisible();
    await attacked.harmless('what came back');
    await page.getByRole('button', { name: 'Discard them' }).click();
    await attacked.harmless('what was discarded');
  });

  test('does nothing in the saved page and in the tester', async ({ page, attacked }) => {
    await attacked.go(`${spider}/author`, '.author-text .view-line');
    const tester = page.locator('.tester');
    const name = `${attacks.image.replaceAll('/', '')}.html`;
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'From a file', exact: true }).click(),
    ]);
    await chooser.setFiles({
      name,
      mimeType: 'text/html',
      buffer: Buffer.from(attackPage(attacked.site.trapOrigin)),
    });
    const preview = page.frameLocator('iframe.tester-preview');
    await expect(preview.getByText(attacks.image).first()).toBeVisible();
    await expect(tester.locator('.tester-field').first()).toBeVisible();
    await attacked.harmless('the fields', attacks.image);
    await tester.getByRole('button', { name: /^script/u }).click();
    await attacked.harmless('a field', attacks.script);
    await tester.getByRole('button', { name: /^nothing/u }).click();
    await attacked.harmless('a field with nothing');
    // The page is used as a page is: pointed at, clicked, typed into.
    await preview.getByText('Point at me').click();
    await preview.getByRole('button', { name: 'Send' }).click();
    for (const link of await preview.locator('nav a').all()) await link.click();
    await attacked.harmless('the page, used');
    for (const { label, text } of [
      { label: 'Links', text: attacks.image },
      { label: 'Article', text: null },
      { label: 'Structure', text: attacks.image },
      { label: 'Selector', text: null },
    ]) {
      await tester.getByRole('tab', { name: label, exact: true }).click();
      await expect(tester.locator('[aria-busy="true"]')).toHaveCount(0);
      await attacked.harmless(label, text);
    }
    await tester.getByRole('textbox', { name: 'Selector', exact: true }).fill(attacks.image);
    await attacked.harmless('a selector that is markup');
    await page.keyboard.press('Control+Shift+X');
    await preview.locator('h1').click();
    await expect(
      page.getByRole('region', { name: 'The picked element' }).getByRole('listitem').first(),
    ).toBeVisible();
    await attacked.harmless('suggestions', attacks.image);
    await page.getByRole('button', { name: 'About the page', exact: true }).click();
    await attacked.harmless('about the page', attacks.image);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+M');
    await expect(page.locator('.tester-page .view-line').first()).toBeVisible();
    await attacked.harmless('the markup');
    await page.keyboard.press('Alt+M');
    await page.getByRole('button', { name: 'More about the page' }).click();
    await page.getByRole('menuitem', { name: 'Delete the page…' }).click();
    await attacked.harmless('a question', attacks.image);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Add a page to test the spider')).toBeVisible();
  });

  test('does nothing in runs, requests and the log', async ({ page, attacked }) => {
    await attacked.go(`${spider}/runs`, '[role=row][data-row]');
    await attacked.harmless('the runs');
    await attacked.go(`#/run/${attacked.run}`, '.runs-head h2');
    await expect(page.getByRole('region', { name: 'Fields' })).toBeVisible();
    await attacked.harmless('the run', attacks.image);
    await attacked.go(`#/run/${attacked.run}/requests`, '[role=row][data-row]');
    await attacked.harmless('the requests');
    const rows = page.locator('[role=row][data-row]');
    for (let at = 0; at < (await rows.count()); at += 1) {
      await rows.nth(at).getByRole('gridcell').first().click();
      const inspector = page.locator('.runs-inspector');
      for (const tab of await inspector.getByRole('tab').all()) {
        await tab.click();
        await attacked.harmless(`request ${at}, ${await tab.innerText()}`);
      }
    }
    await page.keyboard.press('Control+f');
    await page.keyboard.type(attacks.image);
    await attacked.harmless('requests that are looked for');
    await attacked.go(`#/run/${attacked.run}/log`, '[role=listitem]');
    await attacked.harmless('the log');
  });

  test('does nothing in the results, their fields, an item and the export', async ({
    page,
    studio,
    attacked,
  }) => {
    await attacked.go(`${spider}/results`, '[role=row][data-row]');
    await attacked.harmless('the results', attacks.image);
    await page.locator('[role=row][data-row]').first().getByRole('gridcell').nth(1).click();
    for (const tab of ['Values', 'Problems', 'Where it comes from']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await attacked.harmless(`an item, ${tab}`);
    }
    await page.getByRole('button', { name: 'Fields', exact: true }).click();
    const fields = page.getByRole('list', { name: 'Fields of the page' });
    await expect(fields.getByText(fieldName).first()).toBeVisible();
    for (const name of ['script', 'formula', 'long', 'image']) {
      await fields
        .getByRole('button', { name: new RegExp(`^${name}`, 'u') })
        .first()
        .click();
      await attacked.harmless(`the values of ${name}`);
    }
    await page.getByRole('searchbox', { name: 'Search the items' }).fill(attacks.style);
    await attacked.harmless('items that are looked for');
    await page.getByRole('searchbox', { name: 'Search the items' }).fill('');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await expect(dialog.getByLabel('The beginning of the file')).toBeVisible();
    await attacked.harmless('the export', attacks.style.slice(0, 12));
    await page.keyboard.press('Escape');
    const [item] = (
      await studio.call('results.query', {
        view: { source: { project: 'default', spider: 'attacked', run: attacked.run } },
        columns: ['id'],
        offset: 0,
        limit: 1,
      })
    ).rows;
    await attacked.go(`#/item/${item?.id ?? ''}`, '[role=tree]');
    await attacked.harmless('an item of its own', attacks.image);
  });

  test('does nothing in what is imported, and in what is told of it', async ({ window, page, attacked }) => {
    await window.go('#/welcome');
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog
        .getByRole('button', { name: /Choose|file/iu })
        .first()
        .click(),
    ]);
    await chooser.setFiles([
      {
        name: `${attacks.image.replaceAll('/', '')}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(spiderText(attacked.site).replace('"attacked"', JSON.stringify(attacks.image))),
      },
    ]);
    await attacked.harmless('an import', attacks.image.slice(0, 12));
    await page.keyboard.press('Escape');
  });
});
