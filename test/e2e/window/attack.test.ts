import type { Browser, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarm, attackNames, attackPage, attacks, openAttackSite, type AttackSite } from './attack-site.ts';
import { launchChromium } from './chromium.ts';
import { openWindow, type OpenWindow } from './open-window.ts';

// A site that attacks is crawled, and looked at on every screen: its texts are shown as texts, nothing of it runs, and the
// window asks nobody but its own door for anything.

let site: AttackSite;
let browser: Browser;
let opened: OpenWindow;
let page: Page;
let run: string;

/** What ran, what was asked of anybody else, and what the window itself was kept from. */
const ran: string[] = [];
const foreign: string[] = [];
const refused: string[] = [];

const fieldName = attacks.image;

const spiderText = (more: object = {}) =>
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

beforeAll(async () => {
  site = await openAttackSite();
  browser = await launchChromium();
  opened = await openWindow(browser);
  ({ page } = opened);
  page.setDefaultTimeout(30_000);
  watch(page);
  await page.context().exposeFunction(alarm, (what: string) => ran.push(what));
  const { open } = opened;
  await open.call('projects.create', { name: 'default' });
  const text = spiderText();
  await open.call('spiders.save', { project: 'default', spider: null, text, base: null });
  const started = await open.call('runs.start', {
    project: 'default',
    spider: 'attacked',
    limit: null,
    allowPrivate: true,
  });
  run = started.run.id;
  const followed = open.follow('run', { run });
  await followed.until((told) => told.run.state === 'completed');
  followed.end();
  await open.call('spiders.save', {
    project: 'default',
    spider: 'attacked',
    text: spiderText().replace('"127.0.0.1"', '"127.0.0.1", "localhost"'),
    base: 1,
  });
  // With the alarm there, and as a person comes back to it.
  await page.reload();
  await page.waitForSelector('[data-app-state="loaded"]');
}, 180_000);
afterAll(async () => {
  await opened?.close();
  await browser?.close();
  site?.close();
});

/** Keeps what should never happen. What the sandbox of a saved page is kept from is the sandbox at work. */
function watch(watched: Page): void {
  watched.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  watched.on('popup', (popup) => ran.push(`popup ${popup.url()}`));
  watched.on('pageerror', (error) => refused.push(error.message));
  watched.on('console', (message) => {
    const isOfPreview = message.location().url.includes('/preview/') || /\/preview\//u.test(message.text());
    if (message.type() === 'error' && !isOfPreview) refused.push(message.text());
  });
  const isForeign = (request: Request) =>
    !request.url().startsWith(`${opened.origin}/`) && !/^(?:data|blob):/u.test(request.url());
  watched.context().on('requestfinished', (request) => {
    if (isForeign(request)) foreign.push(request.url());
  });
  // A style of a saved page may name a file elsewhere: the policy of its sandbox keeps the browser from asking for it.
  watched.context().on('requestfailed', (request) => {
    const isStopped = request.failure()?.errorText === 'csp' && request.frame().url().includes('/preview/');
    if (isForeign(request) && !isStopped) foreign.push(`${request.url()} ${request.failure()?.errorText}`);
  });
}

/** What of the window's own document an attack would have made. */
const made = () =>
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

/** The screen that is shown now holds a text of the attack as a text, and nothing that it would have made. */
async function harmless(screen: string, text: string | null = null): Promise<void> {
  if (text !== null) {
    await page
      .getByText(text, { exact: false })
      .first()
      .waitFor({ state: 'attached', timeout: 15_000 })
      .catch((error: unknown) => {
        throw new Error(`${screen}: the text is not shown`, { cause: error });
      });
  }
  const { trapped } = site;
  expect({ screen, ...(await made()), ran, foreign, refused, trapped }).toEqual({
    screen,
    ...nothing,
    ran: [],
    foreign: [],
    refused: [],
    trapped: [],
  });
}

const spider = '#/spider/default/attacked';
const go = async (hash: string, ready: string): Promise<void> => {
  await opened.go(hash);
  await page.locator(ready).first().waitFor();
};

