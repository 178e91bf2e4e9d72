/**
 * Takes pictures of every screen of the window, and of every state from an address to rows: `npm run screenshots [-- --out FOLDER
 * --only NAME,NAME --size WIDTHxHEIGHT --theme light|dark]`. The host is a real one with a temporary data folder; it crawls the sample
 * site and another site on this computer, so no network is needed. With 720x450 the pictures are those of a window of 1440 by 900
 * at a zoom of 200 %. `--only` takes also the beginning of names, followed by "-".
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { createHost, type Host } from '../electron/host/serving/host.ts';
import { openApiServer } from '../electron/web/api-server.ts';
import { openWebDoor } from '../electron/web/door.ts';
import type { CallArgs, CallName, CallValue } from '../shared/contract/index.ts';
import { installedChromium } from './chromium.mjs';
import { addressShots, prepareAddress } from './screenshots/address-shots.ts';
import { servePicturedSite } from './screenshots/pictured-site.ts';
import { prepareKept } from './screenshots/prepare-kept.ts';
import { completed, type Shot } from './screenshots/shot.ts';
import { windowShots } from './screenshots/window-shots.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    only: { type: 'string' },
    size: { type: 'string' },
    theme: { type: 'string' },
  },
});
const [width = 1360, height = 850] = (values.size ?? '1360x850').split('x').map(Number);
const out = values.out ?? join(root, 'dist/screenshots');

/** Names that stand for the words in capitals in places. */
type Names = Readonly<Record<string, string>>;

/** Crawls the sample site, saves a second version of its spider, and adds a spider that never ran, a slow one, one that is watched, and what is kept. */
async function prepare(host: Host, page: Page, dataDir: string): Promise<Names> {
  const done = await crawlSample(page);
  const { text } = await ask(host, 'spiders.get', { project: 'default', spider: 'sample-shop' });
  const save = (changed: string, known: string | null) =>
    ask(host, 'spiders.save', {
      project: 'default',
      spider: known,
      text: changed,
      base: known === null ? null : 1,
    });
  await save(text.replace('"DOWNLOAD_DELAY": 0', '"DOWNLOAD_DELAY": 0.2'), 'sample-shop');
  await save(
    text
      .replace('"sample-shop"', '"patient-shop"')
      .replace('"DOWNLOAD_DELAY": 0', '"DOWNLOAD_DELAY": 8')
      .replace('"CONCURRENT_REQUESTS": 8', '"CONCURRENT_REQUESTS": 1'),
    null,
  );
  const empty = { name: 'empty', allowed_domains: ['example.org'], start_urls: ['https://example.org/'] };
  await save(JSON.stringify(empty, null, 2), null);
  await prepareNight(host);
  await prepareKept((name, args) => ask(host, name, args), dataDir, text);
  return { RUN: done, ...(await watchShop(host, text)) };
}

/** Starts a slow run, which is there for one picture alone: other runs at its host would be as slow. @returns its id */
async function startSlowRun(host: Host): Promise<string> {
  const what = { project: 'default', spider: 'patient-shop', limit: null, allowPrivate: true };
  return (await ask(host, 'runs.start', what)).run.id;
}

/** Queues a few runs, which a held queue does not begin, and adds two schedules. */
async function prepareNight(host: Host): Promise<void> {
  const project = 'default';
  await ask(host, 'queue.configure', { held: true });
  for (const [index, spider] of ['sample-shop', 'empty', 'patient-shop', 'sample-shop'].entries())
    await ask(host, 'queue.add', {
      project,
      spider,
      priority: index === 0 ? 10 : 0,
      limit: index < 2 ? 25 : null,
    });
  const dropped = await ask(host, 'queue.add', { project, spider: 'empty' });
  await ask(host, 'queue.cancel', { entry: dropped.id });
  const night = { project, spider: 'sample-shop', cron: '30 2 * * *', zone: 'Europe/Berlin' };
  await ask(host, 'schedules.add', night);
  await ask(host, 'schedules.add', {
    ...night,
    spider: 'empty',
    cron: '0 6 * * 1',
    zone: 'UTC',
    enabled: false,
  });
}

