import { combine, sampleOf, supportOf, tryOut, type Judged } from './agreement.ts';
import type { Part } from './ending.ts';
import type { Goal } from './goal.ts';
import { alternatives, standIns } from './joins.ts';
import type { Path } from './path.ts';
import type { ScopeIndex } from './scope-index.ts';

/** Keeps the paths that give the wanted nodes, combines those that do so only together, and orders them, the best first. */
export function judge(
  paths: readonly Path[],
  goals: readonly Goal[],
  others: readonly ScopeIndex[],
  { part, isAlone }: { part: Part; isAlone: boolean },
): Judged[] {
  const tried = paths.map((path) => tryOut(path, goals, others)).filter(({ isWrong }) => !isWrong);
  const sample = sampleOf(goals, part);
  const support = supportOf(tried, others.length, part);
  const whole = tried.filter(({ right }) => right.every(Boolean));
  const judged = whole.flatMap((each) => combine([each], goals, { support, sample, part }));
  judged.sort((a, b) => b.score - a.score);
  const joined = alternatives(judged, tried, goals, { support, sample, part });
  // On one page alone nothing contradicts a selector that stands in.
  if (isAlone) joined.push(...standIns(judged, whole, goals, { support, sample, part }));
  return [...joined, ...judged].toSorted((a, b) => b.score - a.score);
}
