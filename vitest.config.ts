import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const common = { setupFiles: ['test/setup.ts'], testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/renderer/**/*.test.tsx', 'test/e2e/window/**'],
        },
      },
      {
        // Components; what of the window needs no document is *.test.ts, without one, and starts far quicker.
        plugins: [react()],
        test: {
          ...common,
          name: 'renderer',
          include: ['test/renderer/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts', 'test/renderer/setup.ts'],
        },
      },
      {
        // The built window in Chromium.
        test: {
          ...common,
          name: 'window',
          include: ['test/e2e/window/**/*.test.ts'],
          globalSetup: ['test/e2e/window/build.ts'],
          testTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
