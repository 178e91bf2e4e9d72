import type { Metric, Sample } from './metric.ts';

/** The formats of metrics, by their media types. */
export const metricTypes = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openMetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const;
/** A format of metrics. */
export type MetricFormat = keyof typeof metricTypes;

/** The format that a client asks for: OpenMetrics where it names that, else the text format, which everybody reads. */
export const metricFormat = (accept: string | undefined): MetricFormat =>
  accept?.includes('application/openmetrics-text') === true ? 'openMetrics' : 'text';

/**
 * Metrics as text. The formats differ in the name by which a counter is described, and in the last line.
 */
export function writeMetrics(metrics: readonly Metric[], format: MetricFormat): string {
  const lines = metrics.flatMap((metric) => {
    const { name, help, type } = metric;
    const described = type === 'counter' && format === 'text' ? `${name}_total` : name;
    return [
      `# HELP ${described} ${escaped(help, format)}`,
      `# TYPE ${described} ${type}`,
      ...linesOf(metric),
    ];
  });
  return `${[...lines, ...(format === 'openMetrics' ? ['# EOF'] : [])].join('\n')}\n`;
}

function linesOf(metric: Metric): string[] {
  const { name } = metric;
  if (metric.type !== 'histogram')
    return metric.samples.map((sample) => lineOf(metric.type === 'counter' ? `${name}_total` : name, sample));
  const { buckets, sum, count } = metric;
  return [
    ...buckets.map(([bound, value]) => lineOf(`${name}_bucket`, { labels: { le: numeral(bound) }, value })),
    lineOf(`${name}_bucket`, { labels: { le: '+Inf' }, value: count }),
    lineOf(`${name}_sum`, { labels: {}, value: sum }),
    lineOf(`${name}_count`, { labels: {}, value: count }),
  ];
}

function lineOf(name: string, { labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text, 'openMetrics')}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${String(value)}`;
}

/** A bound is a number with a point in both formats, so that it is the same text. */
const numeral = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

/** Quotes are escaped in labels, and by OpenMetrics in descriptions too. */
function escaped(text: string, format: MetricFormat): string {
  const plain = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return format === 'openMetrics' ? plain.replaceAll('"', '\\"') : plain;
}
