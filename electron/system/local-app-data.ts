import { win32 } from 'node:path';
import type { Environment } from './environment.ts';

/** Local AppData: the Windows folder for a user's data on this computer. */
export function localAppData(env: Environment, home: () => string): string {
  return win32.join(env['LOCALAPPDATA'] ?? win32.join(home(), 'AppData', 'Local'), 'Spider Studio');
}
