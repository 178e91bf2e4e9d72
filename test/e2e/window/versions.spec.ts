import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

test(
  'any version is run whole or tested, and the run tells which',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await studio.crawlSample();
    const of = { project: 'default', spider: 'sample-shop' };
    const { text } = await studio.call('spiders.get', of);
    const edited = JSON.stringify({ ...(JSON.parse(text) as object), description: 'Another one.' });
    await studio.call('spiders.save', { ...of, text: edited, base: 1 });
    await studio.call('app.setPreferences', {
      patch: {
        choices: { 'run.start': { 'default/sample-shop': { kind: 'test', limit: 3, allowPrivate: true } } },
      },
    });
    const choose = async () => {
      await window.go('#/spider/default/sample-shop/author');
      await expect(page.getByText('16 fields by parse_product')).toBeVisible();
      await page.keyboard.press('Alt+Shift+V');
      const versions = page.getByRole('listbox', { name: 'Versions' });
      await versions.getByRole('option', { name: /Version 1/u }).click();
    };
    await choose();
    await expectNoFaults(page, 'the versions of a spider');
    await page.getByRole('button', { name: 'Run version 1' }).click();
    const head = page.getByRole('region', { name: 'State of the run' });
    await expect(head).toContainText('Completed');
    await expect(head).toContainText('version 1');
    await expect(page.getByRole('region', { name: 'Start options' })).toContainText('Full run');
    await expectNoFaults(page, 'a run of an earlier version');

    await choose();
    await page.getByRole('button', { name: 'Test version 1' }).click();
    await expect(head).toContainText('limit of 3 items');
    await expect(head).toContainText('version 1');
    const { runs } = await studio.call('runs.list', { ...of, limit: 3 });
    expect(runs.map(({ version, kind, options }) => [version, kind, options.limit])).toEqual([
      [1, 'test', 3],
      [1, 'full', null],
      [1, 'full', null],
    ]);
  },
);
