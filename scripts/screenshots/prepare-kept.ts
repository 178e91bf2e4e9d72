import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';

type Ask = <N extends CallName>(name: N, args: CallArgs<N>) => Promise<CallValue<N>>;

const project = 'default';

/** Publishes to a registry, deletes something of each kind, and saves exports. @param text the spider of the sample site */
export async function prepareKept(ask: Ask, dataDir: string, text: string): Promise<void> {
  await fillRegistry(ask, join(dataDir, 'team'));
  await fillTrash(ask, text);
  await saveExports(ask);
}

async function fillRegistry(ask: Ask, folder: string): Promise<void> {
  mkdirSync(folder);
  await ask('library.addRegistry', { name: 'team', location: folder, create: 'Spiders of the team' });
  await ask('library.publish', {
    project,
    spider: 'sample-shop',
    registry: 'team',
    title: 'The Harbour Shop',
    tags: ['shop', 'prices'],
    author: 'Ada',
    licence: 'CC0-1.0',
    notes: 'Takes the price before a reduction, too',
  });
}

async function fillTrash(ask: Ask, text: string): Promise<void> {
  const crawl = async (spider: string, limit: number | null): Promise<string> => {
    const { run } = await ask('runs.start', { project, spider, limit, allowPrivate: true });
    await ask('runs.wait', { run: run.id });
    return run.id;
  };
  const save = (into: string, name: string) =>
    ask('spiders.save', {
      project: into,
      spider: null,
      text: text.replace('"sample-shop"', `"${name}"`),
      base: null,
    });
  await save(project, 'summer-sale');
  await crawl('summer-sale', null);
  await ask('spiders.delete', { project, spider: 'summer-sale', dryRun: false });
  await ask('projects.create', { name: 'last-year' });
  for (const name of ['winter-sale', 'spring-sale']) await save('last-year', name);
  await ask('projects.delete', { project: 'last-year', dryRun: false });
  await ask('runs.delete', { run: await crawl('sample-shop', 5) });
}

async function saveExports(ask: Ask): Promise<void> {
  await ask('places.add', {
    name: 'lake',
    endpoint: 'https://s3.example',
    region: 'us-east-1',
    bucket: 'shops',
    prefix: '',
    pathStyle: true,
    secret: 'keychain:LAKE',
  });
  const shop = { project, spider: 'sample-shop' };
  await ask('exports.saveRecipe', {
    ...shop,
    name: 'lake',
    afterRun: true,
    settings: {
      format: 'parquet',
      columns: null,
      items: 'new',
      target: { kind: 'place', place: 'place:lake', key: '{spider}/{date}/{run}' },
    },
  });
  await ask('exports.saveRecipe', {
    ...shop,
    name: 'prices of the shop',
    afterRun: true,
    settings: {
      format: 'table',
      items: 'run',
      columns: ['sku', 'title', 'price', 'currency'],
      target: {
        kind: 'table',
        database: 'postgresql://reports@db.example/shop',
        secret: 'keychain:SHOP_DB',
        table: 'prices',
        key: ['sku'],
        addColumns: true,
      },
    },
  });
  await ask('exports.saveRecipe', {
    ...shop,
    name: 'for the buyers',
    afterRun: false,
    settings: {
      format: 'xlsx',
      columns: null,
      items: 'run',
      search: 'lamp',
      target: { kind: 'place', place: 'place:lake', key: 'buyers/{date}' },
    },
  });
}
