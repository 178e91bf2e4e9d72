import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { connectionError } from '../../postgres/errors.ts';
import { ExportError } from '../errors.ts';

/** What PostgreSQL says about an error. */
interface Told extends Error {
  code?: string;
  column?: string;
  constraint?: string;
  detail?: string;
}

type Words = readonly [code: ErrorCode, message: string, hint: string];

/**
 * Words an error of a PostgreSQL server, or of the connection to it; others stay as they are.
 * @param place the database, without a secret
 * @param table the table, as people know it
 */
export function postgresError(error: unknown, place: string, table: string): unknown {
  if (!(error instanceof Error) || error instanceof ExportError) return error;
  const connection = connectionError(error, place, 'secret');
  if (connection !== null) return connection;
  const words = wordsOf(error, place, table);
  return words === null ? error : new ExportError(...words, error);
}

function wordsOf(error: Told, place: string, table: string): Words | null {
  const { code = '', message, detail = '', column } = error;
  const said = `${message}${detail === '' ? '' : ` (${detail.replace(/\.$/, '')})`}`;
  switch (code) {
    case '42501':
      return [
        'database-refused',
        `${place}: ${message}.`,
        'Ask whoever manages the database for the right, or choose another table or user.',
      ];
    case '3F000':
    case '42P01':
      return ['missing', `${place}: ${message}.`, 'Create it there first, or name another one.'];
    case '42809':
      return ['bad-place', `${table} is no table that rows can be added to.`, 'Name a table.'];
    case '23502':
      return [
        'column-type',
        `The column "${column ?? '?'}" of ${table} must not be empty, and a row has no value for it.`,
        'Allow it to be empty there, give it a default, or require the field in the spider.',
      ];
    case '23505':
      return [
        'column-type',
        `${table} has a row like this already: ${said}.`,
        'Replace rows by their key instead of adding them.',
      ];
    case '55P03':
    case '40P01':
      return ['in-use', `Another program holds ${table} locked.`, 'Try again later.'];
    case '53100':
      return ['storage-full', `${place} has no room left.`, 'Make room there.'];
    case '57014':
      return [
        'database-refused',
        `${place} cut the export off: ${message}.`,
        'Raise statement_timeout there.',
      ];
    default:
      return /^[0-9A-Z]{5}$/.test(code)
        ? [
            /^2[23]/.test(code) ? 'column-type' : 'database-refused',
            `${table} refuses what was to be written: ${said}.`,
            'Change the table there, or what is exported.',
          ]
        : null;
  }
}
