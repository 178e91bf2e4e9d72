import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

// What the bundles of the engine and of the desktop application have in common.

/** Loaded from where they are: native code, what brings files of its own, and Electron itself. */
export const external = ['better-sqlite3', 'playwright', 'playwright-core', 'electron'];

/** A thread is started from a file of its own, and large data is read when it is needed; in a bundle both are files beside it. */
export const filesBeside = {
  name: 'files-beside',
  async transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('new URL(')) return null;
    let changed = code;
    for (const [whole, path, kind] of code.matchAll(
      /new URL\('(\.{1,2}\/[^']+)\.(ts|json)', import\.meta\.url\)/g,
    )) {
      const file = resolve(id, '..', `${path}.${kind}`);
      const fileName = kind === 'ts' ? `${basename(path)}.js` : `${basename(path)}.json`;
      if (kind === 'ts') this.emitFile({ type: 'chunk', id: file, fileName });
      else this.emitFile({ type: 'asset', source: await readFile(file, 'utf8'), fileName });
      changed = changed.replace(whole, `new URL('./${fileName}', import.meta.url)`);
    }
    return changed === code ? null : changed;
  },
};

/** Of undici only what is used: the whole of it, with a browser's fetch and its sockets, takes some 15 ms of every start to load. */
export const partsOfUndici = {
  name: 'parts-of-undici',
  resolveId: (id) => (id === 'undici' ? join(import.meta.dirname, 'undici-parts.mjs') : null),
};
