import { test as base, expect, type Page } from '@playwright/test';
import { AppWindow } from './app-window.ts';
import { Studio } from './studio.ts';

export { expect };

/** Has things done when the test has ended: the last one first. */
export type AtEnd = (done: () => unknown) => void;

/**
 * Something that tests share: a worker makes it when a test asks for it first, and closes it at its own end.
 * @returns asks for it
 */
export function shared<T extends { close(): unknown }>(
  make: () => Promise<T>,
): (atWorkerEnd: AtEnd) => Promise<T> {
  let made: Promise<T> | undefined;
  return async (atWorkerEnd) => {
    if (made === undefined) {
      made = make();
      const own = await made;
      atWorkerEnd(() => own.close());
    }
    return made;
  };
}

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

interface WorkerFixtures {
  /** For what `shared` keeps. Another fixture of this scope in a file would cost it a worker of its own, with a browser. */
  atWorkerEnd: AtEnd;
}

/** Gives a fixture that does what it was told to when its scope ends. */
async function doAtEnd(use: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const all: (() => unknown)[] = [];
  await use((done) => all.push(done));
  for (const done of all.toReversed()) await done();
}

/** A test of the window. `page` is the page of the window. */
export const test = base.extend<Fixtures, WorkerFixtures>({
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
  atEnd: ({}, use) => doAtEnd(use),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  atWorkerEnd: [({}, use) => doAtEnd(use), { scope: 'worker' }],

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