describe('an attack', () => {
  it('would be seen: the same page, opened as a page, runs and asks', async () => {
    const other = await browser.newContext();
    const bare = await other.newPage();
    const did: string[] = [];
    const asked: string[] = [];
    await bare.exposeFunction(alarm, (what: string) => did.push(what));
    bare.on('request', (request) => asked.push(request.url()));
    // Its own trap: that of the tests is to stay untouched.
    const control = await openAttackSite();
    await bare.setContent(attackPage(control.trapOrigin));
    await expect.poll(() => did).toEqual(expect.arrayContaining(['page', 'load', 'svg', 'focus', 'frame']));
    await expect.poll(() => control.trapped).toContain('/script.js');
    expect(asked).toContain(`${control.trapOrigin}/image`);
    await bare.setContent(attacks.image + attacks.raw);
    await expect.poll(() => did).toEqual(expect.arrayContaining(['image', 'raw']));
    expect(await bare.evaluate(() => document.querySelectorAll('[data-evil]').length)).toBeGreaterThan(0);
    await other.close();
    control.close();
  });

  it('does nothing on welcome, sidebar, about and settings, nor in the palette', async () => {
    for (const place of [
      '#/welcome',
      '#/about',
      '#/settings?section=appearance',
      '#/settings?section=keyboard',
    ]) {
      await go(place, 'main h1, main h2');
      await harmless(place);
    }
    const search = page
      .getByRole('textbox', { name: 'Search the spiders' })
      .or(page.getByRole('searchbox', { name: 'Search the spiders' }));
    await search.fill(attacks.image);
    await harmless('the search of the sidebar');
    await search.fill('');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill(attacks.script);
    await harmless('the palette');
    await page.keyboard.press('Escape');
    await opened.go(`#/spider/default/${encodeURIComponent(attacks.image)}/author`);
    await page.getByText('There is no spider').waitFor();
    await harmless('a spider that is not there', attacks.image);
    await page.evaluate(
      (names) => {
        window.location.hash = `#/${names.map(encodeURIComponent).join('/')}?page=${encodeURIComponent(names.join())}`;
      },
      [attacks.script, attacks.image],
    );
    await page.locator('main').waitFor();
    await harmless('an address that leads nowhere');
    expect(await made()).toEqual(nothing);
  });

  it('does nothing where a spider is written, as text, as a form, in problems and versions', async () => {
    await go(`${spider}/author`, '.author-text .view-line');
    await harmless('the text');
    await page.getByRole('button', { name: 'Both', exact: true }).click();
    for (const tab of ['Spider', 'Rules', 'Callbacks', 'Settings']) {
      await page
        .locator('.author-spider')
        .getByRole('tab', { name: new RegExp(`^${tab}`, 'u') })
        .click();
      await harmless(`the form, ${tab}`);
    }
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.keyboard.press('Alt+Shift+V');
    await page
      .getByRole('listbox', { name: 'Versions' })
      .getByRole('option', { name: /Version 1/u })
      .click();
    await page.locator('.author-versions .line-insert').first().waitFor();
    await harmless('the versions');
    await page.keyboard.press('Escape');

    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      spiderText({ [attacks.image]: attacks.script }).replace(
        '"rules"',
        `${JSON.stringify(attacks.script)}: 1, "rules"`,
      ),
    );
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
    await page.locator('.author-counter:not([data-errors="0"])').waitFor();
    await page.locator('.author-counter').click();
    await harmless('the problems', attacks.script.slice(0, 20));
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await page.locator('.monaco-hover').getByText('data-evil').first().waitFor();
    await harmless('a problem beside the text');
    await page.keyboard.press('Control+S');
    await page.getByText('Kept as a draft, not as a version.').waitFor();
    await harmless('a refusal');
    await page.reload();
    await page.waitForSelector('[data-app-state="loaded"]');
    await harmless('what came back');
    await page.getByRole('button', { name: 'Discard them' }).click();
    await harmless('what was discarded');
    expect(await made()).toEqual(nothing);
  });

  it('does nothing in the saved page and in the tester', async () => {
    await go(`${spider}/author`, '.author-text .view-line');
    const tester = page.locator('.tester');
    const name = `${attacks.image.replaceAll('/', '')}.html`;
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'From a file', exact: true }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/html', buffer: Buffer.from(attackPage(site.trapOrigin)) });
    const preview = page.frameLocator('iframe.tester-preview');
    await preview.getByText(attacks.image).first().waitFor();
    await tester.locator('.tester-field').first().waitFor();
    await harmless('the fields', attacks.image);
    await tester.getByRole('button', { name: /^script/u }).click();
    await harmless('a field', attacks.script);
    await tester.getByRole('button', { name: /^nothing/u }).click();
    await harmless('a field with nothing');
    // The page is used as a page is: pointed at, clicked, typed into.
    await preview.getByText('Point at me').click();
    await preview.getByRole('button', { name: 'Send' }).click();
    for (const link of await preview.locator('nav a').all()) await link.click();
    await harmless('the page, used');
    for (const { label, text } of [
      { label: 'Links', text: attacks.image },
      { label: 'Article', text: null },
      { label: 'Structure', text: attacks.image },
      { label: 'Selector', text: null },
    ]) {
      await tester.getByRole('tab', { name: label, exact: true }).click();
      await tester.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      await harmless(label, text);
    }
    await tester.getByRole('textbox', { name: 'Selector', exact: true }).fill(attacks.image);
    await harmless('a selector that is markup');
    await page.keyboard.press('Control+Shift+X');
    await preview.locator('h1').click();
    await page.getByRole('region', { name: 'The picked element' }).getByRole('listitem').first().waitFor();
    await harmless('suggestions', attacks.image);
    await page.getByRole('button', { name: 'About the page', exact: true }).click();
    await harmless('about the page', attacks.image);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+M');
    await page.locator('.tester-page .view-line').first().waitFor();
    await harmless('the markup');
    await page.keyboard.press('Alt+M');
    await page.getByRole('button', { name: 'More about the page' }).click();
    await page.getByRole('menuitem', { name: 'Delete the page…' }).click();
    await harmless('a question', attacks.image);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('A page to try the spider on').waitFor();
    expect(await made()).toEqual(nothing);
  });

  it('does nothing in runs, requests and the log', async () => {
    await go(`${spider}/runs`, '[role=row][data-row]');
    await harmless('the runs');
    await go(`#/run/${run}`, '.runs-head h2');
    await page.getByRole('region', { name: 'Fields' }).waitFor();
    await harmless('the run', attacks.image);
    await go(`#/run/${run}/requests`, '[role=row][data-row]');
    await harmless('the requests');
    const rows = page.locator('[role=row][data-row]');
    for (let at = 0; at < (await rows.count()); at += 1) {
      await rows.nth(at).getByRole('gridcell').first().click();
      const inspector = page.locator('.runs-inspector');
      for (const tab of await inspector.getByRole('tab').all()) {
        await tab.click();
        await harmless(`request ${at}, ${await tab.innerText()}`);
      }
    }
    await page.keyboard.press('Control+f');
    await page.keyboard.type(attacks.image);
    await harmless('requests that are looked for');
    await go(`#/run/${run}/log`, '[role=listitem]');
    await harmless('the log');
    expect(await made()).toEqual(nothing);
  });

  it('does nothing in the results, their fields, an item and the export', async () => {
    await go(`${spider}/results`, '[role=row][data-row]');
    await harmless('the results', attacks.image);
    await page.locator('[role=row][data-row]').first().getByRole('gridcell').nth(1).click();
    for (const tab of ['Values', 'Problems', 'Where it comes from']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await harmless(`an item, ${tab}`);
    }
    await page.getByRole('button', { name: 'Fields', exact: true }).click();
    const fields = page.getByRole('list', { name: 'Fields of the page' });
    await fields.getByText(fieldName).first().waitFor();
    for (const name of ['script', 'formula', 'long', 'image']) {
      await fields
        .getByRole('button', { name: new RegExp(`^${name}`, 'u') })
        .first()
        .click();
      await harmless(`the values of ${name}`);
    }
    await page.getByRole('searchbox', { name: 'Search the items' }).fill(attacks.style);
    await harmless('items that are looked for');
    await page.getByRole('searchbox', { name: 'Search the items' }).fill('');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await dialog.getByLabel('The beginning of the file').waitFor();
    await harmless('the export', attacks.style.slice(0, 12));
    await page.keyboard.press('Escape');
    const [item] = (
      await opened.open.call('results.query', {
        view: { source: { project: 'default', spider: 'attacked', run } },
        columns: ['id'],
        offset: 0,
        limit: 1,
      })
    ).rows;
    await go(`#/item/${item?.id ?? ''}`, '[role=tree]');
    await harmless('an item of its own', attacks.image);
    expect(await made()).toEqual(nothing);
  });

  it('does nothing in what is imported, and in what is told of it', async () => {
    await opened.go('#/welcome');
    await page.keyboard.press('Control+o');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
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
        buffer: Buffer.from(spiderText().replace('"attacked"', JSON.stringify(attacks.image))),
      },
    ]);
    await harmless('an import', attacks.image.slice(0, 12));
    await page.keyboard.press('Escape');
    expect(await made()).toEqual(nothing);
  });
});
