/** The port to the files that crawls have downloaded. */
export interface FileQueries {
  /** Returns what is known of a file; null: it is gone. @param sha256 in hexadecimal */
  facts(sha256: string): Promise<{ bytes: number; type: string } | null>;
  /** Returns a file; null: it is gone. @param sha256 in hexadecimal */
  content(sha256: string): Promise<Uint8Array | null>;
}
