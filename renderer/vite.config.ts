import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the window to dist/renderer, which both doors serve. `--mode gallery` builds the page of all shared components
 * to dist/gallery instead; it is looked at and tested, never shipped.
 */
export default defineConfig(({ mode }) => {
  const gallery = mode === 'gallery';
  return {
    root: here(gallery ? './gallery' : '.'),
    // Relative, so that the same files work under http://127.0.0.1 and under app://.
    base: './',
    publicDir: here('./public'),
    plugins: [react()],
    worker: { format: 'es' as const },
    build: {
      outDir: here(gallery ? '../dist/gallery' : '../dist/renderer'),
      emptyOutDir: true,
      target: 'es2024',
      // Monaco's editor chunk is about 4 MB; it is loaded when the first editor is shown.
      chunkSizeWarningLimit: 6000,
      // The polyfill is for browsers that do not know modulepreload; ours does.
      modulePreload: { polyfill: false },
      // Fonts and icons stay files: a strict policy for content allows no data: URL where it can be avoided.
      assetsInlineLimit: 0,
    },
    server: { fs: { allow: [here('..')] } },
  };
});
