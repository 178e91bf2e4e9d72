import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(`../fixtures/trust/${name}`, import.meta.url));
const read = (name: string) => readFileSync(path(name), 'utf8');

/** A root that no computer knows, as a virus scanner has one, and how it is called. */
export const root = { pem: read('root.pem'), file: path('root.pem'), name: 'Watchful SSL Filter CA' };

const certificates = { leaf: read('leaf.pem'), expired: read('expired.pem'), early: read('early.pem') };

/** A certificate for localhost and 127.0.0.1 that the root has issued. @param withRoot the server shows the root, too */
export function issued(which: keyof typeof certificates, { withRoot }: { withRoot: boolean }) {
  return { key: read('key.pem'), cert: certificates[which] + (withRoot ? root.pem : '') };
}

/** The environment of a computer whose system trusts these roots, a file, and no others. */
export function systemThatTrusts(file: string): Record<string, string> {
  return { SSL_CERT_FILE: file, SSL_CERT_DIR: '/nowhere', NODE_EXTRA_CA_CERTS: '' };
}
