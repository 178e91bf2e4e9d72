import type { Page } from 'playwright';
import { click, completed, inTurn, press, rowsReady, showPane, testerTab, wait, type Shot } from './shot.ts';

const taken = 'spider/default/TAKEN';
const offered = 'spider/default/OFFERED/author';
const bar = '.proposal[data-open] .proposal-expected';
const stage = 'iframe[data-ready]';

const inPage = (page: Page) => page.frameLocator('iframe.tester-preview');

const shown = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().waitFor();
};

const ask = async (page: Page, address: string) => {
  await page.getByRole('textbox', { name: 'Address of a page' }).fill(address);
  await page.keyboard.press('Enter');
};

/** Reads a page of a site that is on this computer. */
const read = (address: string) => async (page: Page) => {
  await ask(page, address);
  await page.getByRole('button', { name: 'Read it, the site is mine' }).click();
};

/** What a page is that no spider is made of, on the first screen. */
const state = (name: string, address: string): Shot => ({
  name: `state-${name}`,
  place: 'welcome',
  act: inTurn(read(address), async (page) => {
    await page.locator('main [role=alert]').filter({ hasNotText: 'on this computer' }).waitFor();
  }),
});

/** What a page is that a spider is made of, above the page. */
const offer = (name: string, address: string): Shot => ({
  name: `offer-${name}`,
  place: 'welcome',
  act: inTurn(read(address), async (page) => {
    await page.locator('.proposal[data-open]').waitFor();
    await page.getByText('Reading the page').waitFor({ state: 'hidden' });
  }),
});

/** From an address to rows: each state on the way, with a site on this computer. */
export const addressShots = (origin: string): readonly Shot[] => [
  {
    name: 'address-private',
    place: 'welcome',
    act: async (page) => {
      await ask(page, `${origin}/deck`);
      await page.locator('main [role=alert]').waitFor();
    },
  },
  {
    name: 'address-failed',
    place: 'welcome',
    act: async (page) => {
      await ask(page, 'nowhere.invalid');
      await page.locator('main [role=alert]').waitFor();
    },
  },
  state('login', `${origin}/login`),
  state('cookies', `${origin}/cookies`),
  state('challenge', `${origin}/challenge`),
  state('gone', `${origin}/gone`),
  state('shell', `${origin}/app`),
  state('robots', `${origin}/private/deck`),
  state('pdf', `${origin}/catalogue.pdf`),
  state('frame', `${origin}/framed`),
  state('nothing', `${origin}/about`),
  offer('json', `${origin}/deck.json`),
  offer('article', `${origin}/story`),
  offer('product', `${origin}/item/0`),
  { name: 'proposal', place: offered, ready: bar, json: false, act: shown(stage) },
  {
    name: 'proposal-json',
    place: offered,
    ready: bar,
    act: shown(stage),
  },
  { name: 'taken', place: `${taken}/author`, ready: stage, json: false, act: wait(/8 rows/u) },
  {
    name: 'picking',
    place: `${taken}/author`,
    ready: stage,
    json: false,
    act: async (page) => {
      await inPage(page).locator('.price').nth(1).click();
      await showPane(page, 'Field');
      await page.locator('.hand-candidates').first().waitFor();
      const another = inPage(page).locator('.stock').nth(2);
      if (await another.isVisible()) await another.hover();
    },
  },
  {
    name: 'picking-json',
    place: `${taken}/author`,
    ready: stage,
    act: async (page) => {
      await inPage(page).locator('.price').nth(1).click();
      for (const pane of ['JSON', 'Field']) await showPane(page, pane);
    },
  },
  {
    name: 'picking-menu',
    place: `${taken}/author`,
    ready: stage,
    json: false,
    act: async (page) => {
      await inPage(page).locator('h3 a').first().click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'outline',
    place: `${taken}/author`,
    ready: stage,
    json: false,
    act: press('Control+Shift+x', 'ArrowDown', 'ArrowDown'),
  },
  {
    name: 'links',
    place: `${taken}/author`,
    ready: stage,
    json: false,
    act: inTurn(testerTab('Links'), shown('.link-group')),
  },
  { name: 'json', place: `${taken}/author`, ready: stage, act: wait(/8 rows/u) },
  {
    name: 'header-menu',
    place: `${taken}/author`,
    ready: stage,
    json: false,
    act: async (page) => {
      const more = page.getByRole('button', { name: 'More actions' });
      if (await more.isVisible()) await more.click();
    },
  },
  {
    name: 'try',
    place: `${taken}/author`,
    ready: stage,
    json: false,
    act: inTurn(press('F5'), async (page) => {
      await page.getByRole('region', { name: 'Rows from the site' }).getByText('Completed').waitFor();
    }),
  },
  { name: 'run-rows', place: 'run/TAKENRUN', ready: '.results-first' },
  { name: 'rows-results', place: `${taken}/results`, ready: rowsReady },
  {
    name: 'rows-item',
    place: `${taken}/results`,
    ready: rowsReady,
    act: (page) => page.locator(`${rowsReady} [role=gridcell]`).nth(2).click(),
  },
  { name: 'rows-export', place: `${taken}/results`, ready: rowsReady, act: click('button', 'Export') },
  // It is read until the window goes.
  {
    name: 'address-reading',
    place: 'welcome',
    act: inTurn(read(`${origin}/slow`), wait('Fetching the page')),
  },
];

/** Builds two spiders from the site by the window: one that has run, and one that takes nothing yet. @returns their names */
export async function prepareAddress(page: Page, origin: string): Promise<Record<string, string>> {
  const begin = async (path: string): Promise<string> => {
    await page.goto(page.url().replace(/#.*/u, '#/welcome'));
    await read(`${origin}${path}`)(page);
    await page.waitForURL(/\/author$/u);
    await page.waitForSelector(bar);
    return /spider\/default\/([^/]+)\/author/u.exec(page.url())?.[1] ?? '';
  };
  const spiderTaken = await begin('/deck');
  await page.getByRole('button', { name: 'Take these rows' }).click();
  await page
    .getByText(/8 rows/u)
    .first()
    .waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/#\/run\//u);
  await completed(page);
  const run = /#\/run\/([^/]+)/u.exec(page.url())?.[1] ?? '';
  return { TAKENRUN: run, TAKEN: spiderTaken, OFFERED: await begin('/deck2') };
}
