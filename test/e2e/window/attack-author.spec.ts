import { attackPage, attacks } from './attack-site.ts';
import { spider, spiderText, test } from './attack-window.ts';
import { expect } from './fixtures.ts';

test.describe('an attack', () => {
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
    // The name of the field that it has become stands over the page until it is let go.
    await expect(page.getByRole('textbox', { name: 'Name of the field, on the page' })).toBeVisible();
    await page.keyboard.press('Escape');
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
    // The field in hand has its place beside the page while the JSON is closed.
    await page.keyboard.press('Control+J');
    await preview.locator('h1').click();
    await expect(
      page.getByRole('region', { name: 'Field in hand' }).getByRole('radio').first(),
    ).toBeAttached();
    await attacked.harmless('the field in hand', attacks.image);
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
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    await expect(page.getByText('Add a page to test the spider')).toBeVisible();
  });
});
