import { contractVersion } from '../../../shared/contract/version.ts';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { openingPage } from '../../../electron/web/pages.ts';
import { expect, test, type AtEnd } from './fixtures.ts';

/** What the window shows first once the host has answered, and what it shows where it is not let in. */
const welcome = 'Which site do you want as a table';
const notIn = 'This window is not signed in';

/** Which of these texts is shown first. */
async function shown(page: Page, ...texts: string[]): Promise<string | null> {
  const any = page.getByText(new RegExp(texts.join('|'))).first();
  await any.waitFor();
  return any.textContent();
}

/** Another server of this machine, as any user of it can start one, which keeps what browsers send to it. */
async function neighbour(atEnd: AtEnd) {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Neighbour</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return { seen, url: `http://127.0.0.1:${address.port}/` };
}

/** @returns the code with which the host closes a socket that is opened with these headers; null: it lets it in */
async function replay(origin: string, headers: Record<string, string>, atEnd: AtEnd): Promise<number | null> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { headers: { ...headers, origin } });
  atEnd(() => socket.terminate());
  await once(socket, 'open');
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  const answered = new Promise<null>((resolve) => socket.on('message', () => resolve(null)));
  socket.send(
    JSON.stringify({ kind: 'attach', contract: contractVersion, session: null, batch: 0, pending: [] }),
  );
  return Promise.race([closed, answered]);
}

test.describe('a window in a browser', () => {
  test('gives nothing to another server of this machine that would let it in', async ({
    page,
    studio,
    atEnd,
  }) => {
    const { seen, url } = await neighbour(atEnd);
    const tab = await page.context().newPage();
    await tab.goto(url);
    expect(await tab.evaluate(() => [document.cookie, Object.keys(localStorage)])).toEqual(['', []]);
    expect(seen.length).toBeGreaterThan(0);
    for (const { cookie = '', authorization = '' } of seen)
      expect(await replay(studio.origin, { cookie, authorization }, atEnd)).toBe(4401);
  });

  test('goes on after a reload, and in further tabs', async ({ page, studio }) => {
    await page.reload();
    expect(await shown(page, welcome, notIn)).toContain(welcome);
    const tab = await page.context().newPage();
    await tab.goto(studio.origin);
    expect(await shown(tab, welcome, notIn)).toContain(welcome);
  });

  test('goes on where its first address is opened again, which works once', async ({
    window,
    page,
    studio,
    stranger,
  }) => {
    window.mayComplain = true;
    const used = `${studio.origin}/enter?token=used`;
    await page.goto(used);
    expect(await shown(page, welcome, notIn)).toContain(welcome);
    await stranger.goto(used);
    expect(await shown(stranger, welcome, notIn, 'used before')).toContain('used before');
    await stranger.goto(studio.origin);
    expect(await shown(stranger, welcome, notIn)).toContain(notIn);
  });

  test('opens from the file that the browser is given', async ({ studio, stranger }) => {
    const file = join(studio.dataDir, 'open.html');
    writeFileSync(file, openingPage(studio.newTicket()));
    await stranger.goto(pathToFileURL(file).href);
    expect(await shown(stranger, welcome, notIn)).toContain(welcome);
  });
});
