import { environment, type Environment } from '../../system/environment.ts';
import type { SecretStore } from '../../system/secret-store.ts';
import { HostError } from '../errors.ts';
import { systemSecrets } from '../../secrets/keychain.ts';
import { readSecret } from './secrets.ts';

/** Sources of secrets. */
export interface SecretSources {
  env: Environment;
  /** The keychain; null: this system has none. */
  keychain: () => SecretStore | null;
}

/** The environment and the keychain of this computer. */
export const systemSources: SecretSources = { env: environment, keychain: systemSecrets };

/**
 * Reads a user name and a password. Errors contain nothing of the secret.
 * @param reference `env:NAME` or `keychain:NAME`; the value there is `user:password`
 * @throws HostError `missing-secret` or `bad-secret`
 */
export async function readCredentials(
  reference: string,
  sources: SecretSources,
): Promise<{ username: string; password: string }> {
  const name = reference.slice(reference.indexOf(':') + 1);
  const value = reference.startsWith('env:')
    ? fromEnvironment(name, sources)
    : await fromKeychain(name, sources);
  const at = value.indexOf(':');
  if (at < 1) {
    throw new HostError(
      'bad-secret',
      `The secret ${reference} is not a user name and a password with a colon between them.`,
      'Its value must be user:password.',
    );
  }
  return { username: value.slice(0, at), password: value.slice(at + 1) };
}

function fromEnvironment(name: string, { env }: SecretSources): string {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new HostError(
    'missing-secret',
    `The secret env:${name} is not there: the environment has no ${name}.`,
    `Set ${name} to user:password where Spider Studio is started.`,
  );
}

async function fromKeychain(name: string, { keychain }: SecretSources): Promise<string> {
  const value = await readSecret(name, keychain()).catch((error: unknown) => {
    if (!(error instanceof HostError)) throw error;
    const hint = error.hint === null ? '' : `${error.hint} `;
    throw new HostError(
      'missing-secret',
      `The secret keychain:${name} cannot be read. ${error.message}`,
      `${hint}Or put it into the environment and name it env:NAME.`,
    );
  });
  if (value !== null) return value;
  throw new HostError(
    'missing-secret',
    `The secret keychain:${name} is not in the keychain of this computer.`,
    { hint: 'Store it there.', action: { action: 'store-secret', name } },
  );
}
