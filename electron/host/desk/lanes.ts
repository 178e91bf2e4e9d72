import { calls } from '../../../shared/contract/index.ts';
import type { DeskCallName } from './handlers.ts';

/**
 * The threads at the database. `write` is the only one that changes it, one thing after the other. Reading that may take
 * long has a thread of its own, so that a sidebar never waits for a table.
 */
export const lanes = ['quick', 'slow', 'write'] as const;
export type Lane = (typeof lanes)[number];

const slow: ReadonlySet<string> = new Set<DeskCallName>([
  'results.columns',
  'results.query',
  'results.distribution',
  'exports.preview',
  'runs.requests',
  'runs.request',
  'runs.series',
  'runs.show',
  'runs.events',
  'runs.hosts',
]);

export function laneOf(name: DeskCallName): Lane {
  if (calls[name].effect === 'write') return 'write';
  return slow.has(name) ? 'slow' : 'quick';
}
