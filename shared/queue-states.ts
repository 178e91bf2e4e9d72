/**
 * States of an entry of the queue. `failed`: it ended for a reason that no retry mends; `dead`: every attempt is used.
 * All but the first two are ends. Entries are never deleted, so the numbers of all states add up to all that was ever queued.
 */
export const queueStates = ['pending', 'running', 'completed', 'failed', 'cancelled', 'dead'] as const;

/** See `queueStates`. */
export type QueueState = (typeof queueStates)[number];

/** Whether an entry in this state has ended. */
export const hasEnded = (state: QueueState): boolean => state !== 'pending' && state !== 'running';