/** Adds a spider whose second version no longer finds the prices that it expects. @returns its two runs */
async function watchShop(host: Host, text: string): Promise<Names> {
  const place = { project: 'default', spider: 'watched-shop' };
  const expected = {
    key: ['sku'],
    min_items: 20,
    fields: {
      title: { required: true },
      sku: { pattern: '^HC-', unique: true },
      price: { type: 'number', required: true, range: [0, null] },
    },
  };
  const sample: object = JSON.parse(text);
  const written = JSON.stringify({ ...sample, name: 'watched-shop', expect: expected }, null, 2);
  const versions = [written, written.replaceAll('.prices .price::text', '.prices .cost::text')];
  const runs: string[] = [];
  for (const [base, version] of versions.entries()) {
    await ask(host, 'spiders.save', {
      project: 'default',
      spider: base === 0 ? null : place.spider,
      text: version,
      base: base === 0 ? null : base,
    });
    const { run } = await ask(host, 'runs.start', { ...place, limit: null, allowPrivate: true });
    await ask(host, 'runs.wait', { run: run.id });
    runs.push(run.id);
  }
  const [usual = '', breached = ''] = runs;
  return { USUAL: usual, BREACHED: breached };
}

async function ask<N extends CallName>(host: Host, name: N, args: CallArgs<N>): Promise<CallValue<N>> {
  const context = {
    client: 'web',
    takePath: () => true,
    window: null,
    signal: new AbortController().signal,
  } as const;
  const answer = await host.dispatch(name, args, context);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the dispatcher answers each call with its own value
  return answer.value as CallValue<N>;
}

async function crawlSample(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^try the built-in shop/u }).click();
  await page.waitForURL(/#\/run\//u);
  await completed(page);
  return /#\/run\/([^/]+)/u.exec(page.url())?.[1] ?? '';
}

async function take(host: Host, page: Page, origin: string, shot: Shot, names: Names): Promise<void> {
  if (!shot.place.includes('SLOW')) return takePlace(host, page, origin, shot, names);
  const run = await startSlowRun(host);
  try {
    await takePlace(host, page, origin, shot, { ...names, SLOW: run });
  } finally {
    await ask(host, 'runs.stop', { run });
    await ask(host, 'runs.wait', { run });
  }
}

async function takePlace(host: Host, page: Page, origin: string, shot: Shot, names: Names): Promise<void> {
  const open = shot.json ?? true;
  await ask(host, 'app.setPreferences', { patch: { choices: { 'author.json': open ? true : null } } });
  await page.goto(`${origin}/#/${shot.place.replaceAll(/[A-Z]{3,}/gu, (word) => names[word] ?? word)}`);
  // A reload clears what was selected on the previous screen.
  await page.reload();
  await page.waitForSelector('[data-app-state="loaded"]');
  if (shot.ready !== undefined) await page.waitForSelector(shot.ready);
  await shot.act?.(page);
  // Charts, the colours of the editor and transitions are drawn after the data has arrived; what goes on asking is pictured all the same.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(out, `${shot.name}-${await themeOf(page)}.png`) });
  await page.keyboard.press('Escape');
}

const themeOf = async (page: Page) => (await page.getAttribute('html', 'data-theme')) ?? 'light';

const isWanted = ({ name }: Shot) =>
  values.only?.split(',').some((only) => only === name || (only.endsWith('-') && name.startsWith(only))) ??
  true;

async function main(): Promise<void> {
  const executablePath = installedChromium();
  if (executablePath === null) throw new Error('There is no Chromium; run "npm run test:tools".');
  mkdirSync(out, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-screenshots-'));
  const host = await createHost({ openApi: openApiServer, dataDir });
  const door = await openWebDoor({ host, folder: join(root, 'dist/renderer'), port: 0 });
  const browser = await chromium.launch({ executablePath });
  const site = await servePicturedSite();
  const wanted = [...windowShots, ...addressShots(site.origin)].filter(isWanted);
  let failed = 0;
  let names: Names | null = null;
  try {
    for (const colorScheme of (['light', 'dark'] as const).filter(
      (each) => each === (values.theme ?? each),
    )) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height },
        deviceScaleFactor: 2,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      // Edits that are not saved are to be left.
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto(door.newTicket());
      await page.waitForSelector('[data-app-state="loaded"]');
      names ??= { ...(await prepare(host, page, dataDir)), ...(await prepareAddress(page, site.origin)) };
      for (const shot of wanted) {
        try {
          await take(host, page, door.origin, shot, names);
          console.log(`${shot.name}-${colorScheme}.png`);
        } catch (error) {
          failed += 1;
          const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
          console.error(`${shot.name} in the ${colorScheme} theme: ${reason ?? ''}`);
        }
      }
      await context.close();
    }
  } finally {
    await browser.close();
    site.close();
    await door.close();
    await host.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(`Pictures are in ${out}.`);
  if (failed > 0) process.exitCode = 1;
}

await main();
