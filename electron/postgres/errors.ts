import type { ErrorCode } from '../../shared/contract/errors.ts';

/** A PostgreSQL database cannot be used. `message` is one sentence for people without a secret, `hint` says what to do. */
export class PostgresError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly action = null;

  constructor(code: ErrorCode, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PostgresError';
    this.code = code;
    this.hint = hint;
  }
}

const certificateErrors =
  /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/;

/** Where the password of a login may come from, in words. */
export type PasswordSource = 'secret' | 'workspace';

const passwords: Readonly<Record<PasswordSource, { correct: string; give: string }>> = {
  secret: {
    correct: 'Correct the secret, PGPASSWORD, or the file that PGPASSFILE names.',
    give: 'Name a secret of the keychain or the environment, or set PGPASSWORD or PGPASSFILE.',
  },
  workspace: {
    correct:
      'Correct SPIDER_STUDIO_DATABASE, PGPASSWORD, the file of --database-password-file, or that of PGPASSFILE.',
    give: 'Set PGPASSWORD or PGPASSFILE, name a file with --database-password-file, or put it into the address in SPIDER_STUDIO_DATABASE.',
  },
};

/**
 * Words an error of the connection to a server, or of what any statement may meet there.
 * @param place the database, without a secret
 * @returns null: it is another error
 */
export function connectionError(
  error: unknown,
  place: string,
  source: PasswordSource = 'workspace',
): PostgresError | null {
  if (error instanceof PostgresError) return error;
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = wordsOf(code, error.message, place, source);
  return words === null ? null : new PostgresError(...words, error);
}

type Words = readonly [code: ErrorCode, message: string, hint: string];

function wordsOf(code: string, message: string, place: string, source: PasswordSource): Words | null {
  if (code === '28P01')
    return ['database-refused', `${place} does not accept the password.`, passwords[source].correct];
  if (/password must be a (?:non-empty )?string/.test(message))
    return ['database-refused', `${place} asks for a password, and there is none.`, passwords[source].give];
  if (code === '28000')
    return [
      'database-refused',
      `${place}: ${message}.`,
      'Check the user, and what pg_hba.conf allows there.',
    ];
  if (code === '3D000')
    return [
      'database-refused',
      `${place}: there is no such database.`,
      'Create it there, or correct the name.',
    ];
  if (/does not support SSL/.test(message))
    return [
      'database-refused',
      `${place} does not encrypt connections.`,
      'Switch TLS on there; or add ?sslmode=disable, where nobody else can read the network.',
    ];
  if (certificateErrors.test(code))
    return [
      'database-refused',
      `The certificate of ${place} is not trusted: ${message}.`,
      'Name the certificate of its authority in PGSSLROOTCERT; or add ?sslmode=require, which encrypts and does not verify.',
    ];
  if (code === '53300' || code === '57P03')
    return ['database-unreachable', `${place} is busy: ${message}.`, 'Try again later.'];
  return isCut(code, message)
    ? [
        'database-unreachable',
        `${place} cannot be reached: ${message.replace(/\.$/, '') || code}.`,
        'Check that it runs, its address and port, and the network connection.',
      ]
    : null;
}

const isCut = (code: string, message: string): boolean =>
  /^(?:08|57P0[12])/.test(code) ||
  /^(?:E(?:CONN|HOST|NET)\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT)$/.test(code) ||
  /timeout expired|Connection terminated|not queryable/i.test(message);
