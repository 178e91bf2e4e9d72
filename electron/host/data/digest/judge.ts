import type { NoticeSettings } from '../../../../shared/contract/types.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import { isEnded, type RunState } from '../../../store/runs/run-states.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { troublesOf, type Trouble } from './troubles.ts';

type Queries = Pick<Workspace, 'queries'>;

/** What is wrong with a run, and since when. */
export interface Verdict {
  run: RunRow;
  /** The worst first; empty: nothing is wrong. */
  troubles: Trouble[];
  /** The first run of those without a good one between it and this one, which have trouble; null: it has none. */
  since: RunRow | null;
}

/** How many runs are read at once, and how far back the first run of a row of troubled ones is looked for. */
const portion = 24;
const farthest = 120;

/** Whether a run has ended or paused, so that it can be judged. */
export const isConcluded = (state: RunState): boolean =>
  isEnded(state) || state === 'paused' || state === 'interrupted';

/** Judges a full run that has ended or paused, by itself and by those before it. */
export async function judgeRun(workspace: Queries, run: RunRow, on: NoticeSettings['on']): Promise<Verdict> {
  const earlier = await fullRunsBefore(workspace, run, portion);
  const breaches =
    run.breaches === 0 ? [] : ((await workspace.queries.runs.expectations(run.id))?.breaches ?? []);
  const judged = { run, breaches, before: itemsOf(earlier), isIncremental: false };
  const first = troublesOf(judged, on);
  const isDrop = first.some(({ what }) => what === 'drop' || what === 'too-few-items');
  const isIncremental = isDrop && (await workspace.queries.runs.overview(run.id)).answeredBy.memory > 0;
  const troubles = isIncremental ? troublesOf({ ...judged, isIncremental }, on) : first;
  if (troubles.length === 0) return { run, troubles, since: null };
  const all = earlier.length < portion ? earlier : await fullRunsBefore(workspace, run, farthest);
  return { run, troubles, since: firstOfStreak([run, ...all], on, isIncremental) };
}

/** @param runs newest first, of which the first has trouble */
function firstOfStreak(
  runs: readonly RunRow[],
  on: NoticeSettings['on'],
  isIncremental: boolean,
): RunRow | null {
  let first = runs[0] ?? null;
  for (const [place, run] of runs.entries()) {
    if (place === 0 || isUndecided(run)) continue;
    const before = itemsOf(runs.slice(place + 1));
    if (troublesOf({ run, before, isIncremental }, on).length === 0) break;
    first = run;
  }
  return first;
}

/** A run that a person has paused or stopped says nothing about its spider. */
const isUndecided = ({ cause }: RunRow): boolean => cause === 'paused' || cause === 'stopped';

/** The concluded full runs of the spider before a run, newest first. @param most how many of its runs are read */
async function fullRunsBefore(
  { queries }: Queries,
  { id, project, spider }: RunRow,
  most: number,
): Promise<RunRow[]> {
  const found = await queries.runs.list({ project, spider, before: id, limit: most });
  return found.filter(({ kind, state }) => kind === 'full' && isConcluded(state));
}

const itemsOf = (runs: readonly RunRow[]): number[] =>
  runs.filter(({ state }) => state === 'completed').map(({ counters }) => counters.items);
