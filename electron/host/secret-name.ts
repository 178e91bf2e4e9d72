import { HostError } from './errors.ts';

const pattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

/** Whether a text is a valid name of a secret. */
export const isSecretName = (name: string): boolean => pattern.test(name);

/** Checks the name of a secret. @throws HostError `bad-secret-name` */
export function requireSecretName(name: string): void {
  if (isSecretName(name)) return;
  throw new HostError(
    'bad-secret-name',
    'The name of a secret is made of letters, digits, "_", "." and "-", at most 100 of them.',
    'For example PROXY_LOGIN.',
  );
}
