import './test/setup.ts';
import './test/bundled-threads.ts';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { windowBrowserPath } from './test/e2e/window/chromium.ts';
import { narrow } from './test/e2e/window/narrow.ts';

// A test of what a screen looks like, `@look`, looks at it in both themes and in a narrow window.
/** One of these that runs in a window that is dark from its start, too. */
const fromTheDark = /@dark/u;
/** One of these that runs in a window that is narrow from its start, too. */
const fromNarrow = /@narrow/u;

/**
 * The tests of the window: `*.spec.ts`, in Chromium, against the built window behind the real door. What is needed to see why one
 * has failed is kept in `dist/window-tests`: a picture of each page, and a trace (`npx playwright show-trace`). Recording traces
 * costs every test an eighth of its time, so a test that has failed is run once more for its trace. Where it passes then, the list
 * names it as flaky: it is to be mended, but does not fail the others.
 */
export default defineConfig({
  testDir: 'test/e2e/window',
  testMatch: '**/*.spec.ts',
  outputDir: 'dist/window-tests',
  globalSetup: ['./test/bundle-engine.ts', './test/e2e/window/build.ts'],
  // Node runs the sources as they are.
  build: { external: ['**'] },
  forbidOnly: process.env['CI'] !== undefined,
  // A test waits a third of its time: for the host, for a crawl, for what shows itself after a moment.
  workers: Math.ceil(availableParallelism() * 1.5),
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: windowBrowserPath() },
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    // Nobody waits for a movement to end. One test has them: `notices.spec.ts`.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Each step has the document as it was; a film besides would cost every test.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'light', use: { colorScheme: 'light' } },
    { name: 'dark', grep: fromTheDark, use: { colorScheme: 'dark' } },
    { name: 'narrow', grep: fromNarrow, use: { colorScheme: 'light', viewport: narrow } },
  ],
});
