import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { environment } from '../../system/environment.ts';
import { ExportError } from '../errors.ts';

/** Where a PostgreSQL database is. */
export interface PostgresPlace {
  host: string;
  port: number;
  database: string;
  /** null: that of the secret, of PGUSER, or the name of the person at this computer. */
  user: string | null;
  tls: TlsMode;
  /** For messages; without a user. */
  shown: string;
}

/** As libpq understands `sslmode`. `require` encrypts and does not ask who answers. */
const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type TlsMode = (typeof tlsModes)[number];

const example = 'For example postgresql://me@db.example.com/shop.';

/**
 * Reads `postgresql://USER@HOST:PORT/DATABASE?sslmode=…`. Without `sslmode`, connections to other computers are encrypted and their
 * certificates verified. Errors never repeat the text, which may hold a password.
 * @throws ExportError `bad-place`, `credentials-in-url`
 */
export function readPostgresUrl(text: string): PostgresPlace {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw new ExportError('bad-place', 'That is no address of a PostgreSQL database.', example);
  if (url.password !== '' || url.searchParams.has('password'))
    throw new ExportError(
      'credentials-in-url',
      'A password does not belong into the address, where others can read it.',
      'Leave it out, and name a secret, or use PGPASSWORD or PGPASSFILE of the environment.',
    );
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'sslmode' && name !== 'host');
  if (unknown !== undefined)
    throw new ExportError('bad-place', `"${unknown}" is not known here.`, 'There are sslmode and host.');
  const database = decodeURIComponent(url.pathname.replace(/^\//, ''));
  const named = url.hostname === '' ? url.searchParams.get('host') : decodeURIComponent(url.hostname);
  const host = (named ?? 'localhost').replaceAll(/^\[|\]$/g, '');
  if (database === '' || database.includes('/'))
    throw new ExportError('bad-place', 'The address names no database.', example);
  const port = url.port === '' ? 5432 : Number(url.port);
  const given = url.searchParams.get('sslmode');
  const tls = given === null ? usualTls(host) : tlsModes.find((mode) => mode === given);
  if (tls === undefined)
    throw new ExportError('bad-place', `sslmode cannot be "${given}".`, `It is ${tlsModes.join(', ')}.`);
  return {
    host,
    port,
    database,
    user: url.username === '' ? null : decodeURIComponent(url.username),
    tls,
    shown: `postgresql://${host}${port === 5432 ? '' : `:${port}`}/${database}`,
  };
}

/** Whether a text is meant as such an address. */
export const isPostgresUrl = (text: string): boolean => /^postgres(?:ql)?:/i.test(text);

const usualTls = (host: string): TlsMode =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.')
    ? 'disable'
    : 'verify-full';

/** How connections to a place are encrypted; false: they are not. @throws ExportError `missing` */
export function tlsOptions({ tls, host }: PostgresPlace): ConnectionOptions | false {
  if (tls === 'disable') return false;
  const servername = isIP(host) === 0 ? { servername: host } : {};
  if (tls === 'require') return { ...servername, rejectUnauthorized: false };
  const own = rootCertificates();
  const checked = { ...servername, ...(own === null ? {} : { ca: own }) };
  return tls === 'verify-full' ? checked : { ...checked, checkServerIdentity: () => undefined };
}

/** Those that PGSSLROOTCERT names; null: those of the system. */
function rootCertificates(): string | null {
  const file = environment['PGSSLROOTCERT'];
  if (file === undefined || file === '') return null;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ExportError(
      'missing',
      `The certificates that PGSSLROOTCERT names cannot be read: "${file}".`,
      'Correct PGSSLROOTCERT where Spider Studio is started.',
      error,
    );
  }
}
