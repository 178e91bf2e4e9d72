import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Download, Page } from 'playwright';
import { openWebDoor } from '../../../electron/web/door.ts';
import { openHost, type OpenHost } from '../../electron/host/open-host.ts';

const folder = fileURLToPath(new URL('../../../dist/renderer', import.meta.url));

/** A window on a host of its own, through the real door. */
export interface OpenWindow {
  open: OpenHost;
  page: Page;
  origin: string;
  /** Another address that lets a browser in. */
  newTicket: () => string;
  /** Errors of the page: there should be none. */
  complaints: string[];
  /** Goes to a place: "#/spider/default/shop". */
  go: (hash: string) => Promise<void>;
  hash: () => Promise<string>;
  close: () => Promise<void>;
}

interface WindowOptions {
  dataDir?: string;
  /** Fills the data folder before the host opens it. */
  prepare?: (dataDir: string) => void;
  theme?: 'light' | 'dark';
}

export async function openWindow(browser: Browser, options: WindowOptions = {}): Promise<OpenWindow> {
  const {
    dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-window-')),
    prepare,
    theme = 'light',
  } = options;
  prepare?.(dataDir);
  const open = openHost(dataDir);
  const door = await openWebDoor({ host: open.host, folder, port: 0 });
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(door.newTicket());
  await page.waitForSelector('[data-app-state="loaded"]');
  return {
    open,
    page,
    origin: door.origin,
    newTicket: () => door.newTicket(),
    complaints,
    go: (hash) =>
      page.evaluate((to) => {
        window.location.hash = to;
      }, hash),
    hash: () => page.evaluate(() => window.location.hash),
    async close() {
      await context.close();
      await door.close();
      await open.close();
    },
  };
}

/** What a download holds, as it would be on the disk. */
export async function contentOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** Crawls the sample, as the welcome offers it. @returns the run */
export async function crawlSample({ page, hash }: OpenWindow): Promise<string> {
  await page.getByRole('button', { name: 'Crawl the sample site' }).click();
  await page.waitForURL(/#\/run\//u);
  await page.locator('.runs-head h2', { hasText: 'Completed' }).waitFor();
  return (await hash()).replace('#/run/', '');
}

/** The texts of a column, by its place, in the rows that are shown. */
export const columnTexts = (page: Page, column: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const heads = [...document.querySelectorAll('[role="columnheader"]')];
    const at = heads.find((head) => head.textContent === wanted)?.getAttribute('aria-colindex');
    return [...document.querySelectorAll('[role="row"][data-row]')].map(
      (row) => row.querySelector(`[role="gridcell"][aria-colindex="${at}"]`)?.textContent ?? '',
    );
  }, column);
