import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

/**
 * A folder that nobody else can write to, delete from or replace; it is created if it is missing.
 * @param {string} path
 * @returns {string | null} its path; null: it cannot be created, or others can write to it
 */
export function privateFolder(path) {
  if (!isAbsolute(path)) return null;
  try {
    // On Windows a folder inherits the permissions of its parent, and the folder for user data belongs to the user alone.
    if (process.platform === 'win32') return made(path);
    // Checked before anything is created, so that root leaves nothing in the folder of another user.
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

/** Whether it is a folder, not a link, that belongs to the current user and that only they can write to. */
function isOursAlone(folder) {
  const entry = lstatSync(folder);
  return entry.isDirectory() && entry.uid === process.geteuid() && (entry.mode & 0o022) === 0;
}

/** Whether nobody else can replace what is in this folder or in the folders above it. */
function isSafePlace(folder) {
  let place = realpathSync(folder);
  for (;;) {
    const { mode, uid, gid } = statSync(place);
    if (uid !== 0 && uid !== process.geteuid()) return false;
    // In a folder with the sticky bit, such as /tmp, only the owner of an entry can replace it.
    const isSticky = (mode & 0o1000) !== 0;
    // Some systems give each user a private group that may write to their files.
    const isOpenToGroup = (mode & 0o020) !== 0 && gid !== process.getegid();
    if (!isSticky && (isOpenToGroup || (mode & 0o002) !== 0)) return false;
    if (dirname(place) === place) return true;
    place = dirname(place);
  }
}
