import { openApi } from '../../../electron/api/server.ts';
import { openHost } from '../../electron/host/open-host.ts';
import { argumentExamples } from '../../../shared/contract/examples/arguments.ts';
import { expect, test } from './fixtures.ts';

test(
  'the documentation tries a call out, and asks nobody else',
  { tag: ['@dark'] },
  async ({ stranger: page, atEnd }) => {
    const host = await openHost();
    atEnd(() => host.close());
    await host.call('spiders.save', {
      project: 'default',
      spider: null,
      text: String(argumentExamples['text']),
      base: null,
    });
    const { secret } = await host.call('keys.create', { name: 'reader', scopes: ['read'] });
    const api = await openApi({ host: host.host, address: '127.0.0.1', port: 0 });
    atEnd(() => api.close());

    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));

    await page.goto(`${api.origin}/api/docs`);
    const sections = page.locator('.opblock-tag');
    await expect(sections.first()).toContainText('Crawls');
    expect(await sections.count()).toBeGreaterThan(10);

    const spiders = page.locator('#operations-Spiders-spiders_list');
    await page.locator('#operations-tag-Spiders').click();
    await spiders.locator('.opblock-summary-control').click();
    await spiders.getByRole('button', { name: 'Execute' }).click();
    await expect(spiders.locator('.live-responses-table')).toContainText('no-key');

    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    const dialog = page.locator('.modal-ux');
    await dialog.locator('#auth-bearer-value').fill(secret);
    await dialog.getByRole('button', { name: 'Apply credentials' }).first().click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await spiders.getByRole('button', { name: 'Execute' }).click();
    await expect(spiders.locator('.live-responses-table')).toContainText('"version": 1');

    // A POST carries the origin of the page.
    const check = page.locator('#operations-Spiders-spiders_validate');
    await check.locator('.opblock-summary-control').click();
    await check.getByRole('button', { name: 'Execute' }).click();
    await expect(check.locator('.live-responses-table')).toContainText('"valid": true');

    const isDark = await page.evaluate(() => window.matchMedia('(prefers-color-scheme: dark)').matches);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(isDark ? 'rgb(18, 19, 23)' : 'rgb(244, 244, 246)');
    expect([...asked].filter((origin) => origin !== 'null')).toEqual([api.origin]);
    // The answer without a key is the one thing that a browser tells of by itself.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  },
);
