import { readFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFolder } from '../bin/engine-build.mjs';

// What the bundles of the engine and of the desktop application have in common.

/** Loaded from where they are: native code, what brings files of its own, and Electron itself. */
export const external = ['better-sqlite3', 'playwright', 'playwright-core', 'electron'];

const productFolder = join(import.meta.dirname, '../electron').replaceAll(sep, '/');
const threadFile = /new URL\('(\.{1,2}\/[^']+)\.ts', import\.meta\.url\)/g;
/** Of its own folder: other files are found by their place in the project, where the bundle is as deep as the sources. */
const dataFile = /new URL\('\.\/([^'/]+\.json)', import\.meta\.url\)/g;

/** A thread is started from a file of its own, and large data is read when it is needed; in a bundle both are files beside it. */
export const filesBeside = {
  name: 'files-beside',
  async transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('new URL(')) return null;
    for (const [, fileName] of code.matchAll(dataFile)) {
      this.emitFile({ type: 'asset', source: await readFile(join(dirname(id), fileName), 'utf8'), fileName });
    }
    return code.replaceAll(threadFile, (_, file) => {
      const fileName = `${basename(file)}.js`;
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${file}.ts`), fileName });
      return `new URL('./${fileName}', import.meta.url)`;
    });
  },
};

/** Of undici only what is used: the whole of it, with a browser's fetch and its sockets, takes some 15 ms of every start to load. */
export const partsOfUndici = {
  name: 'parts-of-undici',
  resolveId: (id) => (id === 'undici' ? join(import.meta.dirname, 'undici-parts.mjs') : null),
};

/**
 * For the tests, whose own modules are sources: the threads of the product are started from its bundle, in a quarter of the
 * time. The import that is never carried out tells `vitest --changed` what a thread is made from.
 */
export const threadsFromBundle = {
  name: 'threads-from-bundle',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(productFolder) || !code.includes('new URL(')) return null;
    const sources = [];
    const replaced = code.replaceAll(threadFile, (_, file) => {
      sources.push(`void (() => import('${file}.ts'));`);
      return `new URL('${pathToFileURL(join(buildFolder, `${basename(file)}.js`)).href}')`;
    });
    return sources.length === 0 ? null : `${replaced}\n${sources.join('\n')}\n`;
  },
};
