import { memo, Suspense, useEffect, useEffectEvent, useMemo } from 'react';
import { TrendingDown } from 'lucide-react';
import { href } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';
import { useCall } from '../../state/query.ts';
import { fallsOf, historySeries } from './run-falls.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import './run-history.css';

// uPlot comes with it.
const Chart = loadPart(async () => (await import('../../ui/chart/chart.tsx')).Chart);

/** Runs that are drawn. */
const maxRuns = 30;
/** With fewer runs there is no course to see. */
const fewestRuns = 3;
/** Falls that are told. */
const maxFalls = 3;

interface RunHistoryProps extends SpiderName {
  /** Ids of the runs that may be drawn. With others, the history is read again. */
  runs: string;
}

/** Items and fill rates of the last full runs of a spider; falls lead to the comparison with the run before. */
export const RunHistory = memo(function RunHistory({ project, spider, runs }: RunHistoryProps) {
  const enough = runs.split(' ').length >= fewestRuns;
  const { value, refresh } = useCall('runs.history', enough ? { project, spider, limit: maxRuns } : null);
  const again = useEffectEvent(() => {
    if (enough && value !== null) refresh();
  });
  useEffect(() => again(), [runs]);
  const points = useMemo(
    () => (value?.runs ?? []).filter(({ kind, startedAt }) => kind === 'full' && startedAt !== null),
    [value],
  );
  const drawn = useMemo(() => historySeries(points), [points]);
  const falls = useMemo(() => fallsOf(points).slice(0, maxFalls), [points]);
  if (!enough || points.length < fewestRuns) return null;
  return (
    <section className="runs-history" aria-label="The last runs">
      <Suspense fallback={<div className="runs-history-waiting" />}>
        <Chart label={`Items and filled fields of the last runs of ${spider}`} {...drawn} height={96} />
      </Suspense>
      {falls.length > 0 && (
        <ul className="runs-falls" aria-label="Falls">
          {falls.map(({ before, after, text }) => (
            <li key={`${after} ${text}`}>
              <TrendingDown size={13} aria-hidden />
              <span>
                <a href={href(['compare', before, after])}>Run {after}</a>: {text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});
