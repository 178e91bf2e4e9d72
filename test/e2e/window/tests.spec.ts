import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { shopSpider, test, type TesterScreen } from './tester-screen.ts';

/** A shelf of a shop; the second thing has no price. */
const shelf = (title: string, names: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>
${names.map((name, at) => `<article class="thing"><h2>${name}</h2><i class="was">${at + 3}.00</i>${at === 1 ? '' : `<b class="price">${at}.50</b>`}</article>`).join('')}
<a href="/shelf?page=2">Next</a></body></html>`;

const spiderOf = (name: string): string =>
  `${JSON.stringify(
    {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: ['http://127.0.0.1/shelf'],
      rules: [{ allow: ['/shelf'], callback: 'parse_shelf', follow: true }],
      callbacks: {
        parse_shelf: {
          iterate: { selector: 'article.thing' },
          extract: { name: { css: 'h2::text' }, price: { css: '.price::text' } },
        },
      },
    },
    null,
    2,
  )}\n`;

/** The screen with the tests of a spider that has two saved pages. */
class TestsScreen {
  readonly spider: string;
  readonly tester: TesterScreen;

  constructor(tester: TesterScreen, spider: string) {
    this.tester = tester;
    this.spider = spider;
  }

  get page(): Page {
    return this.tester.page;
  }

  get grid() {
    return this.page.getByRole('grid', { name: `Tests of ${this.spider}` });
  }

  /** A cell by its field and the number of its page. */
  cell(field: string, page: number) {
    const row = this.grid.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: field }) });
    return row.getByRole('gridcell').nth(page);
  }

  go(part: string): Promise<void> {
    return this.tester.window.go(`#/spider/default/${this.spider}/${part}`);
  }

  /** Goes where the spider is written, and waits until its text and its page are there. */
  async author(): Promise<void> {
    await this.go('author');
    await expect(this.page.locator('.author-text .view-line').first()).toBeVisible();
    await expect(this.tester.preview.locator('h1').first()).toBeVisible();
  }

  async open(): Promise<void> {
    await this.tester.window.studio.addSpider(spiderOf(this.spider));
    await this.tester.window.studio.openJson();
    const pages = [
      ['/shelf', shelf('One', ['Rope', 'Lamp', 'Oar'])],
      ['/shelf?page=3', shelf('Three', ['Net', 'Buoy'])],
    ] as const;
    for (const [path, html] of pages) {
      const page = await this.tester.addPage(this.spider, 'shelf.html', html);
      await this.tester.window.studio.call('pages.update', { page, url: `http://127.0.0.1${path}` });
    }
    await this.go('tests');
    await expect(this.cell('name', 0)).toBeVisible();
  }

  /** Replaces a part of the text, as somebody who types: the caret is behind what was found. */
  async type(before: string, after: string): Promise<void> {
    const { keyboard } = this.page;
    await this.tester.caretAt(before);
    for (let left = before.length; left > 0; left -= 1) await keyboard.press('Backspace');
    await keyboard.insertText(after);
  }
}

