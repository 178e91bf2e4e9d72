import type { CallArgs } from '../../../shared/contract/index.ts';
import { entryStates, type EntryState } from './queue-words.ts';

/** Which entries are shown. */
export interface QueueFilter {
  /** Null: all of them. */
  readonly state: EntryState | null;
  readonly project: string | null;
  /** Whether those that were cleared are shown, too. */
  readonly cleared: boolean;
}

/** Reads the filter from the query of an address: `state`, `project`, `cleared`. What is unknown is left out. */
export function filterOf(query: URLSearchParams): QueueFilter {
  const state = entryStates.find((each) => each.state === query.get('state'))?.state ?? null;
  const project = query.get('project') ?? '';
  return { state, project: project === '' ? null : project, cleared: query.get('cleared') === '1' };
}

/** The filter as the query of an address. */
export const filterQuery = ({ state, project, cleared }: QueueFilter): Record<string, string> => ({
  ...(state === null ? {} : { state }),
  ...(project === null ? {} : { project }),
  ...(cleared ? { cleared: '1' } : {}),
});

/** The filter as `queue.list` takes it. */
export const filterArgs = ({ state, project, cleared }: QueueFilter): CallArgs<'queue.list'> => ({
  ...(state === null ? {} : { states: [state] }),
  ...(project === null ? {} : { project }),
  ...(cleared ? { cleared: true } : {}),
});
