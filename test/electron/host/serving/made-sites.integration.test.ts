import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { judge, madeSites, serveMadeSite, type MadeSite } from '../../../servers/made-sites.ts';
import { openHost, type OpenHost } from '../open-host.ts';
import { given } from '../../../given.ts';

const project = 'default';

let studio: OpenHost;
beforeAll(async () => {
  // What a page needs must not depend on the browser of this machine.
  vi.stubEnv('SPIDER_STUDIO_BROWSER', 'none');
  studio = await openHost();
});
afterAll(async () => {
  await studio.close();
  vi.unstubAllEnvs();
});

/** Begins at the site, takes what is to be taken, and crawls. @returns the rows */
async function rowsOf(site: MadeSite, url: string): Promise<Record<string, unknown>[]> {
  const { page, spider, proposal } = await studio.call('spiders.begin', { project, url, allowPrivate: true });
  const [first] = proposal.choices;
  const wanted = site.scope === 'details' ? proposal.choices.find(({ scope }) => scope === 'details') : first;
  const choice = given(wanted);
  expect(choice).toMatchObject({ scope: site.scope });
  const { parts } =
    choice.sample === null
      ? choice
      : (
          await studio.call('pages.proposeDetails', {
            page: given(page).id,
            choice: choice.id,
            allowPrivate: true,
          })
        ).choice;
  const name = given(spider);
  const { text: begun } = await studio.call('spiders.get', { project, spider: name });
  const text = JSON.stringify({ ...JSON.parse(begun), ...parts });
  await studio.call('spiders.save', { project, spider: name, text, base: 1 });
  const { run } = await studio.call('runs.start', { project, spider: name, limit: null, allowPrivate: true });
  const outcome = await studio.call('runs.wait', { run: run.id });
  expect(outcome).toMatchObject({ state: 'completed' });
  const source = { project, spider: name, run: run.id };
  const { items } = await studio.call('results.items', { source, offset: 0, limit: 100 });
  return items.map(({ title, author, content, published_date, url: address, metadata }) => ({
    ...{ title, author, content, published_date, url: address },
    ...metadata,
  }));
}

describe('from the address of a site to its rows', () => {
  it.each(madeSites.map((site) => [site.name, site] as const))('%s', async (_, site) => {
    const server = await serveMadeSite(site);
    const rows = await rowsOf(site, server.url(site.start));
    const right = { missing: [], wrong: 0, rows: site.rows.length };
    expect(judge(rows, site.rows, server.origin)).toEqual(right);
    await server.close();
  });
});
