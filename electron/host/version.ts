import { readFileSync } from 'node:fs';

/** The version of the application, from its package.json. */
export const version: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const match = /"version":\s*"([^"]+)"/.exec(text);
  return match?.[1] ?? '0.0.0';
}
