import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test, type AtEnd } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

/** A site on loopback whose account page is for who has its cookie; others are led to a login form. */
async function accountSite(atEnd: AtEnd): Promise<string> {
  const server = createServer(({ url, headers }, response) => {
    response.setHeader('content-type', 'text/html');
    if (url === '/login') return response.end('<h1>Sign in</h1><form><input type="password"></form>');
    if (url !== '/account') return response.writeHead(404).end();
    if (headers.cookie === 'sid=open') return response.end('<h1>Your account</h1>');
    return response.writeHead(302, { location: '/login' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const stateWith = (value: string) =>
  JSON.stringify({
    cookies: [{ name: 'sid', value, domain: '127.0.0.1', path: '/', expires: 4_070_908_800 }],
    origins: [],
  });

const stateFile = (text: string) => ({
  name: 'state.json',
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

async function importState(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import a file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a login' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByLabel('File of a login').setInputFiles(stateFile(text));
  await expect(dialog.getByText('state.json')).toBeVisible();
  await expectNoFaults(page, 'importing a login', '[role="dialog"]');
  await page.keyboard.press('Enter');
}

test('a login is imported, checked and removed', { tag: '@look' }, async ({ page, studio, atEnd }) => {
  const site = await accountSite(atEnd);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('show the logins');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No logins yet' })).toBeVisible();
  await expectNoFaults(page, 'no logins');

  await importState(page, 'shop', '{}');
  const importing = page.getByRole('dialog', { name: 'Import a login' });
  await expect(importing.getByRole('alert')).toBeVisible();
  await importing.getByRole('button', { name: 'Cancel' }).click();
  await importState(page, 'shop', stateWith('open'));
  const row = page.getByRole('list', { name: 'Logins' }).getByRole('listitem');
  await expect(row).toContainText('shop');
  await expect(row).toContainText('127.0.0.1');
  await expect(row).toContainText('1 cookie · made just now · never used · first cookie expires');
  await expectNoFaults(page, 'a login');

  await row.getByRole('button', { name: 'Check shop…' }).click();
  const checking = page.getByRole('dialog', { name: 'Check the login shop' });
  await checking.getByRole('textbox', { name: 'Address' }).fill(`${site}/account`);
  await checking.getByRole('checkbox', { name: 'Allow private addresses' }).click();
  await checking.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(checking.getByText('The login holds')).toBeVisible();
  await expectNoFaults(page, 'a login that holds', '[role="dialog"]');
  await studio.call('sessions.import', { name: 'shop', text: stateWith('over') });
  await checking.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(checking.getByText('The login does not hold')).toBeVisible();
  await expect(checking.getByText(`The site led to ${site}/login`)).toBeVisible();
  await expectNoFaults(page, 'a login that does not hold', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(row).toContainText('used just now');

  await row.getByRole('button', { name: 'Remove shop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No logins yet' })).toBeVisible();
  expect(await studio.call('sessions.list', {})).toEqual([]);
});

test(
  'a spider chooses its login, and leads to where one is made',
  { tag: '@look' },
  async ({ page, studio, window }) => {
    await studio.call('projects.create', { name: 'default' });
    const settings = { SESSION: 'club' };
    const site = { allowed_domains: ['shop.example'], start_urls: ['https://shop.example/'] };
    const spider = { name: 'shop', ...site, settings };
    await studio.addSpider(JSON.stringify(spider, null, 2));
    await studio.openJson();
    await window.go('#/spider/default/shop/author');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByRole('tab', { name: /Settings/ }).click();
    await page.getByLabel('Search the settings').fill('SESSION');
    await expect(page.getByText('No login has this name.')).toBeVisible();
    await expectNoFaults(page, 'a spider with an unknown login', '.author-form');
    await page.getByRole('link', { name: 'Make it in Settings → Logins' }).click();
    await importState(page, 'members', stateWith('open'));
    await expect(page.getByRole('list', { name: 'Logins' })).toContainText('members');

    await page.goBack();
    await page.getByTestId('json').getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'SESSION', exact: true }).selectOption('members');
    await expect(page.getByText('No login has this name.')).toBeHidden();
    await page.keyboard.press('Control+S');
    await expect(page.getByText('Saved as version 2')).toBeVisible();
    const { text } = await studio.call('spiders.get', { project: 'default', spider: 'shop' });
    expect(JSON.parse(text)).toMatchObject({ settings: { SESSION: 'members' } });
  },
);

test(
  'a run whose login has expired goes on after a new one',
  { tag: '@look' },
  async ({ page, studio, window, atEnd }) => {
    const { problem } = await studio.call('sessions.canLogIn', {});
    test.skip(problem === null, 'a browser window would open on the screen that is here');
    const site = await accountSite(atEnd);
    await studio.call('projects.create', { name: 'default' });
    await studio.call('sessions.import', { name: 'members', text: stateWith('over') });
    const parts = {
      callbacks: { account: { extract: { title: { css: 'h1::text' } } } },
      rules: [{ allow: ['/account'], callback: 'account' }],
      settings: { SESSION: 'members', PARSE_START_URL: true, DOWNLOAD_DELAY: 0 },
    };
    const starts = [`${site}/account`];
    const spider = { name: 'shop', allowed_domains: ['127.0.0.1'], start_urls: starts, ...parts };
    await studio.addSpider(JSON.stringify(spider));
    const started = { project: 'default', spider: 'shop', limit: null, allowPrivate: true };
    const run = await studio.crawl(started, 'paused');

    await window.go(`#/run/${run}`);
    await expect(page.getByText('The login members has expired')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Show the logins' })).toBeVisible();
    await expectNoFaults(page, 'a run whose login has expired');
    await page.getByRole('button', { name: 'Log in again and go on' }).click();
    await page
      .getByRole('dialog', { name: 'Log in' })
      .getByRole('button', { name: 'Import a file…' })
      .click();
    const importing = page.getByRole('dialog', { name: 'Import a login' });
    await expect(importing.getByText('Replaces the login members.')).toBeVisible();
    await importing.getByLabel('File of a login').setInputFiles(stateFile(stateWith('open')));
    await importing.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
    await expect(page.getByText('1 item from 1 page')).toBeVisible();
  },
);
