import type { QueueStatus } from '../../shared/contract/types.ts';

/** What to do where the queue is held. */
export const heldWords = 'The queue is held: "spider-studio queue configure --release" begins crawls again.';

/** What to do where nothing carries the queue out at present; null: something does. */
export function carrierOf({ workers, held }: QueueStatus): string | null {
  if (held) return heldWords;
  if (workers.some(({ kind }) => kind !== 'command')) return null;
  return 'Nothing carries the queue out at present: "spider-studio daemon" does, and so does an open window.';
}
