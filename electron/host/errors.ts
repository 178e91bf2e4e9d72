import type { Action } from '../../shared/contract/actions.ts';
import { adviceOf, type Advice } from '../../shared/contract/advice.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { ExportError } from '../export/errors.ts';
import { PostgresError } from '../postgres/errors.ts';
import { missingRootAdvice, StoreError } from '../store/errors.ts';
import { roomLeft } from '../system/disk-room.ts';
import { errorCode, outOfFiles, systemProblem } from '../system/errors.ts';
import { MissingRootError } from '../system/folders.ts';

/** A failure that a person can act on. Programs read the stable `code`, people read `message` and `hint`. */
export class HostError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | null;
  /** What to do, as data that each client words. */
  readonly action: Action | null;
  /** Data for programs, for example the problems of an invalid spider. */
  readonly details: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    advice: Advice | string | null = null,
    details: Record<string, unknown> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'HostError';
    this.code = code;
    const { hint, action } = adviceOf(advice);
    this.hint = hint;
    this.action = action;
    this.details = details;
  }
}

/** Converts anything thrown to a HostError; unexpected errors become `internal`. */
export function toHostError(error: unknown): HostError {
  if (error instanceof HostError) return error;
  if (error instanceof StoreError || error instanceof ExportError || error instanceof PostgresError)
    return new HostError(error.code, error.message, error);
  if (error instanceof MissingRootError) return new HostError('missing', error.message, missingRootAdvice);
  const code = errorCode(error);
  if (error instanceof Error && code !== null) {
    const path = 'path' in error && typeof error.path === 'string' ? error.path : null;
    return fromSystemError(error, path);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new HostError(
    'internal',
    `Something went wrong inside Spider Studio: ${message}`,
    'This is a fault of ours.',
    {},
    error,
  );
}

function fromSystemError(error: Error, path: string | null): HostError {
  const what = path === null ? 'A file' : `"${path}"`;
  const problem = systemProblem(error);
  switch (problem) {
    case 'missing':
      return new HostError('not-found', `${what} does not exist.`, 'Check the path.');
    case 'no-permission':
      return new HostError('no-permission', `${what} may not be read or written.`, 'Check its permissions.');
    case 'is-a-folder':
      return new HostError('is-a-folder', `${what} is a folder, not a file.`, 'Name a file.');
    case 'not-a-folder':
      return new HostError('not-a-folder', `Part of the path ${what} is not a folder.`, 'Check the path.');
    case 'disk-full':
      return diskFull(what, path);
    case 'open':
      return new HostError(
        'file-in-use',
        `${what} is open in another program.`,
        'Close it there and try again.',
      );
    case 'out-of-files':
      return new HostError('out-of-files', outOfFiles.message(what), outOfFiles.hint);
    case 'exists':
    case 'closed':
    case null:
      return new HostError('internal', `Something went wrong inside Spider Studio: ${error.message}`, null);
    default:
      return problem satisfies never;
  }
}

/** @returns the error for what was not written. @param path a path on the disk in question; null: unknown */
export function diskFull(what: string, path: string | null): HostError {
  return new HostError(
    'disk-full',
    `The disk is full: ${what} was not written.${path === null ? '' : roomLeft(path)}`,
    'Free some space on that disk and try again.',
  );
}
