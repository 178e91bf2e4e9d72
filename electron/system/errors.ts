/** What a system has against a file, as far as somebody can do something about it. */
export type SystemProblem =
  | 'closed'
  | 'disk-full'
  | 'exists'
  | 'is-a-folder'
  | 'missing'
  | 'no-permission'
  | 'not-a-folder'
  /** In another program. */
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

/** @returns null for what is no error of the system, or one that nobody foresaw */
export function systemProblem(error: unknown): SystemProblem | null {
  return problems[errorCode(error) ?? ''] ?? null;
}

/** The code of an error that has one, such as EPERM. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** What to say where a program may open no more files. */
export const outOfFiles = {
  message: (what: string): string =>
    `${what} cannot be opened: this computer opens no more files for Spider Studio.`,
  hint: 'End other programs, or raise the limit of open files (ulimit -n), and try again.',
} as const;
