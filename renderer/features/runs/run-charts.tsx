import { lazy, memo, Suspense, useEffect, useEffectEvent, useMemo } from 'react';
import { TrendingUp } from 'lucide-react';
import type { RunSeries } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { duration } from '../../ui/format.ts';
import type { ChartSeries } from '../../ui/chart/series.ts';
import { chartData } from './chart-data.ts';

// uPlot comes with it.
const Chart = lazy(async () => ({ default: (await import('../../ui/chart/chart.tsx')).Chart }));

/** Points in a chart: about one for each four pixels of half a window. */
const buckets = 180;

interface RunChartsProps {
  /** Its id. */
  run: string;
  underWay: boolean;
  /** Grows when there is something new to read. */
  beat: number;
}

/** A run over time. */
export const RunCharts = memo(function RunCharts({ run, underWay, beat }: RunChartsProps) {
  const { value, error, fetching, refresh } = useCall('runs.series', { run, buckets });
  const again = useEffectEvent(() => {
    if (beat > 0 && !fetching) refresh();
  });
  useEffect(() => again(), [beat]);
  if (value === null) {
    return error === null ? (
      <div className="runs-charts-waiting" />
    ) : (
      <ErrorState error={error} title="The charts could not be loaded." onRetry={refresh} />
    );
  }
  return <Charts underWay={underWay} series={value} />;
});

function Charts({ underWay, series }: { underWay: boolean; series: RunSeries }) {
  const data = useMemo(() => chartData(series), [series]);
  if (data.x.length < 2) {
    return (
      <p className="runs-charts-none">
        <TrendingUp size={14} aria-hidden />
        {underWay
          ? 'Pages, items, failures and response times appear here after 3 seconds.'
          : 'The run was too short for charts.'}
      </p>
    );
  }
  const every = `Each point covers ${duration(series.bucketMs)}`;
  return (
    <section className="runs-charts" aria-label="The run over time">
      <ChartCard title="Pages" aside={every} x={data.x} series={data.pages} />
      <ChartCard title="Items" aside={every} x={data.x} series={data.items} />
      <ChartCard title="Failed and skipped" aside={every} x={data.x} series={data.troubles} />
      <ChartCard title="Response times" aside={every} x={data.x} series={data.times} />
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
