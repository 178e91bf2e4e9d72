import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

/**
 * A folder that nobody else can write to, empty out or exchange for another one; it is made where it is missing.
 * @param {string} path
 * @returns {string | null} where it is; null: it cannot be made, or it is open to others
 */
export function privateFolder(path) {
  if (!isAbsolute(path)) return null;
  try {
    // On Windows a folder takes over the rights of the one above it, and the one for a person's data is theirs alone.
    if (process.platform === 'win32') return made(path);
    // Before anything is made: the superuser leaves nothing in the folder of somebody else.
    if (!isSafePlace(existingPartOf(path))) return null;
    made(path);
    const above = realpathSync(dirname(path));
    const folder = join(above, basename(path));
    return isSafePlace(above) && isOursAlone(folder) ? folder : null;
  } catch {
    return null;
  }
}

function made(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

function existingPartOf(path) {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : existingPartOf(above);
}

/** Whether it is a folder of the person who runs this, no link to one, and only they write to it. */
function isOursAlone(folder) {
  const entry = lstatSync(folder);
  return entry.isDirectory() && entry.uid === process.geteuid() && (entry.mode & 0o022) === 0;
}

/** Whether nobody else can exchange what lies in this folder or on the way to it. */
function isSafePlace(folder) {
  let place = realpathSync(folder);
  for (;;) {
    const { mode, uid, gid } = statSync(place);
    if (uid !== 0 && uid !== process.geteuid()) return false;
    // In a folder with the sticky bit, as /tmp is, only the owner of an entry can exchange it.
    const isSticky = (mode & 0o1000) !== 0;
    // Some systems give each person a group of their own, and let it write to what they make.
    const isOpenToGroup = (mode & 0o020) !== 0 && gid !== process.getegid();
    if (!isSticky && (isOpenToGroup || (mode & 0o002) !== 0)) return false;
    if (dirname(place) === place) return true;
    place = dirname(place);
  }
}
