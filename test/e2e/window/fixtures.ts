import { test as base, expect, type Page } from '@playwright/test';
import { AppWindow } from './app-window.ts';
import { Studio } from './studio.ts';

export { expect };

/** Has things done when the test has ended: the last one first. */
export type AtEnd = (done: () => unknown) => void;

interface Fixtures {
  /** The test's own studio. A file whose tests do not disturb each other puts one for all of them in its place. */
  studio: Studio;
  /** A window on the studio. After the test, nothing may have gone wrong in it. */
  window: AppWindow;
  /** Opens a window of another browser on the studio. */
  openWindow: () => Promise<AppWindow>;
  /** A tab of another browser, which nobody has let in. */
  stranger: Page;
  /** Sets a variable of the environment until the test has ended. */
  setVariable: (name: string, value: string) => void;
  atEnd: AtEnd;
}

/** A test of the window. `page` is the page of the window. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  studio: async ({}, use) => {
    const studio = await Studio.start();
    await use(studio);
    await studio.close();
  },

  openWindow: async ({ studio, browser }, use) => {
    const opened: AppWindow[] = [];
    await use(async () => {
      const window = await AppWindow.open(await browser.newContext(), studio);
      opened.push(window);
      return window;
    });
    for (const window of opened) {
      window.expectNoComplaints();
      await window.page.context().close();
    }
  },

  window: async ({ studio, context }, use) => {
    const window = await AppWindow.open(context, studio);
    await use(window);
    window.expectNoComplaints();
  },

  stranger: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },

  page: ({ window }, use) => use(window.page),

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  atEnd: async ({}, use) => {
    const all: (() => unknown)[] = [];
    await use((done) => all.push(done));
    for (const done of all.toReversed()) await done();
  },

  setVariable: ({ atEnd }, use) =>
    use((name, value) => {
      const before = process.env[name];
      process.env[name] = value;
      atEnd(() => {
        if (before === undefined) delete process.env[name];
        else process.env[name] = before;
      });
    }),
});
