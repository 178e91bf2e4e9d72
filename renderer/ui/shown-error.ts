/** An error as it is shown. */
export interface ShownError {
  /** The error code, for support. */
  readonly code: string;
  readonly message: string;
  /** What to do; null if there is no advice. */
  readonly hint: string | null;
}
