import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { environment } from '../system/environment.ts';
import { PostgresError } from './errors.ts';

/** Where a PostgreSQL database is, and who asks. */
export interface PostgresAddress {
  host: string;
  port: number;
  database: string;
  /** null: that of PGUSER, or the name of the person at this computer. */
  user: string | null;
  /** null: that of PGPASSWORD or PGPASSFILE. */
  password: string | null;
  tls: TlsMode;
  /** For messages; without a user and a password. */
  shown: string;
}

/** As libpq understands `sslmode`. `require` encrypts and does not ask who answers. */
const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type TlsMode = (typeof tlsModes)[number];

const example = 'For example postgresql://me@db.example.com/shop.';
const special = `Write what is special in it as in any address: "@" as %40, "/" as %2F. ${example}`;

/**
 * Reads `postgresql://USER@HOST:PORT/DATABASE?sslmode=…`. Without `sslmode`, connections to other computers are encrypted and their
 * certificates verified. Errors never repeat the text, which may hold a password.
 * @param withPassword whether the text may hold one, because nobody else reads it; else what to do instead
 * @throws PostgresError `bad-place`, `credentials-in-url`
 */
export function readPostgresUrl(text: string, withPassword: true | { instead: string }): PostgresAddress {
  const url = URL.parse(text);
  if (url === null || !isPostgresUrl(text))
    throw new PostgresError('bad-place', 'That is no address of a PostgreSQL database.', special);
  const hasPassword = url.password !== '' || url.searchParams.has('password');
  if (hasPassword && withPassword !== true)
    throw new PostgresError(
      'credentials-in-url',
      'A password does not belong into the address, where others can read it.',
      withPassword.instead,
    );
  // Both are what a password with such a character leads to.
  if (url.pathname.includes('@') || url.hash !== '')
    throw new PostgresError('bad-place', 'The address of the PostgreSQL database cannot be read.', special);
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'sslmode' && name !== 'host');
  if (unknown !== undefined)
    throw new PostgresError('bad-place', `"${unknown}" is not known here.`, 'There are sslmode and host.');
  const database = decoded(url.pathname.replace(/^\//, ''));
  const named = url.hostname === '' ? url.searchParams.get('host') : decoded(url.hostname);
  const host = (named ?? 'localhost').replaceAll(/^\[|\]$/g, '');
  if (database === '' || database.includes('/'))
    throw new PostgresError('bad-place', 'The address names no database.', example);
  const port = url.port === '' ? 5432 : Number(url.port);
  const given = url.searchParams.get('sslmode');
  const tls = given === null ? usualTls(host) : tlsModes.find((mode) => mode === given);
  if (tls === undefined)
    throw new PostgresError('bad-place', `sslmode cannot be "${given}".`, `It is ${tlsModes.join(', ')}.`);
  return {
    host,
    port,
    database,
    user: url.username === '' ? null : decoded(url.username),
    password: url.password === '' ? null : decoded(url.password),
    tls,
    shown: `postgresql://${host}${port === 5432 ? '' : `:${port}`}/${database}`,
  };
}

/** Whether a text is meant as such an address. */
export const isPostgresUrl = (text: string): boolean => /^postgres(?:ql)?:/i.test(text);

/** A part of an address without percent signs. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new PostgresError(
      'bad-place',
      'The address of the PostgreSQL database has a percent sign that stands for nothing.',
      'Write a percent sign as %25.',
    );
  }
}

const usualTls = (host: string): TlsMode =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.')
    ? 'disable'
    : 'verify-full';

/** How connections to a place are encrypted; false: they are not. @throws PostgresError `missing` */
export function tlsOptions({ tls, host }: PostgresAddress): ConnectionOptions | false {
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
    throw new PostgresError(
      'missing',
      `The certificates that PGSSLROOTCERT names cannot be read: "${file}".`,
      'Correct PGSSLROOTCERT where Spider Studio is started.',
      error,
    );
  }
}
