import type { Page } from '@playwright/test';
import { expect, shared, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { Studio } from './studio.ts';

/** Windows with little room: of 1100 pixels, and one of 1440 by 900 at a zoom of 200 %. */
const rooms = { small: { width: 1100, height: 700 }, zoomed: { width: 720, height: 450 } };

const spider = '#/spider/default/sample-shop';
const screens: readonly (readonly [hash: string, ready: string])[] = [
  ['#/run/1', '.results-first'],
  ['#/run/1/requests', '[role=row][data-row="3"]'],
  ['#/run/1/log', '[role=listitem]'],
  ['#/run/1/items', '[role=row][data-row="3"]'],
  [`${spider}/results`, '[role=row][data-row="3"]'],
  [`${spider}/runs`, '[role=row][data-row="0"]'],
];

const crawled = shared(async () => {
  const studio = await Studio.start();
  await studio.crawlSample();
  return studio;
});

const test = base.extend({
  studio: async ({ atWorkerEnd }, use) => use(await crawled(atWorkerEnd)),
});

/** What is wrong with the panes that are shown: they lie over one another, are too small, or stick out of the window. None: []. */
const paneFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const minSize = 60;
    const panes = [...document.querySelectorAll('.wb-main [data-pane]')].filter((pane) =>
      pane.checkVisibility(),
    );
    const boxOf = (pane: Element) => ({
      name: pane.getAttribute('data-pane') ?? '',
      pane,
      box: pane.getBoundingClientRect(),
    });
    const boxes = panes.map(boxOf);
    const faults = boxes.flatMap(({ name, box }) => [
      ...(box.width < minSize || box.height < minSize ? [`${name} is ${box.width} by ${box.height}`] : []),
      ...(box.right > innerWidth + 1 || box.bottom > innerHeight + 1 ? [`${name} sticks out`] : []),
    ]);
    for (const a of boxes) {
      for (const b of boxes) {
        if (a === b || a.pane.contains(b.pane) || b.pane.contains(a.pane)) continue;
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across > 1 && down > 1) faults.push(`${a.name} lies over ${b.name}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the window scrolls sideways');
    return faults;
  });

for (const [name, size] of Object.entries(rooms)) {
  test(`no pane lies over another in a ${name} window`, async ({ window, page }) => {
    await page.setViewportSize(size);
    for (const [hash, ready] of screens) {
      await window.go(hash);
      await expect(page.locator(ready).first()).toBeVisible();
      await expect.poll(() => paneFaults(page), { message: hash }).toEqual([]);
      await expectNoFaults(page, `${hash}, ${name}`);
    }
  });
}

test('the table of a spider takes the room of the page in a zoomed window', async ({ window, page }) => {
  await page.setViewportSize(rooms.zoomed);
  await window.go(`${spider}/author`);
  await page.getByRole('tab', { name: 'Table', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Links', exact: true })).toBeVisible();
  const table = page.locator('[data-pane="tester"]');
  await expect.poll(async () => (await table.boundingBox())?.height ?? 0).toBeGreaterThan(150);
  await page.getByRole('tab', { name: 'Page', exact: true }).click();
  await expect(table).toBeHidden();
  await expectNoFaults(page, 'the author in a zoomed window');
});

test('panes without room are switched, and the sidebar opens over the screen', async ({ window, page }) => {
  await page.setViewportSize(rooms.zoomed);
  await window.go(`${spider}/results`);
  await page.getByRole('gridcell', { name: 'HC-202', exact: true }).click();
  const inspector = page.locator('[data-pane="inspector"]');
  await expect(inspector).toBeHidden();
  await page.getByRole('tab', { name: 'Inspector', exact: true }).click();
  await expect(inspector.getByRole('heading', { name: "Fisherman's jumper" })).toBeVisible();
  await expect(page.getByRole('grid')).toBeHidden();
  await expectNoFaults(page, 'the inspector of a folded window');
  await page.getByRole('tab', { name: 'Table of items', exact: true }).click();
  await expect(page.getByRole('row', { selected: true })).toContainText('HC-202');

  await expect(page.locator('[data-pane="sidebar"]')).toBeHidden();
  await page.keyboard.press('Control+b');
  const drawer = page.getByRole('dialog', { name: 'Spiders' });
  await expect(drawer.getByRole('link', { name: 'sample-shop' })).toBeVisible();
  await expectNoFaults(page, 'the sidebar over the screen', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.keyboard.press('Control+b');
  await drawer.getByRole('link', { name: 'sample-shop' }).click();
  await expect(drawer).toBeHidden();
  expect(await window.hash()).toBe(spider);
});
