/**
 * Takes every screen of the window in both themes: `npm run screenshots [-- --out FOLDER] [--only NAME]`. The host is a
 * real one on a data folder of its own; the sample site is what it crawls, so the pictures need no network.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { createHost } from '../electron/host/host.ts';
import { openWebDoor } from '../electron/web/door.ts';

interface Shot {
  readonly name: string;
  /** Behind "#/". */
  readonly place: string;
  /** What has to be there before the picture is taken. */
  readonly ready?: string;
  /** What is done first. */
  readonly act?: (page: Page) => Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { out: { type: 'string' }, only: { type: 'string' } },
});
const out = values.out ?? join(root, 'dist/screenshots');
const spider = 'spider/default/sample-shop';

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

const shots: readonly Shot[] = [
  { name: 'welcome', place: 'welcome', ready: '.welcome-action' },
  { name: 'author', place: `${spider}/author`, ready: '.author-text .view-line' },
  { name: 'runs', place: `${spider}/runs`, ready: '[role=row][data-row]' },
  { name: 'results', place: `${spider}/results`, ready: '[role=row][data-row]' },
  {
    name: 'results-item',
    place: `${spider}/results`,
    ready: '[role=row][data-row]',
    act: async (page) => {
      await page.getByRole('grid').first().focus();
      await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'run', place: 'run/RUN', ready: 'h1' },
  { name: 'run-requests', place: 'run/RUN/requests', ready: '[role=row][data-row]' },
  { name: 'run-log', place: 'run/RUN/log', ready: 'h1' },
  { name: 'palette', place: `${spider}/results`, act: press('Control+k') },
  { name: 'shortcuts', place: 'welcome', act: press('?') },
  { name: 'new-spider', place: 'welcome', act: press('g', 'n') },
  { name: 'import', place: 'welcome', act: press('Control+o') },
  { name: 'settings', place: 'settings?section=appearance', ready: '.settings-row' },
  { name: 'settings-keyboard', place: 'settings?section=keyboard', ready: '.keyboard-row' },
  { name: 'about', place: 'about', ready: '.about' },
];

async function crawlSample(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Crawl the sample site' }).click();
  await page.waitForURL(/#\/run\//u);
  await page.getByText('Completed').first().waitFor();
  return /#\/run\/([^/]+)/u.exec(page.url())?.[1] ?? '';
}

async function take(page: Page, origin: string, shot: Shot, run: string): Promise<void> {
  await page.goto(`${origin}/#/${shot.place.replace('RUN', run)}`);
  await page.waitForSelector('[data-app-state="loaded"]');
  if (shot.ready !== undefined) await page.waitForSelector(shot.ready);
  await shot.act?.(page);
  // What is drawn after the data has come: charts, the colours of the editor, a transition.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(out, `${shot.name}-${await themeOf(page)}.png`) });
  await page.keyboard.press('Escape');
}

const themeOf = async (page: Page) => (await page.getAttribute('html', 'data-theme')) ?? 'light';

async function main(): Promise<void> {
  const executablePath = [
    process.env['CHROMIUM_PATH'],
    '/usr/lib/chromium/chromium',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ].find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Error('There is no Chromium; run "npm run test:tools".');
  mkdirSync(out, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-screenshots-'));
  const host = createHost({ dataDir });
  const door = await openWebDoor({ host, folder: join(root, 'dist/renderer'), port: 0 });
  const browser = await chromium.launch({ executablePath });
  const wanted = shots.filter(({ name }) => values.only === undefined || name === values.only);
  let failed = 0;
  let run: string | null = null;
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 1360, height: 850 },
        deviceScaleFactor: 2,
      });
      const page = await context.newPage();
      await page.goto(door.newTicket());
      run ??= await crawlSample(page);
      for (const shot of wanted) {
        try {
          await take(page, door.origin, shot, run);
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
