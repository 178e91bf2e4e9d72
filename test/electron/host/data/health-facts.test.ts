import { expect, it, onTestFinished } from 'vitest';
import { openLocalDatabase } from '../../../../electron/host/database/local-database.ts';
import { scratchFolder } from '../../store/support.ts';

const press = { project: 'press', spider: 'news' };

/** What a health check knows of a spider with these settings, in a project that gives these. */
async function factsOf(settings: object, defaults: Record<string, number>) {
  const dataDir = scratchFolder();
  const database = openLocalDatabase({ dataDir, onOpen: () => undefined, publish: () => undefined });
  onTestFinished(() => database.close());
  const context = { window: null };
  await database.call('projects.create', { name: press.project }, context);
  const choice = { project: press.project, settings: defaults, exports: {} };
  await database.call('projects.setDefaults', choice, context);
  const text = JSON.stringify({
    name: press.spider,
    allowed_domains: ['example.org'],
    start_urls: ['https://example.org/'],
    settings,
  });
  await database.call('spiders.save', { project: press.project, spider: null, text, base: null }, context);
  return database.ask('quick', 'healthFacts', { ...press, head: 0 });
}

it.each([
  [
    'its own limits',
    { CLOSESPIDER_PAGECOUNT: 20 },
    { CLOSESPIDER_PAGECOUNT: 5 },
    { pages: 20, seconds: null },
  ],
  [
    'those of its project',
    {},
    { CLOSESPIDER_PAGECOUNT: 5, CLOSESPIDER_TIMEOUT: 60 },
    { pages: 5, seconds: 60 },
  ],
  ['none where nobody sets one', {}, {}, { pages: null, seconds: null }],
])('a sample has %s', async (_, settings, defaults, limits) => {
  expect(await factsOf(settings, defaults)).toMatchObject({ limits });
});

it.each([true, false])('a spider with DELTAFETCH_ENABLED %s is incremental or not', async (isIncremental) => {
  expect(await factsOf({ DELTAFETCH_ENABLED: isIncremental }, {})).toMatchObject({ isIncremental });
});
