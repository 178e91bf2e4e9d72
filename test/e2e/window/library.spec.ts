import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPack, writePack } from '../../../electron/packs/pack-file.ts';
import { given } from '../../given.ts';
import { expect, test as base } from './fixtures.ts';
import { addTeam, lampsWith, publishLamps } from './library-given.ts';
import { expectNoFaults } from './looks.ts';
import { Studio } from './studio.ts';

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  studio: async ({}, use) => {
    const studio = await Studio.start(addTeam);
    await use(studio);
    await studio.close();
  },
});

const broken = (text: string) => text.replace('.price', '.amount');
const renamed = (text: string) => text.replace('"rules"', '"description": "Slower",\n  "rules"');

test(
  'the library is searched by keyboard, shows what an entry takes, and imports it in one click',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await window.go('#/library');
    const grid = page.getByRole('grid', { name: 'Spiders and templates' });
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(grid.getByRole('gridcell', { name: 'Shop with variants' })).toBeVisible();
    await expect(preview.getByText('values as locked')).toBeVisible();
    await expectNoFaults(page, 'the library');

    await page.keyboard.press('/');
    await page.keyboard.type('nothing has this');
    await expect(page.getByRole('heading', { name: 'Nothing has these words' })).toBeVisible();
    await expectNoFaults(page, 'nothing found');
    await page.keyboard.press('Escape');
    await page.keyboard.type('lamps.example shop');
    await expect(page.getByText('1 of 13')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(grid).toBeFocused();
    await expect(preview.getByRole('heading', { name: 'Lamps and their prices' })).toBeVisible();
    await expect(preview.getByRole('cell', { name: 'Brass lamp ☀' })).toBeVisible();
    await expect(preview.getByText('2 values as locked')).toBeVisible();
    await expect(preview.getByText('CC0-1.0')).toBeVisible();
    await expectNoFaults(page, 'a spider of a registry');

    await preview.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('lamps is imported')).toBeVisible();
    await expect(page).toHaveURL(/#\/spider\/default\/lamps/u);
    const versions = await studio.call('spiders.versions', { project: 'default', spider: 'lamps' });
    expect(versions.map(({ note }) => note)).toEqual(['From team/lamps@1: The first']);

    await window.go('#/library');
    await page.getByRole('searchbox', { name: 'Search the library' }).fill('lamps');
    await expect(preview.getByRole('heading', { name: 'Lamps and their prices' })).toBeVisible();
    await expect(preview.getByText('2 values as locked')).toBeVisible();
    await expect(preview.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
    await page.getByRole('searchbox', { name: 'Search the library' }).press('ArrowDown');
    await expect(grid).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Import/u });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('no name');
    await expect(dialog.getByRole('alert')).toContainText('letters');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('torches');
    await expect(dialog.getByText('torches will be a new spider.')).toBeVisible();
    await expectNoFaults(page, 'an import under another name', '[role="dialog"]');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/spider\/default\/torches/u);
  },
);

test(
  'an update is shown as a difference with its fixtures, asked for where it matters, and gone back from',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    const of = { project: 'default', spider: 'lamps' };
    await studio.call('library.import', { registry: 'team', name: 'lamps', version: 1, project: 'default' });
    await window.go('#/library?view=updates');
    await expect(page.getByRole('gridcell', { name: 'up to date' })).toBeVisible();
    await expectNoFaults(page, 'nothing newer');

    await publishLamps(studio.dataDir, lampsWith(renamed), 'With a description');
    await page.getByRole('button', { name: 'Read all registries again' }).click();
    const update = page.getByRole('region', { name: 'Update' });
    await expect(update.getByRole('heading', { name: 'lamps: version 1 → 2' })).toBeVisible();
    await expect(update.getByText('2 values as locked')).toBeVisible();
    await expect(update.getByText('With a description')).toBeVisible();
    await expect(update.locator('.line-insert').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Library/u })).toContainText('1');
    await expectNoFaults(page, 'an update');
    await update.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByText('lamps is up to date')).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'up to date' })).toBeVisible();

    const { text } = await studio.call('spiders.get', of);
    await studio.call('spiders.save', { ...of, text: text.replace('Slower', 'Mine'), base: 2 });
    await publishLamps(studio.dataDir, lampsWith(broken), 'Faster');
    await page.getByRole('button', { name: 'Read all registries again' }).click();
    await expect(page.getByRole('gridcell', { name: 'newer, changed here' })).toBeVisible();
    await expect(update.getByText('1 of 2 values differ')).toBeVisible();
    await expect(update.getByRole('cell', { name: '12.50' })).toBeVisible();
    await expect(update.getByRole('list', { name: 'Who changed what' })).toContainText(
      'description changed in both',
    );
    await expectNoFaults(page, 'an update that is wrong, of a spider that was changed');
    await update.getByRole('button', { name: 'Update', exact: true }).click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(question).toContainText('Your changes stay in version 3');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await studio.call('spiders.get', of)).summary.version).toBe(3);
    await update.getByRole('button', { name: 'Update', exact: true }).click();
    await question.getByRole('button', { name: 'Update', exact: true }).click();
    await expect.poll(async () => (await studio.call('spiders.get', of)).summary.version).toBe(4);
    await update.getByRole('button', { name: 'Go back' }).click();
    await expect.poll(async () => (await studio.call('spiders.get', of)).text).toContain('Mine');
  },
);

