import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { threadsFromBundle } from './scripts/bundling.mjs';

// The tiers of the tests, from quick to slow. The name of a file says which one it belongs to: docs/testing.md.

/** Unit tests share the modules of their process from file to file, which no test replaces: that saves a third of their time. */
const unit = { isolate: false, sequence: { groupOrder: 1 } };

/**
 * Node loads the modules as it does in the product. Vite would make every use of another module's export a call, and what runs hot
 * is slower by half.
 */
const asInNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const common = { setupFiles: ['test/setup.ts'], testTimeout: 300_000, hookTimeout: 300_000 };
const guarded = [...common.setupFiles, 'test/unit-guard.ts'];

const integration = 'test/**/*.integration.test.ts';
const soak = 'test/**/*.soak.test.ts';
/** Tried with few or small inputs in the integration tier, with many or large ones in the soak tier. */
const scaled = 'test/**/*.scaled.test.ts';
const endToEnd = 'test/e2e/**';
const renderer = 'test/renderer/**';

/** A tier whose tests start threads and programs, which are run from the bundle. */
const bundled = {
  ...common,
  globalSetup: ['test/bundle-engine.ts'],
  // These tests wait a third of their time, for servers that are slow on purpose and for programs that start and end.
  maxWorkers: availableParallelism() * 2,
  // On a busy machine a thread takes seconds to start.
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // Vitest would leave one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common,
          ...unit,
          ...asInNode,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [integration, soak, scaled, endToEnd, renderer],
          setupFiles: guarded,
        },
      },
      {
        // What of the window needs no document; Vite makes its modules, as it does for the window.
        test: {
          ...common,
          ...unit,
          name: 'renderer',
          include: ['test/renderer/**/*.test.ts'],
          setupFiles: guarded,
        },
      },
      {
        plugins: [react()],
        test: {
          ...common,
          ...unit,
          name: 'components',
          include: ['test/renderer/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...guarded, 'test/renderer/setup.ts'],
        },
      },
      {
        plugins: [threadsFromBundle],
        test: { ...bundled, name: 'integration', include: [integration, scaled], exclude: [endToEnd] },
      },
      {
        plugins: [threadsFromBundle],
        test: { ...bundled, name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [soak] },
      },
      {
        plugins: [threadsFromBundle],
        test: {
          ...bundled,
          name: 'soak',
          include: [soak, scaled],
          testTimeout: 600_000,
          env: { SEEDS: '24000' },
        },
      },
    ],
  },
});
