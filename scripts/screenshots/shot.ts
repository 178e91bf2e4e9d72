import type { Page } from 'playwright';

/** A picture of the window. */
export interface Shot {
  readonly name: string;
  /** The address after "#/"; words in capitals stand for names that are known once there is something to look at. */
  readonly place: string;
  /** A selector to wait for. */
  readonly ready?: string;
  /** Whether the JSON is open; default: it is. */
  readonly json?: boolean;
  /** What to do before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Presses keys. */
export const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** Clicks what has a role, by its names, one after the other. */
export const click =
  (role: 'button' | 'tab' | 'menuitem', ...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) {
      await page
        .getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
        .first()
        .click();
    }
  };

/** Runs actions one after the other. */
export const inTurn =
  (...acts: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

/** Clicks a cell of a table. */
export const chooseCell = (name: string) => (page: Page) =>
  page.getByRole('gridcell', { name, exact: true }).first().click();
/** Waits for a text. */
export const wait = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** A table that has rows. */
export const rowsReady = '[role=row][data-row]';
/** The text of a spider. */
export const textReady = '.author-text .view-line';
/** Shows a pane where the window is so small that it is folded. */
export const showPane = async (page: Page, name: string) => {
  const tab = page.getByRole('tablist', { name: 'Panes' }).getByRole('tab', { name, exact: true });
  if (await tab.first().isVisible()) await tab.first().click();
};
/** Shows a tab of the tester. */
export const testerTab = (name: string) => async (page: Page) => {
  await page.frameLocator('iframe').locator('h1').first().waitFor();
  await showPane(page, 'Table');
  await page.locator('[data-pane="tester"]').getByRole('tab', { name, exact: true }).click();
};

/** Waits until the run that is shown has completed, which may take long where much else is done. */
export const completed = (page: Page) =>
  page.locator('.runs-head h2', { hasText: 'Completed' }).waitFor({ timeout: 60_000 });
