/** Why a file operation failed, for the causes that a user can act on. */
export type SystemProblem =
  | 'closed'
  | 'disk-full'
  | 'exists'
  | 'is-a-folder'
  | 'missing'
  | 'no-permission'
  | 'not-a-folder'
  /** Open in another program. */
  | 'open'
  | 'out-of-files';

const problems: Readonly<Record<string, SystemProblem>> = {
  EACCES: 'no-permission',
  EBUSY: 'open',
  EDQUOT: 'disk-full',
  EEXIST: 'exists',
  EISDIR: 'is-a-folder',
  EMFILE: 'out-of-files',
  ENFILE: 'out-of-files',
  EOF: 'closed',
  ENOENT: 'missing',
  ENOSPC: 'disk-full',
  ENOTDIR: 'not-a-folder',
  EPERM: 'no-permission',
  EPIPE: 'closed',
  EROFS: 'no-permission',
  ERR_STREAM_DESTROYED: 'closed',
  ERR_STREAM_PREMATURE_CLOSE: 'closed',
};

/** Returns the cause of a file system error; null for other errors and unknown causes. */
export function systemProblem(error: unknown): SystemProblem | null {
  return problems[errorCode(error) ?? ''] ?? null;
}

/** Returns the code of an error that has one, such as EPERM; else null. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Message and hint for a process that has reached its limit of open files. */
export const outOfFiles = {
  message: (what: string): string =>
    `${what} cannot be opened: this computer opens no more files for Spider Studio.`,
  hint: 'End other programs, or raise the limit of open files (ulimit -n), and try again.',
} as const;
