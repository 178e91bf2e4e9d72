/** What went wrong with an export, for programs. */
export type ExportErrorCode =
  | 'exists'
  | 'unknown-column'
  | 'missing'
  | 'is-a-folder'
  | 'read-only'
  | 'disk-full'
  | 'out-of-files'
  | 'closed'
  | 'io';

/** `message` is one sentence for people, `hint` says what to do about it. */
export class ExportError extends Error {
  readonly code: ExportErrorCode;
  readonly hint: string;

  constructor(code: ExportErrorCode, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ExportError';
    this.code = code;
    this.hint = hint;
  }
}

/** Turns an error of the operating system about `what` (a quoted file, or "the output") into an ExportError; others come back as they are. */
export function toExportError(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || error instanceof ExportError) return error;
  switch ('code' in error ? error.code : null) {
    case 'EEXIST':
      return new ExportError(
        'exists',
        `The file ${what} exists already.`,
        'Use --force to replace it.',
        error,
      );
    case 'ENOENT':
    case 'ENOTDIR':
      return new ExportError('missing', `The folder of ${what} does not exist.`, 'Create it first.', error);
    case 'EISDIR':
      return new ExportError('is-a-folder', `${what} is a folder.`, 'Name a file in it.', error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ExportError('read-only', `${what} may not be written.`, 'Check the permissions.', error);
    case 'ENOSPC':
    case 'EDQUOT':
      return new ExportError(
        'disk-full',
        `The disk is full: ${what} was not written.`,
        'Free some space.',
        error,
      );
    case 'EMFILE':
    case 'ENFILE':
      return new ExportError(
        'out-of-files',
        `${what} cannot be opened: this computer opens no more files for Spider Studio.`,
        'End other programs, or raise the limit of open files (ulimit -n), and try again.',
        error,
      );
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
    case 'ERR_STREAM_DESTROYED':
      return new ExportError(
        'closed',
        'The reader closed the output before its end.',
        'Nothing is to be done.',
        error,
      );
    default:
      return new ExportError(
        'io',
        `${what} could not be written: ${error.message}.`,
        'Try another place.',
        error,
      );
  }
}
