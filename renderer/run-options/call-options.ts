import type { CallArgs } from '../../shared/contract/index.ts';
import type { RunSummary } from '../../shared/contract/types.ts';
import { isFleetKnown } from '../state/fleet.ts';
import { overridesOf, overridesRecord } from './overrides.ts';
import type { StartChoice } from './start-memory.ts';

/** What a run is to do, as calls take it. */
export type CallOptions = Pick<CallArgs<'runs.start'>, 'overrides' | 'args' | 'allowPrivate' | 'workers'> & {
  limit: number | null;
};

/** A choice as calls take it that start, queue or schedule a run. */
export function callOptions({
  kind,
  limit,
  overrides,
  args,
  allowPrivate,
  workers,
}: StartChoice): CallOptions {
  return {
    limit: kind === 'test' ? limit : null,
    overrides: overridesRecord(overrides),
    ...(Object.keys(args).length === 0 ? {} : { args: { ...args } }),
    allowPrivate,
    // On a server, the workers that are there carry out all runs.
    ...(workers === 1 || isFleetKnown() ? {} : { workers }),
  };
}

/** The choice that options of a run, an entry of the queue or a schedule stand for; for a full run without its limit. */
export const choiceOf = ({ options }: Pick<RunSummary, 'options'>): Partial<StartChoice> => ({
  kind: options.limit === null ? 'full' : 'test',
  ...(options.limit === null ? {} : { limit: options.limit }),
  overrides: overridesOf(options.overrides),
  args: options.args,
  allowPrivate: options.allowPrivate,
  workers: options.workers ?? 1,
});
