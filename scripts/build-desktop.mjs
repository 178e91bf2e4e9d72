import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { external, filesBeside, partsOfUndici } from './bundling.mjs';

// Bundles the desktop application into dist/desktop: the main process and the threads that it starts as modules, and the
// preload script, which runs in a sandbox that has no modules, as one plain script.

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'dist', 'desktop');

async function bundle(options, output) {
  const made = await rolldown({ cwd: root, external, logLevel: 'warn', ...options });
  await made.write({ dir: folder, ...output });
  await made.close();
}

/** The SHA-256 of each native file outside the archive of a package, in hexadecimal. */
function checksums() {
  const binaries = join(root, 'node_modules/better-sqlite3/prebuilds');
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(join(binaries, name)))
      .digest('hex');
  return Object.fromEntries(readdirSync(binaries).map((name) => [name, sum(name)]));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await bundle(
  {
    platform: 'node',
    input: { main: join(root, 'electron/shell/main.ts') },
    // The "main" of some packages is a CommonJS script that loads further files at run time.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [filesBeside, partsOfUndici],
  },
  { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
);
await bundle(
  { platform: 'node', input: { preload: join(root, 'electron/shell/preload.ts') } },
  { format: 'cjs', entryFileNames: '[name].cjs' },
);
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
writeFileSync(join(folder, 'native.json'), `${JSON.stringify(checksums(), null, 2)}\n`);
console.log('The desktop application is bundled in dist/desktop.');
