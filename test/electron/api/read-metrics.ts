/** A metric as a strict reader of Prometheus takes it. */
export interface ReadMetric {
  type: string;
  help: string;
  /** Values by name and labels as they stand in the text. */
  samples: Map<string, number>;
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const sampleLine = new RegExp(
  `^(${metricName})(?:\\{(${label}(?:,${label})*)\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`,
);
const helpLine = new RegExp(`^# HELP (${metricName}) ((?:[^\\\\]|\\\\["\\\\n])*)$`);
const typeLine = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram)$`);

/**
 * Reads metrics by the grammar of the text format 0.0.4 or of OpenMetrics, and throws where a line is not in it: each metric once, its
 * description and type before its values, each value once, histograms that add up.
 */
export function readMetrics(text: string, format: 'text' | 'openMetrics'): Map<string, ReadMetric> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const lines = text.slice(0, -1).split('\n');
  if (format === 'openMetrics' && lines.pop() !== '# EOF') throw new Error('It does not end with # EOF.');
  const metrics = new Map<string, ReadMetric>();
  let current: [name: string, metric: ReadMetric] | null = null;
  let described: [name: string, help: string] | null = null;
  for (const line of lines) {
    const [, helpName, help = ''] = helpLine.exec(line) ?? [];
    const [, typeName = '', type = ''] = typeLine.exec(line) ?? [];
    if (helpName !== undefined) described = [helpName, help];
    else if (type !== '') {
      if (described?.[0] !== typeName || metrics.has(typeName)) throw new Error(`Not in its place: ${line}`);
      current = [typeName, { type, help: described[1], samples: new Map() }];
      metrics.set(...current);
    } else addSample(line, current, format);
  }
  for (const [name, metric] of metrics) if (metric.type === 'histogram') checkHistogram(name, metric.samples);
  return metrics;
}

function addSample(line: string, current: [string, ReadMetric] | null, format: 'text' | 'openMetrics'): void {
  const [, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? [];
  if (name === '' || current === null) throw new Error(`Not in the grammar: ${line}`);
  const [own, { type, samples }] = current;
  const base = format === 'text' && type === 'counter' ? own.replace(/_total$/, '') : own;
  const suffixes = { counter: ['_total'], gauge: [''], histogram: ['_bucket', '_sum', '_count'] }[type] ?? [];
  if (!suffixes.some((suffix) => name === `${base}${suffix}`))
    throw new Error(`Not a value of ${own}: ${line}`);
  const names = labels.split(/=".*?(?<!\\)",?/).slice(0, -1);
  if (new Set(names).size !== names.length) throw new Error(`A label twice: ${line}`);
  const key = labels === '' ? name : `${name}{${labels}}`;
  if (samples.has(key)) throw new Error(`Twice: ${line}`);
  samples.set(key, Number(value));
}

function checkHistogram(name: string, samples: ReadonlyMap<string, number>): void {
  const buckets = [...samples].filter(([key]) => key.startsWith(`${name}_bucket`)).map(([, value]) => value);
  const isRising = buckets.every((value, i) => value >= (buckets[i - 1] ?? 0));
  const all = samples.get(`${name}_count`);
  if (!isRising || samples.get(`${name}_bucket{le="+Inf"}`) !== all)
    throw new Error(`${name} does not add up.`);
}
