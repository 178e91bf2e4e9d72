import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { privateFolder } from './private-folder.mjs';

/**
 * Keeps compiled code from one start to the next, for this thread and for those that it starts. Compiled code runs
 * unchecked, so it is kept in a folder that nobody else can write to; where there is none, nothing is kept.
 */
export function keepCompiledCode() {
  // Set by the person: Node keeps it there by itself.
  if ((process.env.NODE_COMPILE_CACHE ?? '') !== '') return;
  const folder = privateFolder(join(cacheFolder(), 'compiled'));
  // Threads, and the tools that a script starts, look nowhere but in the environment; left to themselves, some tools would
  // take the folder that Node has for everybody.
  if (folder === null) {
    process.env.NODE_DISABLE_COMPILE_CACHE = '1';
    return;
  }
  process.env.NODE_COMPILE_CACHE = folder;
  module.enableCompileCache?.(folder);
}

/** The folder of this application among the caches of the person. */
function cacheFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') {
    return join(absolute(LOCALAPPDATA) ?? join(homedir(), 'AppData', 'Local'), 'Spider Studio', 'Cache');
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Spider Studio');
  return join(absolute(XDG_CACHE_HOME) ?? join(homedir(), '.cache'), 'spider-studio');
}

/** A relative path would mean another folder in every working folder. */
function absolute(path) {
  return path !== undefined && isAbsolute(path) ? path : null;
}
