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
          exclude: ['test/renderer/**'],
        },
      },
      {
        plugins: [react()],
        test: {
          ...common,
          name: 'renderer',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts', 'test/renderer/setup.ts'],
        },
      },
    ],
  },
});