test(
  'a pack is written, opened by choice and by drop, and refused where it is damaged',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await studio.call('library.import', { registry: 'team', name: 'lamps', version: 1, project: 'default' });
    await window.go('#/library');
    await page.getByRole('link', { name: 'lamps' }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Pack…' }).click();
    const packing = page.getByRole('dialog', { name: 'Pack “lamps”' });
    await packing.getByRole('textbox', { name: 'Author' }).fill('Bob');
    await expectNoFaults(page, 'packing', '[role="dialog"]');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      packing.getByRole('button', { name: 'Save the pack' }).click(),
    ]);
    const written = await readPack(readFileSync(given(await download.path())));
    expect(written).toMatchObject({ name: 'lamps', author: 'Bob', earlier: [] });

    const file = join(studio.dataDir, 'torches.spiderpack');
    const pack = lampsWith((text) => text.replaceAll('"lamps"', '"torches"'));
    writeFileSync(file, await writePack({ ...pack, name: 'torches' }));
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a pack…' }).click(),
    ]);
    await chooser.setFiles(file);
    const dialog = page.getByRole('dialog', { name: 'torches, version 2' });
    await expect(dialog.getByText('2 values as locked')).toBeVisible();
    await expect(dialog.getByText('torches will be a new spider.')).toBeVisible();
    await expectNoFaults(page, 'a pack', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page).toHaveURL(/#\/spider\/default\/torches/u);

    const bytes = [...readFileSync(file).subarray(0, -40)];
    await page.evaluate((content) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([new Uint8Array(content)], 'cut.spiderpack'));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
      );
    }, bytes);
    const refused = page.getByRole('dialog', { name: 'cut.spiderpack' });
    await expect(refused.getByRole('heading', { name: 'The pack cannot be opened.' })).toBeVisible();
    await expect(refused.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
    await expectNoFaults(page, 'a damaged pack', '[role="dialog"]');
  },
);

test(
  'a spider is published, and registries are added and removed',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await studio.addSpider(
      JSON.stringify({
        name: 'chairs',
        allowed_domains: ['chairs.example'],
        start_urls: ['https://chairs.example/'],
      }),
    );
    await window.go('#/spider/default/chairs/author');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('Publish a spider');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish “chairs”' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Chairs');
    await dialog.getByRole('textbox', { name: 'What is new' }).fill('All of it');
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('oak, no_tag');
    await expect(dialog.getByRole('alert')).toContainText('“no_tag” is no tag');
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await expectNoFaults(page, 'a tag that is none', '[role="dialog"]');
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('Oak, four-legs');
    await expectNoFaults(page, 'publishing', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('chairs is published')).toBeVisible();
    await window.go('#/library');
    await expect(page.getByRole('gridcell', { name: 'Chairs', exact: true })).toBeVisible();
    const chairs = { registry: 'team', name: 'chairs', version: null };
    expect((await studio.call('library.entry', chairs)).tags).toEqual(['oak', 'four-legs']);

    await page.getByRole('button', { name: 'Registries…' }).click();
    const registries = page.getByRole('dialog', { name: 'Registries' });
    await expect(registries.getByText('Spiders of the team')).toBeVisible();
    await registries.getByRole('textbox', { name: 'Name' }).fill('web');
    await registries.getByRole('textbox', { name: 'Location' }).fill('http://127.0.0.1:9/library/');
    await registries.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(registries.getByRole('alert')).toContainText('private addresses');
    await expectNoFaults(page, 'registries', '[role="dialog"]');
    await registries.getByRole('textbox', { name: 'Location' }).fill('/somewhere');
    await registries.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(registries.getByRole('alert')).toContainText('command line');
    await expect(registries.getByText('spider-studio library add web /somewhere')).toBeVisible();
    await registries.getByRole('checkbox', { name: 'Make a new one there' }).click();
    await expect(registries.getByText("/somewhere --create 'Our spiders'")).toBeVisible();
    await expectNoFaults(page, 'a new registry', '[role="dialog"]');
    await registries.getByRole('button', { name: 'Remove team' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(registries.getByText('Spiders of the team')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('gridcell', { name: 'Chairs', exact: true })).toHaveCount(0);
  },
);
