// The bundle of the sources. A command starts in a third of the time, because Node loads a few files instead of hundreds.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Where `npm run build:engine` puts it: as deep as the sources, so that paths relative to a file stay the same. */
export const buildFolder = join(root, 'dist', 'engine');
const stampFile = join(buildFolder, 'built.json');

function sourceFiles() {
  return ['electron', 'shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** Number, size and times of the source files: quick to read at every start, and changes whenever a file is written. */
function lookOf(files) {
  const stats = files.map((file) => statSync(file));
  const sum = (read) => stats.reduce((total, entry) => total + read(entry), 0);
  return `${files.length} files, ${sum(({ size }) => size)} bytes, ${sum(({ mtimeMs }) => Math.trunc(mtimeMs))}`;
}

/** The hash of the sources: unchanged after a `git checkout` there and back, which rewrites files. */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/** Reads the current sources, for `writeStamp` once they are bundled. */
export function sourceStamp() {
  const files = sourceFiles();
  return { look: lookOf(files), hash: hashOf(files) };
}

/**
 * Records beside the bundle which sources it was made from.
 * @param {{ look: string, hash: string }} stamp
 */
export function writeStamp(stamp) {
  writeFileSync(stampFile, `${JSON.stringify(stamp)}\n`);
}

/** Whether the bundle was made from the current sources. */
export function isBuildFresh() {
  try {
    const built = JSON.parse(readFileSync(stampFile, 'utf8'));
    const files = sourceFiles();
    const look = lookOf(files);
    if (built.look === look) return true;
    if (built.hash !== hashOf(files)) return false;
    keepLook({ look, hash: built.hash });
    return true;
  } catch {
    return false;
  }
}

/** Spares the next start from hashing the sources again, unless the project is read-only. */
function keepLook(stamp) {
  try {
    writeStamp(stamp);
  } catch {
    // The bundle is as fresh without it.
  }
}

/**
 * The file of the bundle for an entry, for example "cli"; null if there is none or a source has changed since. The sources
 * run directly then.
 * @param {string} entry
 * @returns {string | null}
 */
export function freshBuild(entry) {
  return isBuildFresh() ? join(buildFolder, `${entry}.js`) : null;
}
