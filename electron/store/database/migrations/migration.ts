/** One step forward. There is no way back: that is what the copy made before is for. */
export interface Migration {
  /** The schema version that it leads to: one more than the one before. */
  version: number;
  sql: string;
}
