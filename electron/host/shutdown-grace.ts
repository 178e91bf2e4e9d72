/** How long a run may take to pause when its process is to end, in milliseconds. */
export interface Patience {
  /** Pages in flight may come to their end; then they are dropped, and queued again. */
  finishMs: number;
  /** Dropping them may take so long; then the process ends all the same, and the run is interrupted. */
  dropMs: number;
}

/** Together less than the five seconds that Windows gives a program whose console is closed or whose user logs off. */
export const patience: Patience = { finishMs: 2000, dropMs: 2500 };
