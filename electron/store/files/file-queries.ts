/** The port to the files that crawls have downloaded. */
export interface FileQueries {
  /** Returns what is known of a file; null: it is gone. @param sha256 in hexadecimal */
  facts(sha256: string): Promise<{ bytes: number; type: string } | null>;
  /** Returns a part of a file, counted from 0; null: there is none, or it is gone. @param sha256 in hexadecimal */
  part(sha256: string, index: number): Promise<FilePart | null>;
}

/** Some megabytes of a file at most, unless it was stored before files had parts. */
export interface FilePart {
  body: Uint8Array;
  isLast: boolean;
}
