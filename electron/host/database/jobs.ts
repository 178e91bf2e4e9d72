/** Start data of a database thread. */
export interface DatabaseWorkerData {
  dataDir: string;
  readonly: boolean;
}

/** Arguments of a database job. */
export interface DatabaseJob<A = unknown> {
  /** Session of the caller; null: the host itself, or a caller without a session. */
  window: string | null;
  /** Who makes the call, for logs; null: the host itself. */
  client: string | null;
  args: A;
}

/** The job that closes the connection of a thread, besides the jobs that carry out calls. It is the last one. */
export const closeJob = 'connection.close';
