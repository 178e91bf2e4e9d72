import type { Page } from '@playwright/test';
import { judge, madeSites, serveMadeSite, type MadeSite } from '../../servers/made-sites.ts';
import type { AppWindow } from './app-window.ts';
import { expect, test } from './fixtures.ts';
import type { Studio } from './studio.ts';

/** A person who counts what they do: a click, a key and what is pasted are one each. */
class Person {
  readonly did: string[] = [];
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async paste(text: string): Promise<void> {
    this.did.push('paste');
    await this.page.keyboard.insertText(text);
  }
  async press(key: string): Promise<void> {
    this.did.push(key);
    await this.page.keyboard.press(key);
  }
  async click(name: string): Promise<void> {
    this.did.push(name);
    await this.page.getByRole('button', { name, exact: true }).first().click();
  }
}

/** From the start screen to the rows of the site. @returns the rows, and what was done */
async function fromAddress(
  window: AppWindow,
  studio: Studio,
  url: string,
  site: MadeSite,
): Promise<{ rows: Record<string, unknown>[]; did: string[] }> {
  const { page } = window;
  const person = new Person(page);
  await window.go('#/');
  await expect(page.getByRole('textbox', { name: 'Address of a page' })).toBeFocused();
  await person.paste(url);
  await person.press('Enter');
  await person.click('Read it, the site is mine');
  const bar = page.getByRole('region', { name: 'This page' });
  const take = bar.getByRole('button', { name: 'Take these rows' });
  await expect(take).toBeVisible();
  if (site.scope === 'details') {
    await person.click('The list and its details');
    await person.click('Take these rows');
  } else {
    await expect(take).toBeFocused();
    await person.press('Enter');
  }
  await expect(take).toBeHidden();
  await person.press('F5');
  await expect(page.getByRole('region', { name: 'Rows from the site' })).toContainText('Completed');
  const { runs } = await studio.call('runs.list', { project: 'default', limit: 1 });
  const [run] = runs;
  if (run === undefined) throw new Error('Nothing was tried.');
  const { items } = await studio.call('results.items', {
    source: { project: 'default', spider: run.spider, run: run.id },
    offset: 0,
    limit: 100,
  });
  return { rows: items.map(({ metadata, ...fixed }) => ({ ...fixed, ...metadata })), did: person.did };
}

const scopes = {
  page: 'the rows of one page',
  all: 'the rows of all pages',
  details: 'the rows with their details',
};

for (const [scope, what] of Object.entries(scopes))
  test(`from an address to ${what}, in few steps`, async ({ studio, window }) => {
    await studio.call('projects.create', { name: 'default' });
    for (const site of madeSites.filter((each) => each.scope === scope)) {
      await test.step(site.name, async () => {
        const server = await serveMadeSite(site);
        const { rows, did } = await fromAddress(window, studio, server.url(site.start), site);
        expect(judge(rows, site.rows, server.origin)).toEqual({
          missing: [],
          wrong: 0,
          rows: site.rows.length,
        });
        expect(did.length, did.join(', ')).toBeLessThanOrEqual(site.scope === 'details' ? 10 : 6);
        await server.close();
      });
    }
  });
