import { useEffect, useId, useMemo, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { rate, shortCount } from '../format.ts';
import { useUi } from '../ui-context.ts';
import { ChartTable } from './chart-table.tsx';
import { alonePoints, numberOf, type ChartSeries } from './series.ts';
import './chart.css';

/** See `Chart`. */
export interface ChartProps {
  /** What it shows, for screen readers and as the title of the table. */
  label: string;
  /** Seconds since 1970. */
  x: readonly number[];
  series: readonly ChartSeries[];
  /** Pixels; default 160. */
  height?: number;
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const clockOfMinutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Series over time. Beside the drawing there is a table with the same numbers, which screen readers and people can open. */
export function Chart({ label, x, series, height = 160 }: ChartProps) {
  const id = useId();
  const { theme } = useUi();
  const box = useRef<HTMLDivElement | null>(null);
  const plot = useRef<UPlot | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const data = useMemo<UPlot.AlignedData>(
    () => [[...x], ...series.map((each) => [...each.values])],
    [x, series],
  );
  const latest = useRef(data);
  // A plot is created anew when this changes; new numbers are set in the existing one.
  const shape = JSON.stringify(series.map(({ name, axis, kind, colour }) => [name, axis, kind, colour]));

  useEffect(() => {
    latest.current = data;
    plot.current?.setData(data);
  }, [data]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const made = new UPlot(
      optionsOf(series, { width: element.clientWidth, height, onCursor: setCursor }),
      latest.current,
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, height, theme]);

  useEffect(() => {
    for (const [index, each] of series.entries()) {
      plot.current?.setSeries(index + 1, { show: !hidden.has(each.name) });
    }
  }, [hidden, shape, theme]);

  const at = cursor ?? x.length - 1;
  const time = x[at];
  return (
    <figure className="ui-chart" aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {label}
      </figcaption>
      <div className="ui-chart-legend">
        {series.map((each, index) => (
          <button
            key={each.name}
            type="button"
            aria-pressed={!hidden.has(each.name)}
            title={hidden.has(each.name) ? `Show ${each.name}` : `Hide ${each.name}`}
            onClick={() => {
              const next = new Set(hidden);
              if (!next.delete(each.name)) next.add(each.name);
              setHidden(next);
            }}
          >
            <span
              className="ui-chart-key"
              style={{ background: `var(${colourOf(each, index)})` }}
              aria-hidden
            />
            {each.name}
            <span className="numeric strong">{numberOf(each.values[at], each.unit)}</span>
          </button>
        ))}
        <span className="grow" />
        <span className="numeric subtle">{time === undefined ? '' : timeText(x, time)}</span>
      </div>
      <div ref={box} className="ui-chart-plot" style={{ height }} aria-hidden />
      <ChartTable label={label} x={x} series={series} />
    </figure>
  );
}

/** The time of a point; with its date where the points are of several days. */
function timeText(x: readonly number[], time: number): string {
  const text = clock.format(time * 1000);
  return (x.at(-1) ?? time) - (x[0] ?? time) < day ? text : `${dates.format(time * 1000)}, ${text}`;
}

const colourOf = (series: ChartSeries, index: number) => series.colour ?? `--series-${(index % 6) + 1}`;

function optionsOf(
  series: readonly ChartSeries[],
  { width, height, onCursor }: { width: number; height: number; onCursor: (index: number | null) => void },
): UPlot.Options {
  const text = token('--text-subtle');
  const grid = { stroke: token('--border'), width: 1 };
  const font = `11px ${token('--font-ui')}`;
  const axis = { stroke: text, font, grid, ticks: { show: false }, gap: 6 };
  const right = series.some((each) => each.axis === 'right');
  return {
    width,
    height,
    // Room for half of the last time on the right, where no axis has it.
    padding: [8, right ? 0 : 26, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: { left: { range: fromZero }, right: { range: fromZero } },
    series: [{}, ...series.map((each, index) => seriesOptions(each, token(colourOf(each, index))))],
    axes: [
      { ...axis, grid: { show: false }, size: 22, space: 70, incrs: marksApart, values: timeTexts },
      { ...axis, scale: 'left', size: 48, values: (_, splits) => splits.map(axisText) },
      ...(right
        ? [
            {
              ...axis,
              scale: 'right',
              side: 1 as const,
              size: 48,
              grid: { show: false },
              values: (_: UPlot, splits: number[]) => splits.map(axisText),
            },
          ]
        : []),
    ],
    hooks: { setCursor: [(made) => onCursor(made.cursor.idx ?? null)] },
  };
}

/** The intervals of time marks in seconds; below one second, labels would repeat. */
const [minute, hour, day] = [60, 3600, 86_400];
const marksApart = [
  1,
  2,
  5,
  10,
  15,
  30,
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((days) => days * day),
];

/** Times of day, seconds only where the marks are less than a minute apart; dates where they are days apart. */
function timeTexts(_: UPlot, splits: number[]): string[] {
  const apart = (splits[1] ?? 0) - (splits[0] ?? 0);
  const format = apart < minute ? clock : apart < day ? clockOfMinutes : dates;
  return splits.map((at) => format.format(at * 1000));
}

const axisText = (value: number) => (Math.abs(value) >= 10_000 ? shortCount(value) : rate(value));

/** A scale that starts at zero, so that heights are proportional to values. */
const fromZero: UPlot.Range.Function = (_, __, max) => [0, max > 0 ? max * 1.08 : 1];

function seriesOptions(series: ChartSeries, colour: string): UPlot.Series {
  const { kind = 'line' } = series;
  const bars = UPlot.paths.bars?.({ size: [0.7, 40], align: 1, gap: 1 });
  return {
    label: series.name,
    scale: series.axis ?? 'left',
    stroke: colour,
    width: kind === 'bars' ? 0 : 1.5,
    // A line needs two points; an isolated point is drawn as a dot.
    points: {
      show: kind === 'line',
      size: 5,
      width: 0,
      fill: colour,
      filter: (plot, at) => alonePoints(plot.data[at] ?? []),
    },
    ...(kind === 'line'
      ? {}
      : { fill: kind === 'area' ? `color-mix(in srgb, ${colour} 16%, transparent)` : colour }),
    ...(kind === 'bars' && bars !== undefined ? { paths: bars } : {}),
  };
}
