/** The port to the files that crawls have downloaded. */
export interface FileQueries {
  /** Returns a file; null: it is gone. @param sha256 in hexadecimal */
  content(sha256: string): Promise<Uint8Array | null>;
}
