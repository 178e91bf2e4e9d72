import { expect } from './fixtures.ts';
import { first, test } from './author-screen.ts';
import { expectNoAxeFaults } from './looks.ts';

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

test.describe('writing a spider', () => {
  test('mends three mistakes in three ways, saves, compares and restores', async ({
    window,
    page,
    author,
  }) => {
    await window.write(mistaken);
    await author.errors(3);

    // The quick fix of the editor.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await expect(page.getByText('Rule 0 references undefined callback').first()).toBeVisible();
    await page.keyboard.press('Control+.');
    await expect(page.locator('.action-widget').getByText('Change to "parse_item"')).toBeVisible();
    await page.keyboard.press('Enter');
    await author.errors(2);

    // The button in the list of problems.
    await author.counter.click();
    await page.getByRole('button', { name: 'Rename to "priority"' }).click();
    await author.errors(1);

    // The form.
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByRole('tab', { name: /Settings/ }).click();
    await page.getByLabel('CONCURRENT_REQUESTS', { exact: true }).fill('32');
    await expect(author.counter.getByText('No problems')).toBeVisible();

    await page.keyboard.press('Control+S');
    await expect(page.getByText('Saved as version 2')).toBeVisible();
    expect((await author.stored()).text).toBe(mended);
    expect((await author.stored()).draft).toBeNull();

    // The steps are still there after saving, and go on through the form and the text.
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.locator('.author-text .monaco-editor').first().click();
    await page.keyboard.press('Control+Z');
    await author.errors(1);
    await page.keyboard.press('Control+Shift+Z');
    await expect(author.counter.getByText('No problems')).toBeVisible();

    await page.keyboard.press('Alt+Shift+V');
    await page
      .getByRole('listbox', { name: 'Versions' })
      .getByRole('option', { name: /Version 1/ })
      .click();
    await expect(page.locator('.author-versions .line-insert').first()).toBeVisible();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await expect(page.getByText('Version 1 is the newest again, as version 3')).toBeVisible();
    expect(await author.stored()).toMatchObject({ text: first, summary: { version: 3 } });
  });

  test('brings edits back that were not saved, also those that are no spider', async ({
    window,
    page,
    author,
  }) => {
    const broken = first
      .replace('"name": "shop",', '// my shop\n  "name": "shop",')
      .replace('example.org/"', 'example.org/more"');
    await window.write(broken);
    await expect(page.getByText(/comments and commas before a closing bracket/)).toBeVisible();
    await page.keyboard.press('Control+S');
    await expect(author.notice.getByText('Kept as a draft, not as a version.')).toBeVisible();
    expect(await author.stored()).toMatchObject({ draft: { text: broken }, summary: { version: 1 } });

    await page.reload();
    await expect(author.notice.getByText(/that were not saved are back/)).toBeVisible();
    await expect(page.locator('.view-line').getByText('// my shop')).toBeVisible();
    await page.getByRole('button', { name: 'Remove them' }).click();
    await expect(author.counter.getByText('No problems')).toBeVisible();
    await page.getByRole('button', { name: 'Discard them' }).click();
    await expect(page.locator('.author-saved').filter({ hasNotText: /\S/ })).toBeAttached();
    await expect.poll(async () => (await author.stored()).draft).toBeNull();
  });

  test('tells of a version that was saved elsewhere, and asks which one is to be the newest', async ({
    window,
    page,
    author,
  }) => {
    await window.write(first.replace('example.org/"', 'example.org/mine"'));
    await author.save(first.replace('example.org/"', 'example.org/theirs"'), 1);
    await expect(author.notice.getByText('Version 2 was saved elsewhere')).toBeVisible();
    await page.keyboard.press('Control+S');
    await page.getByRole('button', { name: 'Save mine as version 3' }).click();
    await expect(page.getByText('Saved as version 3')).toBeVisible();
    expect((await author.stored()).text).toContain('example.org/mine');
  });

  test('asks whether a new name renames the spider', async ({ window, page }) => {
    await window.write(first.replace('"shop"', '"market"'));
    await page.keyboard.press('Control+S');
    await page.getByRole('button', { name: 'Rename the spider' }).click();
    await expect(page.getByRole('heading', { name: 'market', level: 1 })).toBeVisible();
    await expect(page.locator('.view-line').getByText('market')).toBeVisible();
    expect(page.url()).toContain('#/spider/default/market/author');
  });

  test('says which rule takes a URL', async ({ window, page, author }) => {
    await window.write(mended);
    await expect(author.counter.getByText('No problems')).toBeVisible();
    await page.getByRole('button', { name: 'Explain a URL' }).click();
    await page.getByRole('searchbox', { name: 'URL' }).fill('https://example.org/item/7');
    await page.getByRole('button', { name: 'Show rule 0' }).click();
    await expect.poll(() => page.locator('.monaco-editor .current-line').count()).toBeGreaterThan(0);

    // A pattern that nearly matches is mended by one click.
    await page.getByRole('searchbox', { name: 'URL' }).fill('https://example.org/itme/7');

    await page.getByRole('button', { name: /^Use .*itme/u }).click();
    await expect(page.locator('.author-explain-answer').getByText('Extracted')).toBeVisible();
    await page.keyboard.press('Control+Z');
  });

  test('says in the form where the text cannot be read', async ({ window, page }) => {
    await window.write('{ "name": "shop", "rules": [ }');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await expect(page.getByText('The text is not valid JSON')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go to line 1' })).toBeVisible();
  });
});

test(
  'text, form and problems have room at once, and axe finds no fault',
  { tag: ['@look', '@narrow'] },
  async ({ window, page, author }) => {
    await window.write(mistaken);
    await author.errors(3);
    await author.counter.click();
    await window.button('Both').click();
    for (const tab of ['Spider', 'Rules', 'Callbacks', 'Settings']) {
      await page
        .getByRole('tab', { name: new RegExp(tab) })
        .first()
        .click();
      const fields = await page.locator('.author-form [role=tabpanel]').boundingBox();
      expect.soft(fields?.height, tab).toBeGreaterThan(160);
      await expectNoAxeFaults(page, tab, '.author-spider');
    }
    // The first line can be scrolled in half: the text is shown where the caret is.
    const line = page.locator('.author-text .line-numbers').nth(1);
    await expect.soft(line).toBeInViewport({ ratio: 0.9 });
    await expect.soft(page.locator('.author-problem-text').first()).toBeInViewport({ ratio: 0.9 });
  },
);
