import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { Person } from './person.ts';

const size = 4;
const lamps = Array.from({ length: 10 }, (_, at) => ({
  id: at + 1,
  name: `Lamp ${at + 1}`,
  price: { eur: 10 + at },
  tags: at % 2 === 0 ? ['brass', 'sea'] : [],
  page: `/lamps/${at + 1}`,
}));

/** An API with three pages of lamps, by offset and by cursor. */
function answer(url: string): unknown {
  const { pathname, searchParams } = new URL(url, 'http://lamps.example');
  if (pathname === '/robots.txt') return null;
  if (pathname === '/stock')
    return { stock: Object.fromEntries(lamps.map(({ id, name }) => [`k${id}`, { name, id }])) };
  const from = Number(searchParams.get('offset') ?? searchParams.get('cursor')?.slice(1) ?? 0);
  const items = lamps.slice(from, from + size);
  const next = from + size < lamps.length ? `c${from + size}` : null;
  return pathname === '/cursor'
    ? { data: { items }, next_cursor: next }
    : { data: { items }, total: lamps.length, note: '<p>Made by <b>hand</b></p>' };
}

async function serveApi(): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url }, response) => {
    const value = answer(url ?? '/');
    if (value === null) response.writeHead(404).end();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}

const test = base.extend<{ origin: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  origin: async ({}, use) => {
    const { server, origin } = await serveApi();
    await use(origin);
    server.closeAllConnections();
    server.close();
  },
  window: async ({ studio, window }, use) => {
    await studio.call('projects.create', { name: 'default' });
    await use(window);
  },
});

for (const path of ['/offset?offset=0&limit=4', '/cursor']) {
  test(`from the address of an API to all of its rows: ${path}`, async ({ page, origin }) => {
    const person = new Person(page);
    await person.readAddress(`${origin}${path}`);
    await expect(person.bar).toContainText('4 items');
    await expect(person.bar.getByRole('button', { name: 'The whole list', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await person.take();
    await expect(page.getByRole('grid', { name: /^Rows of/u })).toContainText('Lamp 4');
    await person.press('F5');
    const tried = page.getByRole('region', { name: 'Rows from the site' });
    await expect(tried).toContainText('10 rows');
    await expect(tried).toContainText('Lamp 10');
    expect(person.did.length, person.did.join(', ')).toBeLessThanOrEqual(6);
  });
}

test(
  'rows are made of a value in the tree, and stay marked in it',
  { tag: ['@look', '@dark'] },
  async ({ page, origin }) => {
    await new Person(page).readAddress(`${origin}/offset?offset=0&limit=4`);
    const tree = page.getByRole('tree', { name: /^Page /u });
    const row = (name: string) => tree.getByRole('treeitem', { name }).first();
    const menuOf = async (name: string) => {
      await row(name).click({ button: 'right' });
      return page.getByRole('menu');
    };
    await row('items: [4 entries]').click();
    await row('0: {').click();
    const menu = await menuOf('name: "Lamp 1"');
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Take this value',
      'Make 4 rows',
      'Make 4 rows with all columns',
      'Copy the value',
      'Copy the path',
      'Expand all',
      'Collapse all',
    ]);
    await expectNoFaults(page, 'the menu of a value', '[role="menu"]');
    await menu.getByRole('menuitem', { name: 'Make 4 rows with all columns' }).click();
    const rows = page.getByRole('grid', { name: /^Rows of/u });
    for (const column of ['name', 'eur', 'tags'])
      await expect(rows.getByRole('columnheader', { name: new RegExp(`^${column}`, 'u') })).toBeVisible();
    await expect(rows).toContainText('Lamp 4');
    await expect(row('name: "Lamp 1"')).toContainText('name');
    await expect(row('0: {')).toContainText('row 1 of 4');
    await expectNoFaults(page, 'rows in the tree', 'main');
    // A run takes this page by a rule that was written in the same step.
    await page.keyboard.press('F5');
    await expect(page.getByRole('region', { name: 'Rows from the site' })).toContainText('4 rows');
  },
);

test('entries by their ids are rows, and are undone in one step', async ({ page, origin }) => {
  await new Person(page).readAddress(`${origin}/stock`);
  const tree = page.getByRole('tree', { name: /^Page /u });
  const row = (name: string) => tree.getByRole('treeitem', { name }).first();
  await row('k3: {').click();
  // The menu is there by the keyboard too.
  await page.keyboard.press('ArrowDown');
  await expect(row('name: "Lamp 3"')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Make 10 rows', exact: true }).click();
  const rows = page.getByRole('grid', { name: /^Rows of/u });
  await expect(rows).toContainText('Lamp 9');
  await tree.focus();
  await page.keyboard.press('Control+z');
  await expect(rows).toBeHidden();
});

test('two picks of one kind are offered as rows', async ({ page, origin }) => {
  await new Person(page).readAddress(`${origin}/offset?offset=0&limit=4`);
  const tree = page.getByRole('tree', { name: /^Page /u });
  const row = (name: string) => tree.getByRole('treeitem', { name }).first();
  await row('items: [4 entries]').click();
  await row('1: {').click();
  await row('0: {').click();
  const hand = page.getByRole('region', { name: 'Field in hand' });
  await row('name: "Lamp 1"').click();
  await expect(hand.getByRole('textbox', { name: 'Name of the field' })).toHaveValue('name');
  await row('name: "Lamp 2"').click();
  await hand.getByRole('button', { name: 'Make 4 rows with all columns' }).click();
  const rows = page.getByRole('grid', { name: /^Rows of/u });
  await expect(rows.getByRole('columnheader', { name: /^tags/u })).toBeVisible();
  await expect(rows).toContainText('Lamp 4');
});
