import type { Action } from '../../shared/contract/actions.ts';
import { adviceOf, type Advice } from '../../shared/contract/advice.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { roomLeft } from '../system/disk-room.ts';
import { systemProblem, outOfFiles } from '../system/errors.ts';

/** An export failed. `message` is one sentence for people, `hint` says what to do. */
export class ExportError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | null;
  /** What to do, as data; each door has its own words for it. */
  readonly action: Action | null;

  constructor(code: ErrorCode, message: string, advice: Advice | string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ExportError';
    this.code = code;
    const { hint, action } = adviceOf(advice);
    this.hint = hint;
    this.action = action;
  }
}

/** Advice for a file that already exists. */
export const replaceFile: Advice = { hint: null, action: { action: 'replace-file' } };

/**
 * Converts a file system error to an ExportError; other errors are returned unchanged. @param what the file in quotation marks,
 * or "the output" @param file its path, by which a full disk tells its free room
 */
export function toExportError(error: unknown, what: string, file: string | null = null): unknown {
  if (!(error instanceof Error) || error instanceof ExportError) return error;
  const problem = systemProblem(error);
  switch (problem) {
    case 'exists':
      return new ExportError('exists', `The file ${what} exists already.`, replaceFile, error);
    case 'missing':
    case 'not-a-folder':
      return new ExportError('missing', `The folder of ${what} does not exist.`, 'Create it first.', error);
    case 'is-a-folder':
      return new ExportError('is-a-folder', `${what} is a folder.`, 'Name a file in it.', error);
    case 'no-permission':
      return new ExportError(
        'read-only',
        `There is no permission to write ${what}.`,
        'Check the permissions.',
        error,
      );
    case 'disk-full':
      return new ExportError(
        'disk-full',
        `The disk is full: ${what} was not written.${file === null ? '' : roomLeft(file)}`,
        'Free some space on that disk, or write elsewhere.',
        error,
      );
    case 'open':
      return new ExportError(
        'file-in-use',
        `${what} is open in another program.`,
        'Close it there, for example in Excel, or choose another name.',
        error,
      );
    case 'out-of-files':
      return new ExportError('out-of-files', outOfFiles.message(what), outOfFiles.hint, error);
    case 'closed':
      return new ExportError(
        'closed',
        'The program that reads the output closed it early.',
        'No action needed.',
        error,
      );
    case null:
      return new ExportError(
        'io',
        `${what} could not be written: ${error.message}.`,
        'Choose another folder.',
        error,
      );
    default:
      return problem satisfies never;
  }
}
