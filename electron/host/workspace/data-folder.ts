import { homedir } from 'node:os';
import { posix, resolve, win32 } from 'node:path';
import type { Environment } from '../../system/environment.ts';
import { localAppData } from '../../system/local-app-data.ts';
import { fileNameProblem } from '../../system/file-names.ts';
import { HostError } from '../errors.ts';
import { holdsWorkspace } from './restore-files.ts';

export { holdsWorkspace };

/** The system on which the data folder is located. */
export interface DataFolderSystem {
  platform: NodeJS.Platform;
  home: () => string;
  /** Whether a folder contains a workspace. */
  holds: (folder: string) => boolean;
}

const thisMachine: DataFolderSystem = {
  platform: process.platform,
  home: homedir,
  holds: holdsWorkspace,
};

/**
 * Locates the data folder: the given one, else SPIDER_STUDIO_HOME, else the platform's folder for application data (XDG on
 * Linux, Application Support on macOS, Local AppData on Windows). An existing data folder in Roaming AppData stays in use; new
 * ones avoid it, because Windows copies it over the network at logon and logoff.
 * @throws HostError `bad-data-folder` where Windows does not accept the name
 */
export function dataFolder(
  given: string | null,
  env: Environment,
  { platform, home, holds }: DataFolderSystem = thisMachine,
): string {
  const chosen = given ?? env['SPIDER_STUDIO_HOME'];
  if (chosen !== undefined && chosen !== '') {
    requireUsableName(chosen, platform);
    return resolve(chosen);
  }
  if (platform === 'darwin') return posix.join(home(), 'Library', 'Application Support', 'Spider Studio');
  if (platform !== 'win32')
    return posix.join(env['XDG_DATA_HOME'] ?? posix.join(home(), '.local', 'share'), 'spider-studio');
  const local = localAppData(env, home);
  const roaming = win32.join(env['APPDATA'] ?? win32.join(home(), 'AppData', 'Roaming'), 'Spider Studio');
  return !holds(local) && holds(roaming) ? roaming : local;
}

/** Rejects names that Windows and SQLite resolve differently. */
function requireUsableName(folder: string, platform: NodeJS.Platform): void {
  const problem = fileNameProblem(folder, platform);
  if (problem === null) return;
  throw new HostError('bad-data-folder', `The data folder cannot be used: ${problem.message}`, problem.hint);
}
