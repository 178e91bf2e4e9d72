import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll } from 'vitest';

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/proxy/${name}`, import.meta.url), 'utf8');

/** The key and the certificate of the test servers. */
export const tls = { key: fixture('key.pem'), cert: fixture('certificate.pem') };

/** Lets the tests of the file that asks for it trust them. */
export function trustTestServers(): void {
  beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), tls.cert]));
}
