import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nodeAdvice, nodeProblem } from '../bin/node-version.mjs';
import { buildFolder, sourceStamp, writeStamp } from '../bin/engine-build.mjs';
import { external, filesBeside, partsOfUndici } from './bundling.mjs';

// Bundles the code outside the window into dist/engine. `npm ci` calls it. If it is not possible (no bundler installed, an
// old Node), the sources run directly, only slower.

const root = resolve(import.meta.dirname, '..');

async function build() {
  const wrongNode = nodeProblem(process.versions.node);
  if (wrongNode !== null) return `${wrongNode} The engine was not bundled. ${nodeAdvice()}`;
  const bundler = await import('rolldown').catch(() => null);
  if (bundler === null) return 'The bundler is not installed, so the engine was not bundled.';
  const stamp = sourceStamp();
  rmSync(buildFolder, { recursive: true, force: true });
  mkdirSync(buildFolder, { recursive: true });
  const bundle = await bundler.rolldown({
    cwd: root,
    platform: 'node',
    input: { cli: join(root, 'electron/cli/main.ts'), web: join(root, 'electron/web/main.ts') },
    external,
    // The "main" of some packages is a CommonJS script that loads further files at run time.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [filesBeside, partsOfUndici],
    logLevel: 'warn',
  });
  await bundle.write({
    dir: buildFolder,
    format: 'esm',
    // Half the size to load at every start. Names are kept for stack traces.
    minify: { compress: true, codegen: true, mangle: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  writeFileSync(join(buildFolder, 'package.json'), '{ "type": "module" }\n');
  writeStamp(stamp);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `Spider Studio ${version}: the engine is bundled in dist/engine.`;
}

console.log(await build());
