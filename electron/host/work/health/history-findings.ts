import { count, counted } from '../../../../shared/counted.ts';
import type { HealthFinding } from '../../../../shared/contract/types.ts';
import { isTroubled } from '../../data/spider-needs.ts';
import { isEnded } from '../../../store/runs/run-states.ts';
import type { PastRun, SpiderFacts } from '../../data/health-facts.ts';
import { usualItems } from '../../data/usual-items.ts';
import { isOver, sinceWhen } from './past.ts';

/** How long a run may be interrupted before that is told, in milliseconds: somebody may be about to resume it. */
const interruptedFor = 24 * 60 * 60_000;

/** How the newest full run ended, if not as it should. @param now in milliseconds since 1970 */
export function troubleFinding(
  { runs, version }: Pick<SpiderFacts, 'runs' | 'version'>,
  { now, sampleIsGood }: { now: number; sampleIsGood: boolean },
): HealthFinding | null {
  const newest = runs.find(isOver);
  if (newest === undefined || !isTroubled(newest)) return null;
  // The spider was changed since, and works.
  if (newest.version < version && sampleIsGood) return null;
  const { state, cause } = newest;
  if (state === 'interrupted' && now - Date.parse(newest.at) < interruptedFor) return null;
  const isSame = (run: PastRun): boolean => isTroubled(run) && run.state === state && run.cause === cause;
  const over = runs.filter(isOver);
  const first = over.findIndex((run) => !isSame(run));
  const times = first === -1 ? over.length : first;
  const verb = state === 'failed' ? 'failed' : state === 'interrupted' ? 'interrupted' : 'paused themselves';
  const single = state === 'failed' ? 'failed' : state === 'interrupted' ? 'is interrupted' : 'paused itself';
  const what =
    times === 1
      ? `The last full run ${single}.`
      : `The last ${count(times)} full runs ${state === 'interrupted' ? 'are ' : ''}${verb}.`;
  return {
    kind: 'history',
    field: null,
    message: newest.reason === null ? what : `${what} ${newest.reason}`,
    hint: hintOf(newest, sampleIsGood),
    ...sinceWhen(runs, isSame),
  };
}

function hintOf({ run, state }: PastRun, sampleIsGood: boolean): string {
  if (state === 'interrupted') return `Resume run ${run}, or stop it.`;
  if (state === 'paused') return `Look at run ${run}, and resume or stop it.`;
  return sampleIsGood ? 'The sample of now went well: run the spider again.' : `Look at run ${run}.`;
}

/** What the newest full run has breached, and the sample does not show. @param told names of breaches of the sample */
export function breachFindings(
  { runs, version }: Pick<SpiderFacts, 'runs' | 'version'>,
  told: ReadonlySet<string>,
): HealthFinding[] {
  const newest = runs.find(isOver);
  if (newest === undefined || newest.version < version || isTroubled(newest)) return [];
  return newest.breaches
    .filter((breach) => !told.has(breachKey(breach)))
    .map((breach) => ({
      kind: 'history' as const,
      field: breach.field,
      message: `The data of the last full run is not as expected. ${breach.message}`,
      hint: `Look at run ${newest.run}.`,
      ...sinceWhen(runs, (run) => run.breaches.some((other) => breachKey(other) === breachKey(breach))),
    }));
}

/** What tells a breach from the others of a run. */
export const breachKey = ({ field, expectation }: PastRun['breaches'][number]): string =>
  `${field ?? ''} ${expectation}`;

/**
 * Whether full runs give far fewer items than before: they have dropped against what was usual, are below each of those runs, and
 * below what three standard errors of a count explain. The runs that have dropped all together are the series since when it is so.
 */
export function dropFinding({
  runs,
  isIncremental,
}: Pick<SpiderFacts, 'runs' | 'isIncremental'>): HealthFinding | null {
  if (isIncremental) return null;
  const comparable = runs.filter(isComparable);
  for (let dropped = 1; dropped < comparable.length; dropped += 1) {
    const before = comparable.slice(dropped);
    const series = comparable.slice(0, dropped);
    const usual = usualItems(before.map(({ items }) => items));
    if (usual === null) return null;
    const { median, least, dropBelow } = usual;
    const bound = Math.min(dropBelow, least, median - 3 * Math.sqrt(median));
    if (!series.every(({ items }) => items < bound)) continue;
    const [newest, first] = [series[0], series.at(-1)];
    if (newest === undefined || first === undefined) continue;
    return {
      kind: 'items',
      field: null,
      message: `The last full run gave ${counted(newest.items, 'item')}; the median of those before is ${count(median)}.`,
      hint: `Compare run ${newest.run} with run ${before[0]?.run ?? ''}.`,
      since: first.endedAt,
      sinceRun: first.run,
    };
  }
  return null;
}

/** Whether the number of items of a run says how much the spider finds. */
function isComparable(run: PastRun): boolean {
  if (!isEnded(run.state) || isTroubled(run)) return false;
  return run.cause !== 'nothing-new' && run.cause !== 'stopped';
}
