import { memo, Suspense, useEffect, useEffectEvent, useMemo } from 'react';
import type { RunSeries } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { duration } from '../../ui/format.ts';
import type { ChartSeries } from '../../ui/chart/series.ts';
import { chartData } from './chart-data.ts';
import { loadPart } from '../../state/load-part.ts';

// uPlot comes with it.
const Chart = loadPart(async () => (await import('../../ui/chart/chart.tsx')).Chart);

/** Points in a chart: about one for each four pixels of half a window. */
const buckets = 180;

interface RunChartsProps {
  /** Its id. */
  run: string;
  /** Grows when there is something new to read. */
  beat: number;
}

/** With fewer points there is no course to see. */
const fewestPoints = 5;

const hasSomething = (series: readonly ChartSeries[]) =>
  series.some(({ values }) => values.filter((value) => value !== null && value > 0).length > 1);

/** A run over time, of what there is something to see. */
export const RunCharts = memo(function RunCharts({ run, beat }: RunChartsProps) {
  const { value, error, fetching, refresh } = useCall('runs.series', { run, buckets });
  const again = useEffectEvent(() => {
    if (beat > 0 && !fetching) refresh();
  });
  useEffect(() => again(), [beat]);
  if (value !== null) return <Charts series={value} />;
  return error === null ? null : (
    <ErrorState error={error} title="The charts could not be loaded." onRetry={refresh} />
  );
});

function Charts({ series }: { series: RunSeries }) {
  const data = useMemo(() => chartData(series), [series]);
  const charts = [
    { title: 'Pages', series: data.pages },
    { title: 'Items', series: data.items },
    { title: 'Failed and skipped', series: data.troubles },
    { title: 'Response times', series: data.times },
  ].filter((chart) => data.x.length >= fewestPoints && hasSomething(chart.series));
  if (charts.length === 0) return null;
  const every = `Each point covers ${duration(series.bucketMs)}`;
  return (
    <section className="runs-charts" aria-label="The run over time">
      {charts.map((chart) => (
        <ChartCard {...chart} aside={every} x={data.x} key={chart.title} />
      ))}
    </section>
  );
}

interface ChartCardProps {
  title: string;
  aside: string;
  x: readonly number[];
  series: readonly ChartSeries[];
}

const ChartCard = ({ title, aside, x, series }: ChartCardProps) => (
  <div className="runs-card" title={aside}>
    <h3>{title}</h3>
    <Suspense fallback={<div className="runs-chart-waiting" />}>
      <Chart label={`${title} over time`} x={x} series={series} height={132} />
    </Suspense>
  </div>
);
