import { readFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildFolder } from '../bin/engine-build.mjs';

// Shared parts of the bundles of the engine and of the desktop application.

/** Not bundled: native code, packages with files of their own, Electron itself, and what is loaded when it is first needed. */
export const external = ['better-sqlite3', 'playwright', 'playwright-core', 'electron', 'string-width'];

const productFolder = join(import.meta.dirname, '../electron').replaceAll(sep, '/');
const threadFile = /new URL\('(\.{1,2}\/[^']+)\.ts', import\.meta\.url\)/g;
/** A data file beside its source. Other files are found by relative paths, because the bundle is as deep as the sources. */
const dataFile = /new URL\('\.\/([^'/]+\.json)', import\.meta\.url\)/g;
/** A file of a package that is read as it is. */
const packageFile = /import\.meta\.resolve\('([^']+)'\)/g;

/** Emits entry files of threads, and files that are read on demand, beside the bundle. */
export const filesBeside = {
  name: 'files-beside',
  async transform(code, id) {
    if (!id.endsWith('.ts') || !/new URL\(|import\.meta\.resolve\(/.test(code)) return null;
    for (const [, fileName] of code.matchAll(dataFile)) {
      this.emitFile({ type: 'asset', source: await readFile(join(dirname(id), fileName), 'utf8'), fileName });
    }
    for (const [, file] of code.matchAll(packageFile)) {
      const source = await readFile(fileURLToPath(import.meta.resolve(file)));
      this.emitFile({ type: 'asset', source, fileName: besideName(file) });
    }
    const read = code.replaceAll(
      packageFile,
      (_, file) => `new URL('./${besideName(file)}', import.meta.url).href`,
    );
    return read.replaceAll(threadFile, (_, file) => {
      const fileName = `${basename(file)}.js`;
      this.emitFile({ type: 'chunk', id: join(dirname(id), `${file}.ts`), fileName });
      return `new URL('./${fileName}', import.meta.url)`;
    });
  },
};

/** The name of a file of a package beside the bundle: `swagger-ui-dist/LICENSE` is `swagger-ui-dist-LICENSE`. */
const besideName = (file) => file.replaceAll('/', '-');

/** Bundles only the parts of undici that are used: loading all of it takes about 15 ms at every start. */
export const partsOfUndici = {
  name: 'parts-of-undici',
  resolveId: (id) => (id === 'undici' ? join(import.meta.dirname, 'undici-parts.mjs') : null),
};

/**
 * Starts the threads of the product from its bundle in tests, which takes a quarter of the time; the modules of a test
 * itself are sources. The import that never runs tells `vitest --changed` the dependencies of a thread.
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
