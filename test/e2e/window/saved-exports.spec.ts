import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3Region, startS3Server } from '../../servers/s3-server.ts';
import { withNumbers } from '../lamp-shop.ts';
import { expect } from './fixtures.ts';
import { test } from './lamp-shop-test.ts';
import { expectNoFaults } from './looks.ts';

test(
  'an export is saved to a bucket, carried out, and a failure is told with its reason',
  { tag: '@look' },
  async ({ page, studio, window, shop, setVariable, atEnd }) => {
    const server = await startS3Server();
    atEnd(() => server.close());
    setVariable('SAVED_EXPORTS_S3', `${server.accessKey}:${server.secretKey}`);
    await studio.call('projects.create', { name: 'default' });
    const place = { project: 'default', spider: 'lamps' };
    await studio.call('places.add', {
      name: 'lake',
      endpoint: server.endpoint,
      region: s3Region,
      bucket: server.bucket,
      prefix: '',
      pathStyle: true,
      secret: 'env:SAVED_EXPORTS_S3',
    });
    await studio.addSpider(JSON.stringify(withNumbers(shop.spider)));
    await studio.crawl({ ...place, limit: null, allowPrivate: true });

    await window.go('#/spider/default/lamps/results');
    await expect(page.getByRole('grid', { name: 'Items of lamps' })).toContainText('Lamp 2');
    await page.keyboard.press('Shift+E');
    const saved = page.getByRole('dialog', { name: 'Saved exports of lamps' });
    await expect(saved).toContainText('None yet.');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+Shift+E');
    await page.getByRole('combobox', { name: 'Format' }).selectOption('jsonl');
    await page.getByRole('button', { name: 'Save as…' }).click();
    const form = page.getByRole('dialog', { name: 'Save this export' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toHaveText('Give it a name.');
    await form.getByLabel('Name', { exact: true }).fill('lake');
    await form.getByRole('combobox', { name: 'Place' }).fill('nowhere');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toContainText('There is no place "nowhere". The places are lake.');
    await form.getByRole('combobox', { name: 'Place' }).fill('lake');
    await form.getByLabel('Name of the object').fill('{spider}/all');
    await form.getByRole('switch', { name: 'After every run' }).click();
    await expectNoFaults(page, 'saving an export');
    await form.getByRole('button', { name: 'Save' }).click();

    const row = saved.getByRole('listitem');
    await expect(row).toContainText('place:lake/{spider}/all');
    await row.getByRole('button', { name: 'Run now: lake' }).click();
    await expect(row).toContainText('Written for run 1');
    expect(server.objects.get('lamps/all.jsonl')?.body.toString()).toContain('Lamp 2');
    await expectNoFaults(page, 'saved exports');

    await row.getByRole('button', { name: 'Change lake' }).click();
    const change = page.getByRole('dialog', { name: 'Change lake' });
    await change.getByLabel('Where to').selectOption('postgres');
    await expect(change.getByLabel('Format')).toHaveCount(0);
    await change.getByLabel('Address').fill('postgresql://me:secret@db.example/shop');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change.getByRole('alert')).toContainText('A password does not belong into the address');
    await expectNoFaults(page, 'an export to PostgreSQL');
    await change.getByLabel('Where to').selectOption('place');
    await change.getByLabel('Format').selectOption('csv');
    await change.getByRole('button', { name: 'Save' }).click();
    server.objects.set('lamps/all.csv', { body: Buffer.from('mine'), etag: '"x"', storedAt: 0 });
    await row.getByRole('button', { name: 'Run now: lake' }).click();
    await expect(row).toContainText('Failed for run 1: "lamps/all.csv" is in place:lake already');
    expect(server.objects.get('lamps/all.csv')?.body.toString()).toBe('mine');
    await expectNoFaults(page, 'a saved export that failed');
    await page.keyboard.press('Escape');

    await window.go('#/project/default');
    const needs = page.getByRole('region', { name: 'Needs a person' });
    await expect(needs).toContainText('The export "lake" of run 1 failed.');
    await needs.getByRole('link', { name: 'Exports of lamps' }).click();
    await expect(row).toContainText('Failed for run 1');
    await row.getByRole('button', { name: 'Remove lake' }).click();
    await page.getByRole('dialog', { name: 'Remove lake?' }).getByRole('button', { name: 'Remove' }).click();
    await expect(saved).toContainText('None yet.');
  },
);

test(
  'what a saved export writes is changed in its list; its folder and its database are those of the desktop',
  { tag: '@look' },
  async ({ page, studio, window, shop, atEnd }) => {
    const folder = mkdtempSync(join(tmpdir(), 'saved-exports-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const place = { project: 'default', spider: 'lamps' };
    await studio.call('projects.create', { name: 'default' });
    await studio.addSpider(JSON.stringify(withNumbers(shop.spider)));
    await studio.crawl({ ...place, limit: null, allowPrivate: true });
    // As a window of the desktop saves them, whose dialogs have named the paths.
    const atDesktop = { door: 'desktop', takePath: () => true } as const;
    const database = join(folder, 'shop.db');
    await studio.call(
      'exports.saveRecipe',
      {
        ...place,
        name: 'files',
        afterRun: false,
        settings: {
          format: 'csv',
          columns: null,
          items: 'run',
          target: { kind: 'folder', folder, name: 'items' },
        },
      },
      atDesktop,
    );
    await studio.call(
      'exports.saveRecipe',
      {
        ...place,
        name: 'rows',
        afterRun: false,
        settings: {
          format: 'table',
          columns: null,
          items: 'run',
          target: { kind: 'table', database, table: 'lamps' },
        },
      },
      atDesktop,
    );

    await window.go('#/spider/default/lamps/results');
    await expect(page.getByRole('grid', { name: 'Items of lamps' })).toContainText('Lamp 2');
    await page.keyboard.press('Shift+E');
    const saved = page.getByRole('dialog', { name: 'Saved exports of lamps' });
    await expectNoFaults(page, 'saved exports of a folder and a database');
    await saved.getByRole('button', { name: 'Change what files writes' }).click();
    const written = page.getByRole('dialog', { name: 'What files writes' });
    await written.getByRole('checkbox', { name: 'price' }).click();
    await written.getByRole('combobox', { name: 'Format' }).selectOption('csv');
    await expect(written.getByRole('columnheader', { name: 'title', exact: true })).toBeVisible();
    await expectNoFaults(page, 'what a saved export writes');
    await written.getByRole('button', { name: 'Save' }).click();
    const files = saved.getByRole('listitem').filter({ hasText: 'files' });
    await files.getByRole('button', { name: 'Run now: files' }).click();
    await expect(files).toContainText('Written for run 1');
    const [head = ''] = readFileSync(join(folder, 'items.csv'), 'utf8').split('\r\n');
    expect(head).toContain('title');
    expect(head).not.toContain('price');

    await saved.getByRole('button', { name: 'Change what rows writes' }).click();
    const rows = page.getByRole('dialog', { name: 'What rows writes' });
    await expect(rows).toContainText('Rows of a database');
    await expect(rows.getByRole('combobox', { name: 'Format' })).toHaveCount(0);
    await expectNoFaults(page, 'what a saved export writes into a database');
    await rows.getByRole('button', { name: 'Cancel' }).click();

    // A browser changes everything but the place.
    await saved.getByRole('button', { name: 'Change files', exact: true }).click();
    const change = page.getByRole('dialog', { name: 'Change files' });
    await expect(change.getByLabel('Folder')).toHaveValue(folder);
    await expect(change.getByRole('button', { name: 'Choose…' })).toHaveCount(0);
    await change.getByLabel('Name of the file').fill('all');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(saved).toContainText(`${folder} (all)`);
    await saved.getByRole('button', { name: 'Change rows', exact: true }).click();
    const changeRows = page.getByRole('dialog', { name: 'Change rows' });
    await expect(changeRows.getByLabel('Database')).toHaveValue(database);
    await expect(changeRows.getByRole('button', { name: 'Choose…' })).toHaveCount(0);
    await changeRows.getByRole('button', { name: 'Cancel' }).click();

    // The dialogs of a desktop name a folder and a file; behind the door of browsers, its host takes neither.
    await page.evaluate((named) => {
      Object.assign(globalThis, {
        spiderStudio: { chooseFolder: async () => named, chooseSavePath: async () => `${named}/other.db` },
      });
    }, `${folder}/other`);
    await saved.getByRole('button', { name: 'Change files', exact: true }).click();
    await change.getByRole('button', { name: 'Choose…' }).click();
    await expect(change.getByLabel('Folder')).toHaveValue(`${folder}/other`);
    await expectNoFaults(page, 'a folder chosen for a saved export');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change.getByRole('alert')).toContainText('saved where a folder can be chosen');
    await change.getByLabel('Where to').selectOption('sqlite');
    await change.getByRole('button', { name: 'Choose…' }).click();
    await expect(change.getByLabel('Database')).toHaveValue(`${folder}/other/other.db`);
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change.getByRole('alert')).toContainText('saved where a folder can be chosen');
  },
);
