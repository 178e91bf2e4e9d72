/** An error as it is shown. */
export interface ShownError {
  /** For whoever is asked for help. */
  readonly code: string;
  readonly message: string;
  /** What to do; null: nothing is known. */
  readonly hint: string | null;
}
