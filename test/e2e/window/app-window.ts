import { expect, type BrowserContext, type Download, type Locator, type Page } from '@playwright/test';
import type { Studio } from './studio.ts';

/** A window on a studio, in a tab of a browser. */
export class AppWindow {
  readonly page: Page;
  readonly studio: Studio;
  /** Set where something is to go wrong: the host ends, for example. */
  mayComplain = false;
  /** Errors of the page, and what its content policy refused. */
  readonly #complaints: string[] = [];

  private constructor(page: Page, studio: Studio) {
    this.page = page;
    this.studio = studio;
    page.on('pageerror', (error) => this.#complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#complaints.push(message.text());
    });
  }

  /** Opens a tab, and enters with a ticket of its own. */
  static async open(context: BrowserContext, studio: Studio): Promise<AppWindow> {
    const window = new AppWindow(await context.newPage(), studio);
    await window.enter();
    return window;
  }

  /** Goes to where a ticket leads. */
  async enter(): Promise<void> {
    await this.page.goto(this.studio.newTicket());
    await this.loaded();
  }

  /** As F5 of a browser does it. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.loaded();
  }

  async loaded(): Promise<void> {
    await expect(this.page.locator('[data-app-state="loaded"]')).toBeVisible();
  }

  /** Nothing has gone wrong so far, in the page or in the host, unless it may. */
  expectNoComplaints(): void {
    if (!this.mayComplain) expect([...this.#complaints, ...this.studio.faults]).toEqual([]);
  }

  /** Goes to a place, as by a link to "#/spider/default/shop". */
  async go(hash: string): Promise<void> {
    await this.page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
  }

  hash(): Promise<string> {
    return this.page.evaluate(() => window.location.hash);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Replaces the text of the editor, as by pasting: what is typed is completed and indented on the way. */
  async write(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.locator('.author-text .monaco-editor').first().click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Control+V');
  }
}

/** What a download holds, as it would be on the disk. */
export async function contentOf(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** The texts of a column, by its name, in the rows that are shown. */
export const columnTexts = (page: Page, column: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const heads = [...document.querySelectorAll('[role="columnheader"]')];
    const at = heads.find((head) => head.textContent === wanted)?.getAttribute('aria-colindex');
    return [...document.querySelectorAll('[role="row"][data-row]')].map(
      (row) => row.querySelector(`[role="gridcell"][aria-colindex="${at}"]`)?.textContent ?? '',
    );
  }, column);
