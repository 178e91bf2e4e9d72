import { describe, expect, it } from 'vitest';
import { createMeter } from '../../../electron/api/metrics/meter.ts';
import type { Metric } from '../../../electron/api/metrics/metric.ts';
import { metricFormat, writeMetrics } from '../../../electron/api/metrics/write-metrics.ts';
import { readMetrics } from './read-metrics.ts';

const hostile: Metric[] = [
  {
    name: 'strange',
    type: 'counter',
    help: 'A "quote", a \\ and\na line.',
    samples: [
      { labels: { name: 'a"b\\c\nd', other: '' }, value: 1 },
      { labels: { name: '{}=,' }, value: 0.000_000_1 },
    ],
  },
  { name: 'empty', type: 'gauge', help: 'Nothing.', samples: [] },
];

describe('metrics as text', () => {
  it.each(['text', 'openMetrics'] as const)('can be read, whatever is in them: %s', (format) => {
    const read = readMetrics(writeMetrics(hostile, format), format);
    const name = format === 'text' ? 'strange_total' : 'strange';
    expect([...read.keys()]).toEqual([name, 'empty']);
    expect([...(read.get(name)?.samples ?? [])]).toEqual([
      [String.raw`strange_total{name="a\"b\\c\nd",other=""}`, 1],
      ['strange_total{name="{}=,"}', 1e-7],
    ]);
  });

  it.each([
    [undefined, 'text'],
    ['*/*', 'text'],
    ['text/plain;version=0.0.4', 'text'],
    ['application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3', 'openMetrics'],
  ])('in the format that %s asks for', (accept, format) => {
    expect(metricFormat(accept)).toBe(format);
  });
});

describe('the meter of the API', () => {
  it('counts requests by operation and status, their times, refusals and open streams', () => {
    const meter = createMeter();
    meter.answered('spiders.list', 200, null, 0.002);
    meter.answered('spiders.list', 200, null, 40);
    meter.answered('spiders.list', 429, 'too-busy', 0);
    const end = meter.opened('websocket');
    meter.opened('sse')();
    const read = readMetrics(writeMetrics(meter.metrics(), 'openMetrics'), 'openMetrics');
    const value = (metric: string, sample: string) => read.get(metric)?.samples.get(sample);
    const requests = 'spider_studio_api_requests';
    expect(value(requests, `${requests}_total{operation="spiders.list",status="200"}`)).toBe(2);
    expect(value(requests, `${requests}_total{operation="spiders.list",status="429"}`)).toBe(1);
    const times = 'spider_studio_api_request_seconds';
    expect(value(times, `${times}_bucket{le="0.001"}`)).toBe(1);
    expect(value(times, `${times}_bucket{le="30.0"}`)).toBe(2);
    expect(value(times, `${times}_count`)).toBe(3);
    expect(value(times, `${times}_sum`)).toBeCloseTo(40.002);
    const limited = 'spider_studio_api_limited';
    expect(value(limited, `${limited}_total{code="too-busy"}`)).toBe(1);
    expect(value(limited, `${limited}_total{code="too-many-requests"}`)).toBe(0);
    const streams = 'spider_studio_api_streams';
    expect(value(streams, `${streams}{transport="websocket"}`)).toBe(1);
    expect(value(streams, `${streams}{transport="sse"}`)).toBe(0);
    end();
    end();
    const later = readMetrics(writeMetrics(meter.metrics(), 'text'), 'text');
    expect(later.get(streams)?.samples.get(`${streams}{transport="websocket"}`)).toBe(0);
  });
});
