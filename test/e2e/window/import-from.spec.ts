import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../../../electron/evidence/zip.ts';
import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/converters');
const bytesOf = (name: string): Buffer => readFileSync(join(fixtures, name));
const project = ['project.json', 'items.json', 'extractors.json', 'spiders/lamps.example.json'];
const sample = 'spiders/lamps.example/4583-41b4-9edb.json';
const archive = zip([...project, sample].map((name) => ({ name, bytes: bytesOf(`portia/lamps/${name}`) })));
const sitemap = {
  _id: 'boats',
  startUrl: ['https://boats.example/'],
  selectors: [
    { id: 'name', type: 'SelectorText', selector: 'h1', parentSelectors: ['_root'] },
    { id: 'odd', type: 'SelectorTeleport', selector: 'b', parentSelectors: ['_root'] },
  ],
};

test('files of other tools are converted, and say what was lost, before anything is stored', async ({
  page,
  window,
}) => {
  await window.go('#/welcome');
  await page.keyboard.press('Control+o');
  const dialog = page.getByRole('dialog', { name: 'Import spiders' });
  await page.getByLabel('Spider files').setInputFiles([
    { name: 'boats.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(sitemap)) },
    { name: 'rules.py', mimeType: 'text/x-python', buffer: bytesOf('scrapy/rules.py') },
    { name: 'lamps.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) },
    { name: 'none.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive') },
    { name: 'broken.py', mimeType: 'text/x-python', buffer: Buffer.from('class A(Spider):\n    x = (') },
  ]);
  const files = dialog.getByRole('list', { name: 'Import preview' });
  await expect(files).toContainText('“boats” is new');
  await expect(files).toContainText('“ships” is new');
  await expect(files).toContainText('“lamps-example” is new');
  await expect(files).toContainText('It is no ZIP archive, or it is damaged.');
  await expect(files).toContainText('Line 2 is not valid Python: "(" is never closed.');
  const report = dialog.getByText('Converted from a sitemap of Web Scraper');
  await expect(report).toContainText('1 without an equal');
  await expect(dialog.getByText('There is no equal of SelectorTeleport.')).toBeHidden();
  await report.click();
  await expect(dialog.getByText('There is no equal of SelectorTeleport.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 3 spiders' }).click();
  await expect(page.getByText('3 spiders imported')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the report of a conversion is read in the dialog', { tag: '@look' }, async ({ page, window }) => {
  await window.go('#/welcome');
  await page.keyboard.press('Control+o');
  const dialog = page.getByRole('dialog', { name: 'Import spiders' });
  await page.getByLabel('Spider files').setInputFiles([
    { name: 'lamps.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) },
    { name: 'settings.py', mimeType: 'text/x-python', buffer: bytesOf('scrapy/settings.py') },
  ]);
  await dialog.getByText('Converted from a spider of Scrapy').click();
  await expect(dialog.getByRole('heading', { name: 'Without an equal' })).toBeVisible();
  await expect(dialog.getByText('Nothing here reads this setting.')).toBeVisible();
  await expectNoFaults(page, 'import of other tools', '[role="dialog"]');
});
