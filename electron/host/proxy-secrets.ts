import { execFile } from 'node:child_process';
import { environment, type Environment } from '../system/environment.ts';
import { HostError } from './errors.ts';

/** Where secrets come from. */
export interface SecretSources {
  env: Environment;
  platform: NodeJS.Platform;
  /** Runs a program; its output, or why there is none. */
  run: (
    program: string,
    args: readonly string[],
  ) => Promise<{ output: string } | { failed: 'absent' | 'refused' }>;
}

/** Long enough for a person to unlock the keychain. Milliseconds. */
const unlockMs = 60_000;

export const systemSecrets: SecretSources = {
  env: environment,
  platform: process.platform,
  run: (program, args) =>
    new Promise((resolve) => {
      execFile(program, [...args], { timeout: unlockMs, encoding: 'utf8' }, (error, stdout) => {
        if (error === null) resolve({ output: stdout });
        else resolve({ failed: error.code === 'ENOENT' ? 'absent' : 'refused' });
      });
    }),
};

/** Whether a text names a secret: `env:NAME` or `keychain:NAME`. */
export function isSecretReference(text: string): boolean {
  return /^(?:env:[A-Za-z_][A-Za-z0-9_]*|keychain:[A-Za-z0-9_][A-Za-z0-9_.-]*)$/.test(text);
}

/**
 * Reads a user name and a password. Nothing of what was read is in any error.
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

/** By the platform's own program: libsecret's on Linux, `security` on macOS. */
async function fromKeychain(name: string, { platform, run }: SecretSources): Promise<string> {
  const reader = readers[platform];
  if (reader === undefined) {
    throw new HostError(
      'missing-secret',
      `The secret keychain:${name} cannot be read: keychains are read on Linux and macOS only.`,
      'Put it into the environment and name it env:NAME.',
    );
  }
  const { program, args, store, install } = reader;
  const result = await run(program, [...args, name]);
  if ('output' in result) return result.output.replace(/\r?\n$/, '');
  throw result.failed === 'absent'
    ? new HostError(
        'missing-secret',
        `The secret keychain:${name} cannot be read: the program ${program} is not installed.`,
        `${install} Or put it into the environment and name it env:NAME.`,
      )
    : new HostError(
        'missing-secret',
        `The secret keychain:${name} is not in the keychain, or the keychain is locked.`,
        `Store it with: ${store} ${name}`,
      );
}

const readers: Partial<
  Record<NodeJS.Platform, { program: string; args: string[]; store: string; install: string }>
> = {
  linux: {
    program: 'secret-tool',
    args: ['lookup', 'service', 'spider-studio', 'account'],
    store: 'secret-tool store --label="Spider Studio" service spider-studio account',
    install: 'Install libsecret-tools.',
  },
  darwin: {
    program: 'security',
    args: ['find-generic-password', '-s', 'spider-studio', '-w', '-a'],
    store: 'security add-generic-password -s spider-studio -w -a',
    install: 'It is a part of macOS.',
  },
};
