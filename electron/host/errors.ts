import { ExportError } from '../export/errors.ts';
import { missingRootHint, StoreError } from '../store/errors.ts';
import { MissingRootError } from '../system/folders.ts';

/** A failure that a person can act on. `code` is stable and for programs; `message` and `hint` are for people. */
export class HostError extends Error {
  readonly code: string;
  readonly hint: string | null;
  /** More for programs, for example the problems of an invalid spider. */
  readonly details: Record<string, unknown>;

  constructor(
    code: string,
    message: string,
    hint: string | null = null,
    details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'HostError';
    this.code = code;
    this.hint = hint;
    this.details = details;
  }
}

/** Turns whatever was thrown into a failure fit for people; what nobody foresaw is `internal`. */
export function toHostError(error: unknown): HostError {
  if (error instanceof HostError) return error;
  if (error instanceof StoreError || error instanceof ExportError)
    return new HostError(error.code, error.message, error.hint);
  if (error instanceof MissingRootError) return new HostError('missing', error.message, missingRootHint);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return fromSystemError(
      error.code,
      'path' in error && typeof error.path === 'string' ? error.path : null,
      error,
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return new HostError(
    'internal',
    `Something went wrong inside Spider Studio: ${message}`,
    'This is a fault of ours.',
  );
}

function fromSystemError(code: string, path: string | null, error: Error): HostError {
  const what = path === null ? 'A file' : `"${path}"`;
  switch (code) {
    case 'ENOENT':
      return new HostError('not-found', `${what} does not exist.`, 'Check the path.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new HostError('no-permission', `${what} may not be read or written.`, 'Check its permissions.');
    case 'EISDIR':
      return new HostError('is-a-folder', `${what} is a folder, not a file.`, 'Name a file.');
    case 'ENOTDIR':
      return new HostError('not-a-folder', `Part of the path ${what} is not a folder.`, 'Check the path.');
    case 'ENOSPC':
      return new HostError('disk-full', 'The disk is full.', 'Free some space and try again.');
    case 'EMFILE':
    case 'ENFILE':
      return new HostError(
        'out-of-files',
        `${what} cannot be opened: this computer opens no more files for Spider Studio.`,
        'End other programs, or raise the limit of open files (ulimit -n), and try again.',
      );
    default:
      return new HostError('internal', `Something went wrong inside Spider Studio: ${error.message}`, null);
  }
}
