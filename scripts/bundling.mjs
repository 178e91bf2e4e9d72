import { basename, resolve } from 'node:path';

// What the bundles of the engine and of the desktop application have in common.

/** Loaded from where they are: native code, what brings files of its own, and Electron itself. */
export const external = ['better-sqlite3', 'playwright', 'playwright-core', 'electron'];

/** A thread is started from a file of its own; in a bundle it is one beside it. */
export const threadFiles = {
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
