import { judge, madeSites, serveMadeSite, type MadeSite } from '../../servers/made-sites.ts';
import type { AppWindow } from './app-window.ts';
import { expect, test } from './fixtures.ts';
import { Person } from './person.ts';
import type { Studio } from './studio.ts';

/** From the start screen to the rows of the site. @returns the rows, and what was done */
async function fromAddress(
  window: AppWindow,
  studio: Studio,
  url: string,
  site: MadeSite,
): Promise<{ rows: Record<string, unknown>[]; did: string[] }> {
  const person = new Person(window.page);
  await person.readAddress(url);
  if (site.scope === 'details') await person.clickButton('The list and its details');
  else await expect(person.takeButton).toBeFocused();
  await person.take();
  await expect(await person.tryIt()).toContainText('Completed');
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
