import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { privateFolder } from './private-folder.mjs';

/**
 * Caches compiled code between starts, for this thread and the threads that it starts. Compiled code runs unchecked, so the
 * cache is a folder that nobody else can write to; without such a folder, nothing is cached.
 */
export function keepCompiledCode() {
  // Set by the user: Node caches there without further calls.
  if ((process.env.NODE_COMPILE_CACHE ?? '') !== '') return;
  const folder = privateFolder(join(cacheFolder(), 'compiled'));
  // Threads, and tools that a script starts, read only the environment. Without the variable, some tools use Node's default
  // folder, which all users share.
  if (folder === null) {
    process.env.NODE_DISABLE_COMPILE_CACHE = '1';
    return;
  }
  process.env.NODE_COMPILE_CACHE = folder;
  module.enableCompileCache?.(folder);
}

/** The application's folder among the user's caches. */
function cacheFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') {
    return join(absolute(LOCALAPPDATA) ?? join(homedir(), 'AppData', 'Local'), 'Spider Studio', 'Cache');
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Spider Studio');
  return join(absolute(XDG_CACHE_HOME) ?? join(homedir(), '.cache'), 'spider-studio');
}

/** Ignores a relative path, which would be a different folder in every working directory. */
function absolute(path) {
  return path !== undefined && isAbsolute(path) ? path : null;
}
