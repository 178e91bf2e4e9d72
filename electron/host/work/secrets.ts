import { systemSecrets } from '../../secrets/keychain.ts';
import { SecretStoreError, type SecretStore } from '../../system/secret-store.ts';
import { HostError } from '../errors.ts';
import { isSecretName, requireSecretName } from '../secret-name.ts';

/** A secret without its value. */
export interface ShownSecret {
  name: string;
  /** Reference for proxies, `keychain:NAME`. */
  reference: string;
}

/** Maximum characters of a secret; the macOS program reads commands in lines of a few thousand. */
const longest = 1000;

/**
 * Stores a secret in the keychain of this computer, replacing one of the same name.
 * @throws HostError `bad-secret-name`, `bad-secret`, `no-keychain`; none contains the secret
 */
export async function setSecret(
  name: string,
  value: string,
  store: SecretStore | null = systemSecrets(),
): Promise<ShownSecret> {
  requireSecretName(name);
  if (value === '' || value.length > longest || /[\u0000-\u001f\u007f]/.test(value)) {
    throw new HostError(
      'bad-secret',
      `A secret is one line of at most ${longest} characters, and not empty.`,
    );
  }
  return withStore(store, async (found) => {
    await found.write(name, value);
    // Some keychains accept a secret that cannot be read back.
    if ((await found.read(name)) !== value)
      throw new SecretStoreError('The keychain did not keep the secret.');
    return shown(name);
  });
}

/** Lists all secrets by name. @throws HostError `no-keychain` */
export async function listSecrets(store: SecretStore | null = systemSecrets()): Promise<ShownSecret[]> {
  const names = await withStore(store, (found) => found.names());
  return [...new Set(names)].filter(isSecretName).sort().map(shown);
}

/** Deletes a secret. @throws HostError `bad-secret-name`, `unknown-secret`, `no-keychain` */
export async function removeSecret(
  name: string,
  store: SecretStore | null = systemSecrets(),
): Promise<ShownSecret> {
  requireSecretName(name);
  if (await withStore(store, (found) => found.remove(name))) return shown(name);
  throw new HostError('unknown-secret', `There is no secret ${name} in the keychain.`, {
    hint: null,
    action: { action: 'list-secrets' },
  });
}

/** Reads a secret. @returns null: it does not exist; @throws HostError `no-keychain` */
export async function readSecret(name: string, store: SecretStore | null): Promise<string | null> {
  return withStore(store, (found) => found.read(name));
}

async function withStore<T>(store: SecretStore | null, work: (store: SecretStore) => Promise<T>): Promise<T> {
  if (store === null) {
    throw new HostError(
      'no-keychain',
      'Keychains are used on Linux, macOS and Windows only.',
      'Use env:NAME.',
    );
  }
  try {
    return await work(store);
  } catch (error) {
    if (error instanceof SecretStoreError) throw new HostError('no-keychain', error.message, error.hint);
    throw error;
  }
}

const shown = (name: string): ShownSecret => ({ name, reference: `keychain:${name}` });
