import type { Counters, RequestRow, RunSummary } from '../../../shared/contract/types.ts';
import { count, counted } from '../../ui/format.ts';

/** The state of a request. */
export type RequestState = RequestRow['state'];

/** The states of a request in order, with their labels. */
export const requestStates: readonly {
  readonly state: RequestState;
  readonly title: string;
  readonly means: string;
}[] = [
  { state: 'done', title: 'Done', means: 'Fetched and read.' },
  { state: 'failed', title: 'Failed', means: 'Failed after all retries.' },
  { state: 'skipped', title: 'Skipped', means: 'Intentionally not fetched or not read.' },
  { state: 'active', title: 'Active', means: 'Being fetched or read right now.' },
  { state: 'queued', title: 'Queued', means: 'Waiting to be fetched.' },
];

/** The label of a request's state. */
export const requestStateTitle = (state: RequestState) =>
  requestStates.find((each) => each.state === state)?.title ?? state;

/** How far a run has come. */
export interface Progress {
  /** Requests that are done, failed or skipped. */
  readonly finished: number;
  /** Requests that are known so far; it grows while links are found. */
  readonly seen: number;
  /** Shares of the bar, in the order in which they are drawn; those of zero are there, too. */
  readonly parts: readonly { readonly state: RequestState; readonly count: number; readonly share: number }[];
}

/** The progress of a run: finished requests as a share of the known ones, without an estimate of future ones. */
export function progressOf(counters: Counters): Progress {
  const { seen } = counters;
  return {
    finished: counters.done + counters.failed + counters.skipped,
    seen,
    parts: requestStates.map(({ state }) => ({
      state,
      count: counters[state],
      share: seen === 0 ? 0 : counters[state] / seen,
    })),
  };
}

/** The progress in one sentence, for the eye and for screen readers. */
export function progressWords(counters: Counters): string {
  const { finished, seen } = progressOf(counters);
  if (seen === 0) return 'No pages known yet';
  return `${count(finished)} of ${counted(seen, 'page')} done`;
}

/** Of a run with a limit, how much of it is reached; null without one. */
export function limitProgress({ options, counters }: RunSummary): { items: number; limit: number } | null {
  return options.limit === null
    ? null
    : { items: Math.min(counters.items, options.limit), limit: options.limit };
}
