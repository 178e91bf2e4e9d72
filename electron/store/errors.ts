import type { Action } from '../../shared/contract/actions.ts';
import { adviceOf, type Advice } from '../../shared/contract/advice.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import Database from 'better-sqlite3';
import { closeSync, openSync } from 'node:fs';
import { roomLeft } from '../system/disk-room.ts';
import { errorCode, outOfFiles } from '../system/errors.ts';
import { MissingRootError } from '../system/folders.ts';
import { connectionError } from '../postgres/errors.ts';
import { SqlStateError } from './postgres/sql-state-error.ts';

/** The only error that leaves the store. `message` is one sentence for people, `hint` says what to do about it. */
export class StoreError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | null;
  /** What to do, as data that each door words. */
  readonly action: Action | null;

  constructor(code: ErrorCode, message: string, advice: Advice | string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreError';
    this.code = code;
    const { hint, action } = adviceOf(advice);
    this.hint = hint;
    this.action = action;
  }
}

/** What brings a database back. */
export const restoreBackup = { action: 'restore-backup' } as const;

/** What to do about a file that is no database. */
export const beginAnew: Advice = {
  hint: 'Repair it, or restore a backup. To begin anew, choose another data folder or move the file away.',
  action: { action: 'repair-database' },
};

/** What to do where a drive or a share is missing. */
export const missingRootAdvice: Advice = {
  hint: 'Connect the drive or the share, or choose another data folder.',
  action: { action: 'choose-data-folder' },
};

/**
 * Turns whatever SQLite or the file system threw into a StoreError about the database at `path`. Errors that are
 * neither (a fault in our own code) come back as they are.
 */
export function toStoreError(error: unknown, path: string): unknown {
  if (error instanceof StoreError) return error;
  if (error instanceof MissingRootError) {
    return new StoreError(
      'missing',
      `The database "${path}" cannot be opened: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`,
      missingRootAdvice,
      error,
    );
  }
  if (error instanceof SqlStateError) return fromPostgres(error, path);
  const said = errorCode(error);
  if (said === null) return error;
  const code = /^SQLITE_(?:CANTOPEN|IOERR_SHM)/.test(said) ? (whyNotOpened(path) ?? said) : said;
  const make = storeErrors.find(({ codes }) => codes.test(code));
  if (make !== undefined) return new StoreError(make.code, make.message(path), make.hint, error);
  if (!(error instanceof Database.SqliteError)) return error;
  return new StoreError(
    'io',
    `The database "${path}" could not be used: ${error.message}.`,
    'Check the disk it is on.',
    error,
  );
}

/** What is told of errors of a server, by SQLSTATE or the code of an error of the network. */
const postgresErrors: readonly {
  codes: RegExp;
  code: ErrorCode;
  message: (place: string, said: string) => string;
  hint: Advice | string;
}[] = [
  {
    codes: /^(40|55P03)/,
    code: 'locked',
    message: (place) => `The database ${place} is busy: other programs write the same rows.`,
    hint: 'Try again.',
  },
  {
    codes: /^42501/,
    code: 'database-refused',
    message: (place, said) => `The database ${place} refuses: ${said}.`,
    hint: { hint: 'The role has not been given what it needs.', action: { action: 'prepare-database' } },
  },
  {
    codes: /^25006/,
    code: 'read-only',
    message: (place) => `The database ${place} cannot be written: the server is read-only.`,
    hint: 'Connect to the primary server, and not to a copy of it.',
  },
  {
    codes: /^53100/,
    code: 'disk-full',
    message: (place) => `The disk of the server is full: the database ${place} cannot grow.`,
    hint: 'Free some space there and try again. Nothing that was stored is lost.',
  },
];

/** Errors of a statement, which are faults in our own code, come back as they are. */
function fromPostgres(error: SqlStateError, place: string): unknown {
  const code = error.code ?? '08000';
  const cut = connectionError(error, place);
  if (cut !== null) return new StoreError(cut.code, cut.message, cut.hint, error);
  const make = postgresErrors.find(({ codes }) => codes.test(code));
  if (make === undefined) return error;
  const said = error.message.replace(/\.$/, '');
  return new StoreError(make.code, make.message(place, said), make.hint, error);
}

/** What the operating system says of a file that SQLite only says it cannot open; null: it opens now. */
function whyNotOpened(path: string): string | null {
  try {
    closeSync(openSync(path, 'r'));
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

/** The names that SQLite (SQLITE_…) and the operating system (E…) give to errors. */
const storeErrors: {
  codes: RegExp;
  code: ErrorCode;
  message: (path: string) => string;
  hint: Advice | string;
}[] = [
  {
    codes: /^SQLITE_(BUSY|LOCKED|PROTOCOL)/,
    code: 'locked',
    message: (path) => `The database "${path}" is locked by another process.`,
    hint: 'Wait until the other program is done with it, or close that program, and try again.',
  },
  {
    codes: /^(SQLITE_(READONLY|PERM|AUTH)|EACCES|EPERM|EROFS)/,
    code: 'read-only',
    message: (path) => `The database "${path}" cannot be written: the file or its folder is read-only.`,
    hint: 'Change its permissions, or choose another data folder.',
  },
  {
    codes: /^SQLITE_(CORRUPT|NOTADB)/,
    code: 'damaged',
    message: (path) => `The file "${path}" is damaged, or is not a database.`,
    hint: beginAnew,
  },
  {
    codes: /^(SQLITE_FULL|SQLITE_IOERR_WRITE|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/,
    code: 'disk-full',
    message: (path) => `The disk is full: the database "${path}" cannot grow.${roomLeft(path)}`,
    hint: 'Free some space on that disk and try again. Nothing that was stored is lost.',
  },
  {
    codes: /^(EMFILE|ENFILE)/,
    code: 'out-of-files',
    message: (path) => outOfFiles.message(`The database "${path}"`),
    hint: outOfFiles.hint,
  },
  {
    codes: /^(ENOENT|ENOTDIR|EEXIST|SQLITE_CANTOPEN)/,
    code: 'missing',
    message: (path) =>
      `The database "${path}" cannot be opened: its folder is not there, is not a folder, or may not be read.`,
    hint: 'Check the path of the data folder.',
  },
];

/** @returns the error for something that is not in the store, for example a run that was deleted. */
export function notFound(what: string): StoreError {
  return new StoreError('not-found', `There is no ${what}.`, 'It may have been deleted; list what there is.');
}

/** @returns the error for a row whose content cannot be understood. */
export function damagedRow(what: string): StoreError {
  return new StoreError('damaged', `${what} cannot be read: what is stored there is damaged.`, {
    hint: 'Delete the run it belongs to, or restore a backup.',
    action: restoreBackup,
  });
}
