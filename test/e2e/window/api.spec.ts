import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { startProgram } from '../program.ts';
import { expect, test, type AtEnd } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

/** The text is there, and has room. */
async function expectSeen(place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  const box = await place.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(8);
}

/** Has the server take any free port, as tests run beside each other. */
async function chooseFreePort(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Port, names, private addresses' }).click();
  const dialog = page.getByRole('dialog', { name: 'How the API is served' });
  await dialog.getByLabel('Port').fill('0');
  await expectNoFaults(page, 'how the API is served', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save and start' }).click();
  await expect(dialog).toBeHidden();
}

const status = async (origin: string, secret: string): Promise<number> =>
  (await fetch(`${origin}/api/spiders`, { headers: { authorization: `Bearer ${secret}` } })).status;

/** A receiver of webhooks that answers with a status. */
async function receive(atEnd: AtEnd, answer: { status: number }) {
  const heads: NodeJS.Dict<string | string[]>[] = [];
  const server: Server = createServer((request, response) => {
    heads.push(request.headers);
    request.resume().on('end', () => response.writeHead(answer.status).end());
  }).listen(0, '127.0.0.1');
  atEnd(() => server.close());
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return { url: `http://127.0.0.1:${port}/crawls`, heads };
}

test(
  'one step makes the first key, the server answers it, and a revoked key gets 401',
  { tag: '@look' },
  async ({ page, window, studio }) => {
    await studio.crawlSample();
    await window.go('#/api');
    await expectSeen(page.getByRole('heading', { name: 'Make the first key' }));
    await expectNoFaults(page, 'no key yet');
    await chooseFreePort(page);
    await expect(page.getByRole('switch', { name: 'Answer programs' })).toBeChecked();
    await expectSeen(page.getByRole('link', { name: 'API on' }));
    await page.getByLabel('Name of the key').fill('Nightly report');
    await window.button('Make the key').click();

    const secretField = page.locator('.api-secret');
    await expectSeen(secretField);
    await expect(page.getByText('It is shown only now')).toBeVisible();
    const secret = await secretField.inputValue();
    expect(secret).toMatch(/^sps_[\w-]{43}$/u);
    const origin = await page.locator('.api-origin').innerText();
    expect(await status(origin, secret)).toBe(200);
    await window.button('Copy').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

    const shell = page.getByLabel('Start a crawl', { exact: true });
    await expectSeen(shell);
    await expect(shell).toContainText(secret);
    await expect(shell).toContainText('"spider":"sample-shop"');
    await expectNoFaults(page, 'a first key, with examples');
    for (const [tab, text] of [
      ['TypeScript', 'await fetch('],
      ['Python', 'import httpx'],
      ['Assistant (MCP)', `${origin}/mcp`],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expectSeen(page.locator('.api-code pre', { hasText: text }));
      await expectNoFaults(page, `examples: ${tab}`, '.api-examples');
    }

    await page.getByRole('tab', { name: 'Keys' }).click();
    const grid = page.getByRole('grid', { name: 'Keys' });
    await grid.getByRole('gridcell', { name: 'Nightly report' }).click();
    await expectNoFaults(page, 'keys');
    await window.button('Revoke…').click();
    const question = page.getByRole('dialog', { name: 'Revoke the key “Nightly report”?' });
    await expect(question).toContainText('refused within a second');
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => status(origin, secret)).toBe(401);
    await expect(secretField).toBeHidden();
    await expectSeen(page.getByRole('heading', { name: 'No key works any more' }));

    await page.getByRole('tab', { name: 'Connect' }).click();
    await page.getByRole('switch', { name: 'Answer programs' }).click();
    await page
      .getByRole('dialog', { name: 'Stop the server?' })
      .getByRole('button', { name: 'Stop' })
      .click();
    await expectSeen(page.getByText('Off: programs get no answer.'));
    await expect(status(origin, secret)).rejects.toThrow('fetch failed');
  },
);

test(
  'keys are created with limits, rotated, and the log tells what they did',
  { tag: '@look' },
  async ({ page, window, studio }) => {
    await studio.call('projects.create', { name: 'default' });
    await studio.call('projects.create', { name: 'shops' });
    await studio.call('members.add', { name: 'newsroom', role: 'runner' });
    const { origin } = await studio.call('api.start', { port: 0 });
    await window.go('#/api?view=keys');
    await expectSeen(page.getByRole('heading', { name: 'No keys yet' }));
    await expectNoFaults(page, 'no keys');
    await page.keyboard.press('k');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByText('A key needs a name.')).toBeVisible();
    await dialog.getByLabel('Name').fill('desk');
    await dialog.getByLabel('Member').selectOption('newsroom');
    await expect(dialog.getByRole('checkbox', { name: /Make keys/u })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: /All, and what/u }).click();
    await dialog.getByRole('checkbox', { name: 'shops' }).click();
    await expectNoFaults(page, 'creating a key', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toBeHidden();
    const first = await page.locator('.api-secret').inputValue();
    expect(await studio.call('keys.list', {})).toMatchObject([
      { name: 'desk', member: 'newsroom', scopes: ['read', 'run'], projects: ['shops'] },
    ]);

    await page.getByRole('gridcell', { name: 'desk', exact: true }).click();
    await window.button('Rotate…').click();
    const rotating = page.getByRole('dialog', { name: 'Rotate the key “desk”' });
    await rotating.getByLabel('The old secret works on').selectOption('Not at all');
    await rotating.getByRole('button', { name: 'Rotate' }).click();
    await expect(page.locator('.api-secret')).not.toHaveValue(first);
    const second = await page.locator('.api-secret').inputValue();
    const list = (secret: string) =>
      fetch(`${origin}/api/spiders?project=shops`, { headers: { authorization: `Bearer ${secret}` } });
    await expect.poll(async () => (await list(first)).status).toBe(401);
    expect((await list(second)).status).toBe(200);
    expect(await status(String(origin), second)).toBe(403);

    await page.getByRole('tab', { name: 'Audit log' }).click();
    const log = page.getByRole('grid', { name: 'Audit log' });
    await expectSeen(log.getByRole('gridcell', { name: /403/u }).first());
    await expectNoFaults(page, 'audit log');
    await page.getByLabel('Key', { exact: true }).selectOption({ index: 1 });
    await expect(log.getByRole('gridcell', { name: /403/u })).toHaveCount(1);
    await expect(log.getByRole('gridcell', { name: /401/u })).toHaveCount(0);
  },
);