test.describe('the tests of a spider', () => {
  test('are locked, broken by an edit, explained and mended', async ({ tester, page }) => {
    const tests = new TestsScreen(tester, 'bench');
    await tests.open();
    await expect(page.getByRole('status').filter({ hasText: 'Nothing is locked yet' })).toBeVisible();

    // By keyboard: one cell, then everything by one click.
    await tests.cell('name', 0).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(tests.cell('price', 1)).toBeFocused();
    await page.keyboard.press('l');
    await expect(tests.cell('price', 1)).toHaveText('1 same: same');
    await page.getByRole('button', { name: 'Lock everything' }).click();
    await expect(tests.cell('price', 0)).toHaveText('2 same: same');
    await expect(tests.cell('next pages', 0)).toContainText('?page=2');
    await expect(
      page.getByRole('status').filter({ hasText: '6 tests on 2 pages, all as locked' }),
    ).toBeVisible();

    // An edit that fills what was empty, and one that breaks another field: the tab says so, the screen says what.
    await tests.author();
    await tests.type('h2::text', 'h3::text');
    await tests.type('.price::text', '.was::text');
    const tab = page.getByRole('link', { name: /^Tests/u });
    await expect(tab).toHaveAccessibleName('Tests (4 tests changed by this edit)');
    await tab.click();
    await expect(page.getByText('This edit breaks name on 2 pages and price on 2.')).toBeVisible();
    await tests.cell('name', 0).click();
    const detail = page.getByRole('region', { name: 'The chosen cell' });
    await expect(detail).toContainText('h3');
    await expect(detail.getByRole('row', { name: '1 Rope empty' })).toBeVisible();
    await expect(tests.cell('price', 0)).toHaveText('3 · 2 changed, 1 new: changed');

    // The page is shown at the field; the fix is one step there.
    await tests.cell('name', 0).focus();
    await page.keyboard.press('Alt+Enter');
    await expect(tester.preview.locator('h1')).toHaveText('One');
    await tests.type('h3::text', 'h2::text');
    await page.getByRole('link', { name: /^Tests/u }).click();
    await expect(page.getByText('This edit breaks price on 2 pages.')).toBeVisible();
    await expect(tests.cell('name', 0)).toHaveText('3 same: same');

    // The other change is what was wanted: it is right now.
    await tests.cell('price', 0).click();
    await page.getByRole('button', { name: /^This is right/u }).click();
    await expect(tests.cell('price', 0)).toHaveText('3 same: same');
  });

  test('follow a new name of a field', async ({ tester, page }) => {
    const tests = new TestsScreen(tester, 'renamed');
    await tests.open();
    await page.getByRole('button', { name: 'Lock everything' }).click();
    await expect(tests.cell('name', 0)).toHaveText('3 same: same');
    await tests.author();
    await tests.type('price', 'cost');
    await tests.go('tests');
    await expect(tests.cell('price', 0)).toHaveText('no longer extracted: missing');
    await page.getByRole('button', { name: 'Move them to cost' }).click();
    await expect(tests.cell('cost', 0)).toHaveText('2 same: same');
    await expect(page.getByRole('rowheader', { name: /^price/u })).toHaveCount(0);
  });

  test('show what has changed on the site, and keep the copy that is chosen', async ({
    tester,
    page,
    shop,
  }) => {
    const spider = 'drifting';
    const { studio } = tester.window;
    await studio.addSpider(shopSpider(spider, shop.origin));
    const url = `${shop.origin}/p/1`;
    await studio.call('pages.addUrl', { project: 'default', spider, url, allowPrivate: true });
    const tests = new TestsScreen(tester, spider);
    await tests.go('tests');
    await page.getByRole('button', { name: 'Lock everything' }).click();
    await expect(tests.cell('title', 0)).toHaveText('Things: same');

    shop.heading = 'Objects';
    await page.getByRole('button', { name: 'Fetch pages again' }).click();
    await page.getByRole('button', { name: 'Fetch them' }).click();
    const changes = page.getByRole('list', { name: 'What has changed on the pages' });
    await expect(changes).toContainText(/\/p\/1.*1 of \d+ texts is new\./u);
    const copies = page.getByRole('grid', { name: `Newer copies of ${spider}` });
    await expect(copies.getByRole('gridcell', { name: /^Objects/u })).toHaveText('Objects: changed');
    await expectNoFaults(page, 'newer copies');

    await changes.getByRole('button', { name: /^Keep the new page/u }).click();
    await expect(page.getByText('No newer copies wait')).toBeVisible();
    await page.getByRole('button', { name: 'Show the tests' }).click();
    await expect(tests.cell('title', 0)).toHaveText('Objects: changed');
    await tests.cell('title', 0).click();
    await page.keyboard.press('l');
    await expect(tests.cell('title', 0)).toHaveText('Objects: same');
  });

  test('look well', { tag: '@look' }, async ({ tester, page }) => {
    const tests = new TestsScreen(tester, 'looks-of-tests');
    await tests.open();
    await page.getByRole('button', { name: 'Lock everything' }).click();
    await expect(tests.cell('name', 0)).toHaveText('3 same: same');
    await tests.author();
    await tests.type('h2::text', 'h3::text');
    await tests.go('tests');
    await tests.cell('name', 0).click();
    await expect(page.getByText('This edit breaks name on 2 pages.')).toBeVisible();
    await expectNoFaults(page, 'tests');
    await page.keyboard.press('F9');
    await expect(page.getByRole('heading', { name: /^Refused: \d+ of 11 checks failed\.$/u })).toBeVisible();
    await expectNoFaults(page, 'a proof');
  });

  test('prove a spider, refuse an edit and lead to its field', async ({ tester, page }) => {
    const spider = 'sample-reviews';
    await tester.window.studio.crawlSample(spider);
    await tester.window.studio.openJson();
    const tests = new TestsScreen(tester, spider);
    await tests.go('tests');
    await page.getByRole('button', { name: 'Not proved yet' }).click();
    await page.keyboard.press('F9');
    const verdict = page.getByRole('region', { name: 'Proof' }).getByRole('heading', { level: 2 });
    await expect(verdict).toHaveText(/^Proved with \d+ pages, \d+ of them held back\.$/u);
    await page.getByRole('tab', { name: 'Saved pages' }).click();
    await expect(
      page.getByRole('button', { name: /^Version 1 was proved on .* with \d+ pages$/u }),
    ).toBeVisible();

    // An edit that breaks a field: the proof is of an earlier text, and the next one refuses.
    await tests.author();
    await tests.type('.product::attr', 'h9::attr');
    await tests.go('tests');
    await page.getByRole('button', { name: 'Changed since it was proved' }).click();
    await expect(page.getByText('The spider has changed since this proof.')).toBeVisible();
    await page.getByRole('button', { name: /^Prove again/u }).click();
    await expect(verdict).toHaveText('Refused: 1 of 11 checks failed.');

    // Its certificate can be kept, and its checksum told.
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save certificate' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('sample-reviews.proof.json');
    const certificate = JSON.parse(readFileSync(await saved.path(), 'utf8')) as Record<string, unknown>;
    expect(certificate['verdict']).toBe('refused');
    await page.getByRole('button', { name: 'Copy checksum' }).click();
    await expect(page.getByText('Checksum copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(certificate['signature']);

    // The problem leads to the field, beside the page that shows it; the versions tell what their proofs came to.
    const problems = page.getByRole('list', { name: 'Fill and types' });
    await problems.getByRole('button', { name: 'sku of parse_reviews' }).click();
    await tester.showJson(false);
    const name = tester.hand.getByRole('textbox', { name: 'Name of the field', exact: true });
    await expect(name).toHaveValue('sku');
    await page.keyboard.press('Alt+Shift+V');
    const versions = page.getByRole('listbox', { name: 'Versions' });
    await expect(versions.getByRole('option', { name: /^Version 1/u })).toContainText('Proved');
  });
});
