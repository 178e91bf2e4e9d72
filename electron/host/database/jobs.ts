/** What the threads at the database are started with. */
export interface DatabaseWorkerData {
  dataDir: string;
  readonly: boolean;
}

export interface DatabaseJob<A = unknown> {
  /** The window that asks; null: the host itself. */
  window: string | null;
  args: A;
}
