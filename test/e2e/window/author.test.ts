import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWebDoor, type WebDoor } from '../../../electron/web/door.ts';
import { openHost, type OpenHost } from '../../electron/host/open-host.ts';
import { launchChromium } from './chromium.ts';

const folder = fileURLToPath(new URL('../../../dist/renderer', import.meta.url));
const first =
  '{\n  "name": "shop",\n  "allowed_domains": ["example.org"],\n  "start_urls": ["https://example.org/"]\n}\n';
/** Three mistakes: a callback that is not there, a misspelt key, a number that is too large. */
const mistaken = `{
  "name": "shop",
  "allowed_domains": ["example.org"],
  "start_urls": ["https://example.org/"],
  "rules": [
    { "allow": ["/item/"], "callback": "parse_itm", "priorty": 10 }
  ],
  "settings": { "CONCURRENT_REQUESTS": 64 },
  "callbacks": {
    "parse_item": { "extract": { "title": { "css": "h1::text" } } }
  }
}
`;
const mended = mistaken.replace('parse_itm', 'parse_item').replace('priorty', 'priority').replace('64', '32');

let browser: Browser;
let open: OpenHost;
let door: WebDoor;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  open = openHost();
  door = await openWebDoor({ host: open.host, folder, port: 0 });
  await open.call('projects.create', { name: 'default' });
  await save(first, null);
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(door.newTicket());
  await page.waitForSelector('[data-app-state="loaded"]');
  await page.evaluate(() => {
    window.location.hash = '#/spider/default/shop/author';
  });
  await page.waitForSelector('.author-text .view-line');
});
afterEach(async () => {
  await context.close();
  await door.close();
  await open.close();
});

const save = (text: string, base: number | null) =>
  open.call('spiders.save', { project: 'default', spider: base === null ? null : 'shop', text, base });
const stored = () => open.call('spiders.get', { project: 'default', spider: 'shop' });

/** Replaces the text by another one, as by pasting it: what is typed is completed and indented on the way. */
async function write(text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator('.author-text .monaco-editor').first().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

const counter = () => page.locator('.author-counter');
const errors = (count: number) => page.locator(`.author-counter[data-errors="${count}"]`).waitFor();
const notice = () => page.locator('.author-strip');

describe('writing a spider', () => {
  it('mends three mistakes in three ways, saves, compares and restores', async () => {
    await write(mistaken);
    await errors(3);

    // The quick fix of the editor.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await page.getByText('Rule 0 references undefined callback').first().waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget').getByText('Change to "parse_item"').waitFor();
    await page.keyboard.press('Enter');
    await errors(2);

    // The button in the list of problems.
    await counter().click();
    await page.getByRole('button', { name: 'Rename to "priority"' }).click();
    await errors(1);

    // The form.
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByRole('tab', { name: /Settings/ }).click();
    await page.getByLabel('CONCURRENT_REQUESTS', { exact: true }).fill('32');
    await counter().getByText('No problems').waitFor();

    await page.keyboard.press('Control+S');
    await page.getByText('Saved as version 2').waitFor();
    expect((await stored()).text).toBe(mended);
    expect((await stored()).draft).toBeNull();

    // The steps are still there after saving, and go on through the form and the text.
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+Z');
    await errors(1);
    await page.keyboard.press('Control+Shift+Z');
    await counter().getByText('No problems').waitFor();

    await page.keyboard.press('Alt+Shift+V');
    await page
      .getByRole('listbox', { name: 'Versions' })
      .getByRole('option', { name: /Version 1/ })
      .click();
    await page.locator('.author-versions .line-insert').first().waitFor();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('Version 1 is the newest again, as version 3').waitFor();
    expect(await stored()).toMatchObject({ text: first, summary: { version: 3 } });
    expect(complaints).toEqual([]);
  });

  it('brings edits back that were not saved, also those that are no spider', async () => {
    const broken = first.replace('"name": "shop",', '// my shop\n  "name": "shop",');
    await write(broken);
    await page.getByText(/comments and commas before a closing bracket/).waitFor();
    await page.keyboard.press('Control+S');
    await notice().getByText('Kept as a draft, not as a version.').waitFor();
    expect(await stored()).toMatchObject({ draft: { text: broken }, summary: { version: 1 } });

    await page.reload();
    await notice()
      .getByText(/that were not saved are back/)
      .waitFor();
    await page.locator('.view-line').getByText('// my shop').waitFor();
    await page.getByRole('button', { name: 'Remove them' }).click();
    await counter().getByText('No problems').waitFor();
    await page.getByRole('button', { name: 'Discard them' }).click();
    await page.locator('.author-saved').filter({ hasNotText: /\S/ }).waitFor({ state: 'attached' });
    await expect.poll(async () => (await stored()).draft).toBeNull();
    expect(complaints).toEqual([]);
  });

  it('tells of a version that was saved elsewhere, and asks which one is to be the newest', async () => {
    await write(first.replace('example.org/"', 'example.org/mine"'));
    await save(first.replace('example.org/"', 'example.org/theirs"'), 1);
    await notice().getByText('Version 2 was saved elsewhere').waitFor();
    await page.keyboard.press('Control+S');
    await page.getByRole('button', { name: 'Save mine as version 3' }).click();
    await page.getByText('Saved as version 3').waitFor();
    expect((await stored()).text).toContain('example.org/mine');
  });

  it('asks whether a new name renames the spider', async () => {
    await write(first.replace('"shop"', '"market"'));
    await page.keyboard.press('Control+S');
    await page.getByRole('button', { name: 'Rename the spider' }).click();
    await page.getByRole('heading', { name: 'market', level: 1 }).waitFor();
    await page.locator('.view-line').getByText('market').waitFor();
    expect(page.url()).toContain('#/spider/default/market/author');
  });

  it('says which rule takes a URL', async () => {
    await write(mended);
    await counter().getByText('No problems').waitFor();
    await page.getByRole('button', { name: 'Which rule takes a URL?' }).click();
    await page.getByRole('searchbox', { name: 'URL' }).fill('https://example.org/item/7');
    await page.getByRole('button', { name: 'Show rule 0' }).click();
    await expect.poll(() => page.locator('.monaco-editor .current-line').count()).toBeGreaterThan(0);
  });

  it('says in the form where the text cannot be read', async () => {
    await write('{ "name": "shop", "rules": [ }');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByText('The text is not JSON at the moment').waitFor();
    expect(await page.getByRole('button', { name: 'Go to line 1' }).isVisible()).toBe(true);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('axe finds no fault in the text, the form and the list of problems', async () => {
    await page.emulateMedia({ colorScheme: theme });
    await write(mistaken);
    await errors(3);
    await counter().click();
    await page.getByRole('button', { name: 'Both', exact: true }).click();
    for (const tab of ['Spider', 'Rules', 'Callbacks', 'Settings']) {
      await page
        .getByRole('tab', { name: new RegExp(tab) })
        .first()
        .click();
      const { violations } = await new AxeBuilder({ page })
        .include('.author-spider')
        .exclude('.monaco-editor')
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
        [],
      );
    }
  });
});
