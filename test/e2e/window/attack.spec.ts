import { alarm, attackPage, attacks, openAttackSite } from './attack-site.ts';
import { fieldName, spider, spiderText, test } from './attack-window.ts';
import { expect } from './fixtures.ts';

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
    await dialog.getByRole('tab', { name: 'First rows' }).click();
    await expect(dialog.getByRole('region', { name: 'The first rows' })).toBeVisible();
    await attacked.harmless('the first rows of the export');
    await dialog.getByRole('tab', { name: 'Beginning of the file' }).click();
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
    await attacked.go(`#/item/${item?.id ?? ''}`, '.ui-value-fields');
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
