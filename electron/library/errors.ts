/** Why a registry, or a file of it, cannot be used; `reason` is for programs. */
export type LibraryReason =
  // What it holds.
  | 'no-index'
  | 'no-json'
  | 'newer'
  | 'bad-index'
  | 'duplicate'
  | 'too-large'
  | 'bad-hash'
  // The way to it.
  | 'unreachable'
  | 'refused'
  | 'no-git'
  | 'git-failed'
  | 'read-only'
  | 'busy'
  | 'cancelled';

/** A registry that cannot be read or written. */
export class LibraryError extends Error {
  readonly reason: LibraryReason;

  constructor(reason: LibraryReason, message: string) {
    super(message);
    this.name = 'LibraryError';
    this.reason = reason;
  }
}
