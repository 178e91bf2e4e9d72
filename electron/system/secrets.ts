import { runProgram, type RunProgram } from './program.ts';
import type { SecretOwner, SecretStore } from './secret-store.ts';
import { linuxSecrets } from './secrets-linux.ts';
import { macSecrets } from './secrets-macos.ts';
import { windowsSecrets } from './secrets-windows.ts';

/** Returns the secret store of a platform, or null if it has none. */
export function secretStore(
  owner: SecretOwner,
  platform: NodeJS.Platform = process.platform,
  run: RunProgram = runProgram,
): SecretStore | null {
  if (platform === 'win32') return windowsSecrets(owner, run);
  if (platform === 'darwin') return macSecrets(owner, run);
  return platform === 'linux' ? linuxSecrets(owner, run) : null;
}
