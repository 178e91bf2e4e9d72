import type { Socket } from 'node:net';
import { TLSSocket, type Certificate, type DetailedPeerCertificate } from 'node:tls';
import { systemRoots, type SystemRoots } from '../system/certificates.ts';
import { codeOf } from './error-code.ts';

/** Error codes for a certificate whose issuer is not trusted. */
const unknownIssuer = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Error codes that the certificate explains. */
const aboutCertificates = new Set([...unknownIssuer, 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/** Certificates of failed connections, by their error. */
const refused = new WeakMap<object, DetailedPeerCertificate>();

/** How to trust an issuer. */
const where = 'into the system, or name its file in NODE_EXTRA_CA_CERTS before the start';

/** Maximum length of an issuer's name in a message, in characters: the server chose it. */
const longestName = 80;

/** Details of a certificate for a message. */
interface Refused {
  /** Issuer of the last certificate in the chain; null if it names none. */
  issuer: string | null;
  /** Validity of the first certificate in the chain that is not valid at present; null if all are valid. */
  validity: { from: Date; to: Date } | null;
}

/** Records the certificate of a connection that fails, because Node does not keep it. */
export function noteCertificate(socket: Socket): void {
  if (!(socket instanceof TLSSocket)) return;
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if (error !== undefined && aboutCertificates.has(codeOf(error))) {
      refused.set(error, socket.getPeerCertificate(true));
    }
    return destroy(error);
  };
}

/**
 * Whether to open a connection again: its issuer was unknown, and the system's roots have been trusted since it began. Reading
 * them takes time, so they are read only when needed.
 * @param hadThem whether they were trusted when the connection began
 */
export function trustsMoreAfter(error: unknown, hadThem: boolean): boolean {
  if (hadThem || !unknownIssuer.has(codeOf(tlsErrorOf(error)))) return false;
  systemRoots.trust();
  return true;
}

/** Returns the TLS error, which may be the cause of a proxy's error. */
function tlsErrorOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/**
 * Returns why a certificate was refused, as the end of a sentence about its owner ("its certificate has expired"), and what to
 * do; null if the error has another cause.
 * @param now current time of this computer
 */
export function certificateReason(
  error: unknown,
  now: Date,
  roots: Pick<SystemRoots, 'problem'> = systemRoots,
): string | null {
  const code = codeOf(error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another host name';
  const { issuer, validity } = readRefused(error, now);
  if (code === 'CERT_HAS_EXPIRED') {
    const when = validity === null ? '' : ` (on ${day(validity.to)}; this computer's date is ${day(now)})`;
    return `its certificate has expired${when}`;
  }
  if (code === 'CERT_NOT_YET_VALID') {
    const when =
      validity === null
        ? ''
        : ` (before ${day(validity.from)}; this computer's date is ${day(now)}: set its clock if that is wrong)`;
    return `its certificate is not valid yet${when}`;
  }
  if (!unknownIssuer.has(code)) return null;
  const unread =
    roots.problem === null ? '' : ` (the system's certificates could not be read: ${roots.problem})`;
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT')
    return `its certificate is self-signed; if it is yours, install it ${where}${unread}`;
  const what = code === 'SELF_SIGNED_CERT_IN_CHAIN' ? 'self-signed' : 'incomplete';
  if (issuer === null) return `its certificate chain is ${what}${unread}`;
  return `its certificate chain is ${what}: it ends at "${issuer}", which this computer does not know${unread}. If a virus scanner or a company's proxy of that name intercepts connections, install its root certificate ${where}`;
}

function readRefused(error: unknown, now: Date): Refused {
  const first = typeof error === 'object' && error !== null ? refused.get(error) : undefined;
  const chain = new Set<DetailedPeerCertificate>();
  // At the end of a chain, Node returns undefined, contrary to its types. A root is its own issuer.
  for (
    let one: DetailedPeerCertificate | undefined = first;
    one !== undefined && !chain.has(one);
    one = one.issuerCertificate
  ) {
    chain.add(one);
  }
  const last = [...chain].at(-1);
  const spans = [...chain].map(({ valid_from: from, valid_to: to }) => ({
    from: new Date(from),
    to: new Date(to),
  }));
  return {
    issuer: last === undefined ? null : nameOf(last.issuer),
    validity: spans.find(({ from, to }) => from > now || to < now) ?? null,
  };
}

/** Returns the issuer's common name, else that of its organization. */
function nameOf(issuer: Partial<Certificate> | undefined): string | null {
  for (const part of [issuer?.CN, issuer?.O, issuer?.OU]) {
    const name = [part ?? []]
      .flat()
      .join(', ')
      .replaceAll(/[\p{C}"]/gu, '')
      .trim();
    if (name !== '') return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
  }
  return null;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
