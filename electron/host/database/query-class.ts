import { calls } from '../../../shared/contract/index.ts';
import type { DataCallName } from '../data/handlers.ts';

/**
 * The threads at the database. `write` is the only one that changes it, one thing after the other. Reading that may take
 * long has threads of its own, so that a sidebar never waits for a table, and a table never for what is being counted.
 */
export const queryClasses = ['quick', 'slow', 'count', 'write'] as const;
export type QueryClass = (typeof queryClasses)[number];

const slow: ReadonlySet<string> = new Set<DataCallName>([
  'results.query',
  'exports.preview',
  'runs.requests',
  'runs.request',
  'runs.events',
]);

/** They read all rows, or thousands of them, and answer with a few numbers. */
const counting: ReadonlySet<string> = new Set<DataCallName>([
  'results.columns',
  'results.distribution',
  'runs.series',
  'runs.show',
  'runs.hosts',
]);

/** The thread of a call. One that is asked to be quick about it is not among those that take long. */
export function queryClassOf(name: DataCallName, args: object): QueryClass {
  if (calls[name].effect === 'write') return 'write';
  if ('quick' in args && args.quick === true) return 'quick';
  return counting.has(name) ? 'count' : slow.has(name) ? 'slow' : 'quick';
}
