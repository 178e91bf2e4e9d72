import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from '@playwright/test';
import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { Person } from './person.ts';

const names = [
  'Lamp',
  'Rope',
  'Anchor',
  'Coat',
  'Jumper',
  'Compass',
  'Kettle',
  'Whistle',
  'Ladder',
  'Bell',
  'Flag',
  'Oar',
];
const perPage = 4;

const card = (n: number) =>
  `<li class="card"><a href="/thing/${n}"><h3>${names[n - 1]} of the harbour</h3></a><p class="price">€ ${n},50</p><p class="stock">${n % 3 === 0 ? 'sold out' : 'in stock'}</p></li>`;

/** A page of the shop: four cards, and links to the other pages. */
function listPage(page: number): string {
  const cards = Array.from({ length: perPage }, (_, index) => card((page - 1) * perPage + index + 1));
  const last = names.length / perPage;
  const links = Array.from({ length: last }, (_, index) => `<a href="/?page=${index + 1}">${index + 1}</a>`);
  const next = page < last ? `<a rel="next" href="/?page=${page + 1}">Next</a>` : '';
  return `<!doctype html><html lang="en"><head><title>The shop</title></head><body><h1>The shop</h1>
    <nav><a href="/about">About</a> <a href="/help">Help</a></nav>
    <ul class="cards">${cards.join('')}</ul><div class="pages">${links.join(' ')} ${next}</div></body></html>`;
}

const loginPage =
  '<!doctype html><html lang="en"><title>Sign in</title><h1>Please sign in</h1><form method="post"><label>Name <input name="user"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form></html>';

function answer(url: string): string | null {
  const { pathname, searchParams } = new URL(url, 'http://shop.example');
  if (pathname === '/robots.txt') return null;
  if (pathname === '/login') return loginPage;
  if (pathname === '/') return listPage(Number(searchParams.get('page') ?? '1'));
  const name = pathname.replace('/thing/', 'Thing ');
  return `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><p class="price">€ 1,50</p></html>`;
}

async function serveShop(): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url }, response) => {
    const body = answer(url ?? '/');
    if (body === null) response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}

const test = base.extend<{ origin: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  origin: async ({}, use) => {
    const { server, origin } = await serveShop();
    await use(origin);
    server.closeAllConnections();
    server.close();
  },
  window: async ({ studio, window }, use) => {
    await studio.call('projects.create', { name: 'default' });
    await use(window);
  },
});

/** Goes on by Tab until something has the keyboard. */
async function goTo(wanted: Locator): Promise<void> {
  const page = wanted.page();
  for (let step = 0; step < 10; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test.describe('from an address', () => {
  test(
    'to the rows of a site, by the keyboard',
    { tag: ['@look', '@dark', '@narrow'] },
    async ({ window, page, origin }) => {
      const field = page.getByRole('textbox', { name: 'Address of a page' });
      await expect(field).toBeFocused();
      await expectNoFaults(page, 'start', 'main');
      await page.keyboard.insertText(origin);
      await page.keyboard.press('Enter');
      // The site is on this computer: asked once, and the address stays.
      await expect(page.getByRole('main').getByRole('alert')).toContainText('on this computer');
      await expect(field).toHaveValue(origin);
      await expectNoFaults(page, 'a private address', 'main');
      await goTo(window.button('Read it, the site is mine'));
      await page.keyboard.press('Enter');

      // What the page is, and the table that it would give, before anything is written.
      const bar = page.getByRole('region', { name: 'This page' });
      await expect(bar).toContainText('4 products');
      await expect(page.getByRole('grid', { name: /^Proposed/u })).toContainText('Anchor of');
      await expect(bar.getByRole('button', { name: 'The whole list', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expectNoFaults(page, 'a proposal', 'main');

      // Taking it is the default action, and one step that can be undone.
      await expect(bar.getByRole('button', { name: 'Take these rows' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(bar).toContainText('4 rows');
      await expect(page.getByRole('grid', { name: /^Rows of/u })).toContainText('Coat of');
      await expectNoFaults(page, 'the build layout', 'main');

      // Rows of the site, from all of its pages.
      await page.keyboard.press('F5');
      const tried = page.getByRole('region', { name: 'Rows from the site' });
      await expect(tried).toContainText(`${names.length} rows`);
      await expectNoFaults(page, 'what a try gave', 'main');
    },
  );

  test('a page of no rows has a state with one next step, and makes no spider', async ({
    window,
    page,
    studio,
    origin,
  }) => {
    const field = page.getByRole('textbox', { name: 'Address of a page' });
    await field.fill(`${origin}/login`);
    await page.keyboard.press('Enter');
    await window.button('Read it, the site is mine').click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('login');
    await expect(field).toHaveValue(`${origin}/login`);
    expect(await studio.call('spiders.list', {})).toEqual([]);
  });

  test('to the rows of a site by two picks, with all columns of the rows', async ({ page, origin }) => {
    await new Person(page).readAddress(origin);
    const shown = page.frameLocator('iframe.tester-preview');
    const hand = page.getByRole('region', { name: 'Field in hand' });
    await shown.locator('.price').nth(0).click();
    await expect(hand.getByText('"€ 1,50"').first()).toBeVisible();
    await shown.locator('.price').nth(1).click();
    const make = hand.getByRole('button', { name: 'Make 4 rows with all columns' });
    await expect(make).toBeInViewport();
    await make.click();
    const rows = page.getByRole('grid', { name: /^Rows of/u });
    await expect(rows.getByRole('columnheader', { name: /^stock/u })).toBeVisible();
    await expect(rows).toContainText('Coat of the harbour');
    await page.keyboard.press('F5');
    const tried = page.getByRole('region', { name: 'Rows from the site' });
    await expect(tried).toContainText('4 rows');
    await expect(tried).toContainText('Coat of the harbour');
  });

  test('what is taken is undone in one step, and the JSON is one key away', async ({ page, origin }) => {
    await new Person(page).readAddress(origin);
    const bar = page.getByRole('region', { name: 'This page' });
    await bar.getByRole('button', { name: 'Only this page', exact: true }).click();
    const take = bar.getByRole('button', { name: 'Take these rows' });
    await take.click();
    await expect(take).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(take).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expect(take).toBeHidden();

    // The editor is loaded only now, and takes over what can be undone.
    await expect(page.locator('.monaco-editor')).toHaveCount(0);
    await page.keyboard.press('Control+j');
    const text = page.locator('.author-text');
    await expect(text).toContainText('"iterate"');
    await page.keyboard.press('Control+z');
    await expect(text).not.toContainText('"iterate"');
    await page.keyboard.press('Control+j');
    await expect(text).toBeHidden();
    await expect(take).toBeVisible();
  });
});
