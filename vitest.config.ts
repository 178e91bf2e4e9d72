import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { threadsFromBundle } from './scripts/bundling.mjs';

// The tiers of the tests, from quick to slow. The name of a file says which one it belongs to: docs/testing.md.

/** Unit tests share the modules of their process from file to file, which no test replaces: that saves a third of their time. */
const unit = { isolate: false };

const common = { setupFiles: ['test/setup.ts'], testTimeout: 60_000, hookTimeout: 60_000 };
const guarded = [...common.setupFiles, 'test/unit-guard.ts'];

const integration = 'test/**/*.integration.test.ts';
const soak = 'test/**/*.soak.test.ts';
/** Tried with few or small inputs in the unit tier, with many or large ones in the soak tier. */
const scaled = 'test/**/*.scaled.test.ts';
const endToEnd = 'test/e2e/**';

/** A tier whose tests start threads and programs, which are run from the bundle. */
const bundled = { ...common, globalSetup: ['test/bundle-engine.ts'] };

export default defineConfig({
  test: {
    // Vitest would leave one core idle, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common,
          ...unit,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [integration, soak, endToEnd],
          setupFiles: guarded,
        },
      },
      {
        // Components; what of the window needs no document is *.test.ts, without one, and starts far quicker.
        plugins: [react()],
        test: {
          ...common,
          ...unit,
          name: 'renderer',
          include: ['test/renderer/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...guarded, 'test/renderer/setup.ts'],
        },
      },
      {
        plugins: [threadsFromBundle],
        test: { ...bundled, name: 'integration', include: [integration], exclude: [endToEnd] },
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
