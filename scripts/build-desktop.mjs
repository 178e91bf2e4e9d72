import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

// Bundles the desktop application into dist/desktop: the main process and the threads that it starts as modules, and the
// preload script, which runs in a sandbox that has no modules, as one plain script.

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'dist', 'desktop');
/** Loaded from where they are: native code, what brings files of its own, and Electron itself. */
const external = ['better-sqlite3', 'playwright', 'playwright-core', 'electron'];

/** A thread is started from a file of its own; here it is one beside the bundle. */
const threads = {
  name: 'thread-files',
  async transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('new URL(')) return null;
    let changed = code;
    for (const [whole, file] of code.matchAll(/new URL\('(\.{1,2}\/[^']+)\.ts', import\.meta\.url\)/g)) {
      const name = basename(file);
      this.emitFile({ type: 'chunk', id: resolve(id, '..', `${file}.ts`), fileName: `${name}.js` });
      changed = changed.replace(whole, `new URL('./${name}.js', import.meta.url)`);
    }
    return changed === code ? null : changed;
  },
};

async function bundle(options, output) {
  const made = await rolldown({ cwd: root, external, logLevel: 'warn', ...options });
  await made.write({ dir: folder, ...output });
  await made.close();
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await bundle(
  {
    platform: 'node',
    input: { main: join(root, 'electron/shell/main.ts') },
    // Some packages mean their plain scripts by "main"; those load further files while they run.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [threads],
  },
  { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
);
await bundle(
  { platform: 'node', input: { preload: join(root, 'electron/shell/preload.ts') } },
  { format: 'cjs', entryFileNames: '[name].cjs' },
);
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
console.log('The desktop application is bundled in dist/desktop.');
