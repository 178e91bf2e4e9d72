/**
 * Takes pictures of every screen of the window in both themes: `npm run screenshots [-- --out FOLDER --only NAME,NAME
 * --size WIDTHxHEIGHT]`. The host is a real one with a temporary data folder; it crawls the sample site, so no network is needed.
 * With 720x450 the pictures are those of a window of 1440 by 900 at a zoom of 200 %.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { createHost, type Host } from '../electron/host/serving/host.ts';
import { openWebDoor } from '../electron/web/door.ts';
import type { CallArgs, CallName, CallValue } from '../shared/contract/index.ts';
import { installedChromium } from './chromium.mjs';

interface Shot {
  readonly name: string;
  /** The address after "#/". */
  readonly place: string;
  /** A selector to wait for. */
  readonly ready?: string;
  /** What to do before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { out: { type: 'string' }, only: { type: 'string' }, size: { type: 'string' } },
});
const [width = 1360, height = 850] = (values.size ?? '1360x850').split('x').map(Number);
const out = values.out ?? join(root, 'dist/screenshots');
const spider = 'spider/default/sample-shop';

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

const click =
  (role: 'button' | 'tab' | 'menuitem', ...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) {
      await page
        .getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
        .first()
        .click();
    }
  };

/** Runs actions one after the other. */
const inTurn =
  (...acts: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

const chooseCell = (name: string) => (page: Page) =>
  page.getByRole('gridcell', { name, exact: true }).first().click();
const wait = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

const rowsReady = '[role=row][data-row]';
const textReady = '.author-text .view-line';
const testerTab = (name: string) => async (page: Page) => {
  await page.frameLocator('iframe').locator('h1').first().waitFor();
  await page.locator('[data-pane="tester"]').getByRole('tab', { name, exact: true }).click();
};

/** Closes the JSON for one picture; `take` opens it again. */
const closeJson = async (page: Page) => {
  await press('Control+j')(page);
  await page.locator('.author-text').waitFor({ state: 'hidden' });
};

const shots: readonly Shot[] = [
  { name: 'welcome', place: 'welcome', ready: '.welcome-card' },
  { name: 'new-spider', place: 'welcome', act: click('button', 'a template') },
  { name: 'build', place: `${spider}/author`, ready: 'iframe[data-ready]', act: closeJson },
  { name: 'import', place: 'welcome', act: press('Control+o') },
  { name: 'author', place: `${spider}/author`, ready: textReady },
  {
    name: 'author-field',
    place: `${spider}/author`,
    ready: textReady,
    act: inTurn(testerTab('Fields'), (page) =>
      page
        .locator('[data-pane="tester"]')
        .getByRole('button', { name: /^price/u })
        .first()
        .click(),
    ),
  },
  {
    name: 'author-selector',
    place: `${spider}/author`,
    ready: textReady,
    act: inTurn(testerTab('Selector'), (page) =>
      page.getByRole('textbox', { name: 'Selector', exact: true }).fill('.product .price::text'),
    ),
  },
  { name: 'author-links', place: `${spider}/author`, ready: textReady, act: testerTab('Links') },
  { name: 'author-article', place: `${spider}/author`, ready: textReady, act: testerTab('Article') },
  { name: 'author-structure', place: `${spider}/author`, ready: textReady, act: testerTab('Structure') },
  {
    name: 'author-form',
    place: `${spider}/author`,
    ready: textReady,
    act: inTurn(click('button', 'Form'), click('tab', /^Callbacks/u)),
  },
  {
    name: 'author-form-rules',
    place: `${spider}/author`,
    ready: '.author-spider',
    act: inTurn(click('button', 'Form'), click('tab', /^Rules/u)),
  },
  {
    name: 'author-problems',
    // Typed text is kept as a draft, so this is a spider that no other picture shows.
    place: 'spider/default/patient-shop/author',
    ready: '.author-spider',
    act: async (page) => {
      await click('button', 'Text')(page);
      // The typo may be there already, from the other theme.
      const line = page.locator('.view-line', { hasText: '"callback": "parse_prod' }).first();
      await line.getByText('"parse_prod').dblclick();
      await page.keyboard.type('parse_prodct');
      await page.locator('.author-counter[data-errors="1"]').click();
    },
  },
  {
    name: 'author-versions',
    place: `${spider}/author`,
    ready: textReady,
    act: async (page) => {
      await press('Alt+Shift+V')(page);
      await page
        .getByRole('listbox', { name: 'Versions' })
        .getByRole('option', { name: /Version 1/u })
        .click();
      await page.locator('.author-versions .line-insert').first().waitFor();
    },
  },
  { name: 'author-add-page', place: `${spider}/author`, ready: textReady, act: press('Control+Shift+u') },
  { name: 'author-no-page', place: 'spider/default/empty/author', ready: textReady },
  { name: 'runs', place: `${spider}/runs`, ready: rowsReady },
  { name: 'runs-none', place: 'spider/default/empty/runs', act: wait(/never run/u) },
  { name: 'start', place: `${spider}/runs`, ready: rowsReady, act: press('Control+F5') },
  { name: 'results', place: `${spider}/results`, ready: rowsReady },
  {
    name: 'results-item',
    place: `${spider}/results`,
    ready: rowsReady,
    act: chooseCell('Storm umbrella, ten ribs'),
  },
  {
    name: 'results-fields',
    place: `${spider}/results`,
    ready: rowsReady,
    act: inTurn(
      chooseCell('Storm umbrella, ten ribs'),
      click('button', 'Fields', /^price number/u),
      wait('Median'),
    ),
  },
  {
    name: 'results-filter',
    place: `${spider}/results`,
    ready: rowsReady,
    act: inTurn(
      async (page) => {
        await page.getByRole('gridcell', { name: 'HC-204', exact: true }).click({ button: 'right' });
        await page.getByRole('menuitem', { name: /^Leave out/u }).click();
      },
      click('button', 'Filter'),
    ),
  },
  {
    name: 'results-columns',
    place: `${spider}/results`,
    ready: rowsReady,
    act: click('button', 'Columns'),
  },
  {
    name: 'results-menu',
    place: `${spider}/results`,
    ready: rowsReady,
    act: (page) => page.getByRole('gridcell', { name: 'HC-204', exact: true }).click({ button: 'right' }),
  },
  {
    name: 'results-nothing',
    place: `${spider}/results`,
    ready: rowsReady,
    act: (page) => page.getByRole('searchbox', { name: 'Search the items' }).fill('zeppelin'),
  },
  { name: 'results-none', place: 'spider/default/empty/results', act: wait('No items yet') },
  {
    name: 'export',
    place: `${spider}/results`,
    ready: rowsReady,
    act: inTurn(click('button', 'Export'), wait(/title,sku,price/u)),
  },
  { name: 'history', place: `${spider}/history`, ready: rowsReady },
  { name: 'item', place: 'item/3', ready: '.ui-value-fields' },
  { name: 'run', place: 'run/RUN', ready: 'h1' },
  { name: 'run-under-way', place: 'run/SLOW', act: wait('Running') },
  { name: 'run-requests', place: 'run/RUN/requests', ready: rowsReady },
  {
    name: 'run-request',
    place: 'run/RUN/requests',
    ready: rowsReady,
    act: (page) => page.locator('[role=row][data-row="8"] [role=gridcell]').nth(1).click(),
  },
  { name: 'run-log', place: 'run/RUN/log', ready: 'h1' },
  { name: 'run-items', place: 'run/RUN/items', ready: rowsReady },
  { name: 'palette', place: `${spider}/results`, act: press('Control+k') },
  { name: 'commands', place: `${spider}/results`, ready: rowsReady, act: press('Control+Shift+p') },
  { name: 'shortcuts', place: 'welcome', act: press('?') },
  { name: 'settings', place: 'settings?section=appearance', ready: '.settings-row' },
  { name: 'settings-keyboard', place: 'settings?section=keyboard', ready: '.keyboard-row' },
  { name: 'settings-questions', place: 'settings?section=questions', ready: 'h1' },
  { name: 'about', place: 'about', ready: '.about' },
  { name: 'nowhere', place: 'nowhere', ready: 'h1' },
];

/** The runs of the pictures: one that is completed, and one that takes longer than the pictures. */
interface Runs {
  readonly done: string;
  readonly slow: string;
}

/** Crawls the sample site, saves a second version of its spider, and adds a spider that never ran and a slow one. */
async function prepare(host: Host, page: Page): Promise<Runs> {
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
  await ask(host, 'app.setPreferences', { patch: { choices: { 'author.json': true } } });
  const what = { project: 'default', spider: 'patient-shop', limit: null, allowPrivate: true };
  const { run } = await ask(host, 'runs.start', what);
  return { done, slow: run.id };
}

async function ask<N extends CallName>(host: Host, name: N, args: CallArgs<N>): Promise<CallValue<N>> {
  const context = {
    client: 'web',
    takePath: null,
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
  await page.getByText('Completed').first().waitFor();
  return /#\/run\/([^/]+)/u.exec(page.url())?.[1] ?? '';
}

async function take(page: Page, origin: string, shot: Shot, runs: Runs): Promise<void> {
  await page.goto(`${origin}/#/${shot.place.replace('RUN', runs.done).replace('SLOW', runs.slow)}`);
  // A reload clears what was selected on the previous screen.
  await page.reload();
  await page.waitForSelector('[data-app-state="loaded"]');
  if (shot.ready !== undefined) await page.waitForSelector(shot.ready);
  await shot.act?.(page);
  // Charts, the colours of the editor and transitions are drawn after the data has arrived.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(out, `${shot.name}-${await themeOf(page)}.png`) });
  await page.keyboard.press('Escape');
  if (shot.act === closeJson) await press('Control+j')(page);
}

const themeOf = async (page: Page) => (await page.getAttribute('html', 'data-theme')) ?? 'light';

async function main(): Promise<void> {
  const executablePath = installedChromium();
  if (executablePath === null) throw new Error('There is no Chromium; run "npm run test:tools".');
  mkdirSync(out, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-screenshots-'));
  const host = await createHost({ dataDir });
  const door = await openWebDoor({ host, folder: join(root, 'dist/renderer'), port: 0 });
  const browser = await chromium.launch({ executablePath });
  const wanted = shots.filter(
    ({ name }) => values.only === undefined || values.only.split(',').includes(name),
  );
  let failed = 0;
  let runs: Runs | null = null;
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height },
        deviceScaleFactor: 2,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.goto(door.newTicket());
      await page.waitForSelector('[data-app-state="loaded"]');
      runs ??= await prepare(host, page);
      for (const shot of wanted) {
        try {
          await take(page, door.origin, shot, runs);
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
    await door.close();
    await host.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(`Pictures are in ${out}.`);
  if (failed > 0) process.exitCode = 1;
}

await main();
