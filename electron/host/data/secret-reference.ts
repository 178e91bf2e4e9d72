/** Whether a text names a secret: `env:NAME` or `keychain:NAME`. */
export function isSecretReference(text: string): boolean {
  return /^(?:env:[A-Za-z_][A-Za-z0-9_]*|keychain:[A-Za-z0-9_][A-Za-z0-9_.-]*)$/.test(text);
}