test('the log of requests goes on as far as one scrolls', async ({ page, window, studio }) => {
  const { origin } = await studio.call('api.start', { port: 0 });
  const { secret } = await studio.call('keys.create', {
    name: 'reader',
    scopes: ['read'],
    projects: null,
    expiresAt: null,
  });
  for (let sent = 0; sent < 230; sent += 1)
    await fetch(`${String(origin)}/api/trash`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${secret}` },
    });
  await window.go('#/api?view=audit');
  const log = page.getByRole('grid', { name: 'Audit log' });
  await log.getByRole('gridcell', { name: /403/u }).first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+End');
  await expect(log).toHaveAttribute('aria-rowcount', '231');
});

test(
  'a webhook is tested, its deliveries are looked at and sent again, and it is turned off',
  { tag: '@look' },
  async ({ page, window, atEnd }) => {
    const answer = { status: 204 };
    const receiver = await receive(atEnd, answer);
    await window.go('#/api?view=webhooks');
    await expectSeen(page.getByRole('heading', { name: 'No webhooks yet' }));
    await expectNoFaults(page, 'no webhooks');
    await window.button('Add a webhook…').click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText('Allow private addresses')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'It may be at a private address' }).click();
    await dialog.getByRole('checkbox', { name: /A run starts/u }).click();
    await expectNoFaults(page, 'adding a webhook', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(page.locator('.api-secret')).toHaveValue(/^whsec_/u);
    await expectSeen(page.getByRole('heading', { name: 'Nothing was sent yet' }));
    await expectNoFaults(page, 'a new webhook');
    await window.button('Hide').click();

    await page.locator('.api-bar').getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The test arrived')).toBeVisible();
    await expectSeen(page.getByRole('grid', { name: 'Deliveries' }).getByText('Delivered'));
    const details = page.getByRole('region', { name: 'The delivery' });
    if (test.info().project.name !== 'narrow') await expectSeen(details.getByText('Status 204'));
    await expectNoFaults(page, 'a delivery');

    answer.status = 500;
    await page.locator('.api-bar').getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('The test did not arrive')).toBeVisible();
    answer.status = 204;
    await page.getByRole('grid', { name: 'Deliveries' }).getByText('500').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    await expect.poll(() => receiver.heads.length).toBe(3);
    const ids = receiver.heads.map((head) => head['webhook-id']);
    expect(ids[2]).toBe(ids[1]);

    await page.getByRole('switch', { name: 'Send events' }).click();
    await page.getByRole('link', { name: 'All webhooks' }).click();
    await expectSeen(page.getByRole('link', { name: /crawls Off/u }));
    await expectNoFaults(page, 'webhooks');
    await page.getByRole('link', { name: /crawls Off/u }).click();
    await window.button('More actions').click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page
      .getByRole('dialog', { name: 'Remove the webhook?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expectSeen(page.getByRole('heading', { name: 'No webhooks yet' }));
  },
);

test(
  'members have roles that are explained, and lose keys only when asked',
  { tag: '@look' },
  async ({ page, window, studio }) => {
    await window.go('#/api?view=members');
    await expectSeen(page.getByRole('heading', { name: 'No members yet' }));
    await expectNoFaults(page, 'no members');
    await window.button('Add a member…').click();
    await page.getByRole('dialog').getByLabel('Name').fill('newsroom');
    await page.keyboard.press('Enter');
    await expectSeen(page.getByRole('listitem').filter({ hasText: 'newsroom' }));
    await studio.call('keys.create', { name: 'desk', member: 'newsroom' });
    await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
    await expect(page.getByText('1 key', { exact: true })).toBeVisible();
    await expectNoFaults(page, 'members');
    await page.getByLabel('Role of newsroom').selectOption('viewer');
    const question = page.getByRole('dialog', { name: 'Make newsroom a viewer?' });
    await question.getByRole('button', { name: 'Change the role' }).click();
    await expect.poll(async () => (await studio.call('keys.list', {}))[0]?.scopes).toEqual(['read']);
  },
);

test('a spider leads to programs that use it, by its menu and by the palette', async ({
  page,
  window,
  studio,
}) => {
  await studio.crawlSample();
  await studio.addSpider(
    JSON.stringify({ name: 'zines', allowed_domains: ['a.example'], start_urls: ['https://a.example/'] }),
  );
  await page.locator('.wb-tree-spider', { hasText: 'zines' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Use from a program…' }).click();
  await expect(page.getByLabel('Start a crawl', { exact: true })).toContainText('"spider":"zines"');
  await window.go('#/spider/default/sample-shop/runs');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('use from a program');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Start a crawl', { exact: true })).toContainText('"spider":"sample-shop"');
});

test('a port in use is named, with what to do about it', async ({ page, window, atEnd }) => {
  const taken = createServer().listen(0, '127.0.0.1');
  atEnd(() => taken.close());
  await once(taken, 'listening');
  const bound = taken.address();
  const port = typeof bound === 'object' && bound !== null ? String(bound.port) : '';
  await window.go('#/api');
  await page.getByRole('button', { name: 'Port, names, private addresses' }).click();
  const dialog = page.getByRole('dialog', { name: 'How the API is served' });
  await dialog.getByLabel('Port').fill(port);
  await dialog.getByRole('button', { name: 'Save and start' }).click();
  await expectSeen(dialog.getByText(`Port ${port} is in use by another program.`));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectSeen(page.getByText(`Port ${port} is in use by another program.`));
  await window.button('Change the port…').click();
  await expect(dialog).toBeVisible();
});

test('a program that was copied runs as it stands', async ({ page, window, studio }) => {
  await studio.call('projects.create', { name: 'default' });
  await studio.call('api.start', { port: 0 });
  await window.go('#/api');
  await window.button('Make the key').click();
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  await window.button('Copy: Without it').click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const file = join(studio.dataDir, 'program.mts');
  writeFileSync(file, text);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  expect(stdout.trim()).toBe('[]');
});

test('a server of another process is shown, and no second one is started', async ({
  page,
  window,
  studio,
  atEnd,
}) => {
  const entry = fileURLToPath(new URL('../../../bin/spider-studio.mjs', import.meta.url));
  const serve = startProgram([entry, 'serve', '--port', '0', '--data-dir', studio.dataDir]);
  atEnd(() => serve.kill('SIGKILL'));
  const origin = await new Promise<string>((resolve) => {
    let output = '';
    serve.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /answers at (http:\/\/\S+)\/api /u.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  await window.go('#/api');
  await expectSeen(page.getByText('Another process serves this workspace'));
  await expect(page.locator('.api-origin')).toHaveText(origin);
  await expect(page.getByRole('switch', { name: 'Answer programs' })).toHaveCount(0);
  await expectNoFaults(page, 'a server elsewhere');
  expect(await studio.call('api.state', {})).toMatchObject({ state: 'elsewhere', origin });

  const ended = once(serve, 'exit');
  serve.kill('SIGKILL');
  await ended;
  await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
  await expectSeen(page.getByRole('switch', { name: 'Answer programs' }));
});
