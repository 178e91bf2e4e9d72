import { test as base, expect } from '@playwright/test';
import { AppWindow } from './app-window.ts';
import { Studio } from './studio.ts';

export { expect };

interface Fixtures {
  /** The test's own studio. A file whose tests do not disturb each other puts one for all of them in its place. */
  studio: Studio;
  /** A window on the studio. After the test, nothing may have gone wrong in it. */
  window: AppWindow;
  /** Opens a window of another browser on the studio. */
  openWindow: () => Promise<AppWindow>;
  /** Sets a variable of the environment until the test has ended. */
  setVariable: (name: string, value: string) => void;
  /** Has things done when the test has ended: the last one first. */
  atEnd: (done: () => unknown) => void;
  /** Set where things are to go wrong: the host ends, for example. */
  mayComplain: boolean;
}

/** A test of the window. `page` is the page of the window. */
export const test = base.extend<Fixtures>({
  mayComplain: [false, { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  studio: async ({}, use) => {
    const studio = await Studio.start();
    await use(studio);
    await studio.close();
  },

  openWindow: async ({ studio, browser, mayComplain }, use) => {
    const opened: AppWindow[] = [];
    await use(async () => {
      const window = await AppWindow.open(await browser.newContext(), studio);
      opened.push(window);
      return window;
    });
    for (const { page } of opened) await page.context().close();
    if (!mayComplain) expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
  },

  window: async ({ studio, context, mayComplain }, use) => {
    const window = await AppWindow.open(context, studio);
    await use(window);
    if (!mayComplain) expect(window.complaints).toEqual([]);
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
