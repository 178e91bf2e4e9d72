import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../system/environment.ts';

/**
 * The folder that holds the database: the one given, else SPIDER_STUDIO_HOME, else the platform's folder for
 * application data (XDG on Linux, Application Support on macOS, AppData on Windows).
 */
export function dataFolder(given: string | null, env: Environment): string {
  const chosen = given ?? env['SPIDER_STUDIO_HOME'];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  if (process.platform === 'win32') {
    return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Spider Studio');
  }
  if (process.platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'Spider Studio');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'spider-studio');
}
