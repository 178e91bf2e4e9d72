import '../../setup.ts';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** When something in a folder was changed last, in milliseconds since 1970. */
async function newestIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const times = await Promise.all(
    files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  );
  return Math.max(0, ...times);
}

/**
 * Builds the window and the gallery where they are missing or older than their sources. Each is built beside its place and
 * then moved there, so that whoever shows the old one at this moment is not left without.
 */
export default async function buildWindow(): Promise<void> {
  // Vitest says "test" here, which would make a window for development: another one, and a slow one.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await buildWhatChanged();
  } finally {
    process.env['NODE_ENV'] = before;
  }
}

async function buildWhatChanged(): Promise<void> {
  // The guide is part of the window.
  const sources = ['renderer', 'shared', 'docs/guide'];
  const changed = Math.max(...(await Promise.all(sources.map((folder) => newestIn(join(root, folder))))));
  for (const [mode, output] of [
    ['production', 'dist/renderer'],
    ['gallery', 'dist/gallery'],
  ] as const) {
    const page = join(root, output, 'index.html');
    if (existsSync(page) && (await stat(page)).mtimeMs > changed) continue;
    const outDir = join(root, `${output}-${process.pid}`);
    await build({
      configFile: join(root, 'renderer/vite.config.ts'),
      mode,
      logLevel: 'warn',
      build: { outDir },
    });
    await rm(join(root, output), { recursive: true, force: true });
    await rename(outDir, join(root, output));
  }
}

// As a program, "npm run build:tested", beside what else `npm test` does before the tests.
if (import.meta.main) await buildWindow();
