import { homedir } from 'node:os';
import { win32 } from 'node:path';
import { environment } from '../system/environment.ts';
import { localAppData } from '../system/local-app-data.ts';
import type { SecretStore } from '../system/secret-store.ts';
import { secretStore } from '../system/secrets.ts';

/** The keychain of this user on this computer, shared by all clients and data folders; null: this system has none. */
export const systemSecrets = (): SecretStore | null =>
  keychain({ service: 'spider-studio', title: 'Spider Studio', folder: 'secrets' });

/** The keys of logins in the keychain, apart from the secrets that people store. */
export const loginKeys = (): SecretStore | null =>
  keychain({ service: 'spider-studio-logins', title: 'Spider Studio logins', folder: 'login-keys' });

function keychain(owner: { service: string; title: string; folder: string }): SecretStore | null {
  const isWindows = process.platform === 'win32';
  return secretStore({
    ...owner,
    folder: isWindows ? win32.join(localAppData(environment, homedir), owner.folder) : '',
  });
}
