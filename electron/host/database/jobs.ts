/** What the threads at the database are started with. */
export interface DeskWorkerData {
  dataDir: string;
  readonly: boolean;
}

export interface DeskJob<A = unknown> {
  /** The window that asks; null: the host itself. */
  window: string | null;
  args: A;
}
