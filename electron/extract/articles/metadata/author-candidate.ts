/** A text with one or more names that may be the author. */
export interface AuthorCandidate {
  name: string;
  /** Score, 0 to 100. */
  score: number;
  /** Candidates with the same group are authors together. */
  group: string;
  /** Its place in the visible text; null for metadata. */
  offset: number | null;
}
