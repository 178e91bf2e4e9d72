import type { StorageCredentials } from '../../object-storage/storage.ts';
import { systemSecrets } from '../../secrets/keychain.ts';
import { environment } from '../../system/environment.ts';
import { SecretStoreError } from '../../system/secret-store.ts';
import { StoreError } from '../errors.ts';

const valueOf = (name: string): string | null => {
  const value = environment[name];
  return value === undefined || value === '' ? null : value;
};

/**
 * Reads the login of a bucket on this computer.
 * @param reference `env:NAME` or `keychain:NAME`, whose value is `ACCESS_KEY:SECRET_KEY`; null: the usual variables of the environment
 * @throws StoreError `missing-secret`, `bad-secret`; neither has anything of the secret
 */
export async function readBucketLogin(reference: string | null): Promise<StorageCredentials> {
  if (reference === null) return ofEnvironment();
  const name = reference.slice(reference.indexOf(':') + 1);
  const value = reference.startsWith('env:') ? valueOf(name) : await ofKeychain(name);
  if (value === null)
    throw new StoreError(
      'missing-secret',
      `The secret ${reference}, by which pages and files are kept outside of the database, is not on this computer.`,
      'Store ACCESS_KEY:SECRET_KEY under that name there.',
    );
  const at = value.indexOf(':');
  if (at < 1)
    throw new StoreError(
      'bad-secret',
      `The secret ${reference} is not two keys with a colon between them.`,
      'Its value must be ACCESS_KEY:SECRET_KEY.',
    );
  return { accessKeyId: value.slice(0, at), secretAccessKey: value.slice(at + 1) };
}

function ofEnvironment(): StorageCredentials {
  const [accessKeyId, secretAccessKey] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map((name) => {
    const value = valueOf(name);
    if (value !== null) return value;
    throw new StoreError(
      'missing-secret',
      `Pages and files are kept in a bucket, and the environment has no ${name}.`,
      'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY where Spider Studio is started.',
    );
  });
  const sessionToken = valueOf('AWS_SESSION_TOKEN') ?? undefined;
  return { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '', sessionToken };
}

async function ofKeychain(name: string): Promise<string | null> {
  try {
    return (await systemSecrets()?.read(name)) ?? null;
  } catch (error) {
    if (!(error instanceof SecretStoreError)) throw error;
    throw new StoreError(
      'missing-secret',
      `The secret keychain:${name} cannot be read. ${error.message}`,
      error.hint ?? 'Put it into the environment and choose the place again with a secret env:NAME.',
      error,
    );
  }
}
