/** Grace periods of a run when its process is about to end, in milliseconds. */
export interface ShutdownGrace {
  /** Time for pages in flight to finish. After it they are dropped and queued again. */
  finishMs: number;
  /** Further time for dropping them. After it the process ends, and the run is interrupted. */
  dropMs: number;
}

/** Their sum stays below the 5 s that Windows gives a program whose console closes or whose user logs off. */
export const shutdownGrace: ShutdownGrace = { finishMs: 2000, dropMs: 2500 };
