/** Why a file is no pack that can be used; `reason` is for programs. */
export type PackReason =
  | 'no-pack'
  | 'damaged'
  | 'too-large'
  | 'bad-name'
  | 'bad-checksum'
  | 'bad-manifest'
  | 'newer'
  | 'bad-content';

/** A file that is no spider pack, or one that must not be opened. */
export class PackError extends Error {
  readonly reason: PackReason;

  constructor(reason: PackReason, message: string) {
    super(message);
    this.name = 'PackError';
    this.reason = reason;
  }
}
