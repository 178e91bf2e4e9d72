import type { QueueEntry } from '../../../shared/contract/types.ts';
import type { Place } from './queue-actions.ts';
import { allows } from './queue-words.ts';

/**
 * Returns where in the queue entries go that are put before the row at `index` of the list; null: they cannot go there, or stand
 * there already.
 * @param moved the entries, of which only pending ones have a place
 * @param at the entry at an index of the list; undefined: there is none, or it was not read
 */
export function dropPlace(
  moved: readonly QueueEntry[],
  index: number,
  at: (index: number) => QueueEntry | undefined,
): Place | null {
  const ids = new Set(moved.filter((entry) => allows(entry, 'move')).map(({ id }) => id));
  if (index < 0 || ids.size === 0) return null;
  const isMoved = (entry: QueueEntry | undefined) => entry !== undefined && ids.has(entry.id);
  let next = index;
  while (isMoved(at(next))) next += 1;
  let previous = index - 1;
  while (isMoved(at(previous))) previous -= 1;
  // The gap holds all of them: nothing would change.
  if (next - previous - 1 === ids.size) return null;
  const [behind, before] = [at(next), at(previous)];
  if (behind !== undefined && allows(behind, 'move')) return { before: behind.id };
  return before !== undefined && allows(before, 'move') ? 'last' : null;
}
