import { monitorEventLoopDelay } from 'node:perf_hooks';
import { single, type Metric } from './metric.ts';

/** Measures this process. */
export interface ProcessGauge {
  metrics(): Metric[];
  close(): void;
}

/** How often the delay of the event loop is measured, in milliseconds. */
const resolution = 20;

/** Measures from now on. The delays are those since they were read before. */
export function createProcessGauge(): ProcessGauge {
  const startedAt = Date.now() / 1000 - process.uptime();
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  return {
    metrics() {
      const { user, system } = process.cpuUsage();
      const memory = process.memoryUsage();
      const delay = delays.count === 0 ? { median: 0, p99: 0, max: 0 } : delayOf(delays);
      delays.reset();
      return [
        single('counter', 'process_cpu_seconds', 'Processor time of the server.', (user + system) / 1e6),
        single('gauge', 'process_resident_memory_bytes', 'Memory of the server.', memory.rss),
        single('gauge', 'process_start_time_seconds', 'When the server was started, since 1970.', startedAt),
        single('gauge', 'nodejs_heap_size_used_bytes', 'Memory of JavaScript in use.', memory.heapUsed),
        {
          name: 'nodejs_eventloop_lag_seconds',
          type: 'gauge',
          help: 'How late the event loop of the server is, since this was read before.',
          samples: Object.entries(delay).map(([of, value]) => ({ labels: { of }, value })),
        },
      ];
    },
    close: () => void delays.disable(),
  };
}

type Delays = Pick<ReturnType<typeof monitorEventLoopDelay>, 'percentile' | 'max'>;

/** The resolution is part of what is measured. */
function delayOf(delays: Delays): { median: number; p99: number; max: number } {
  const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolution / 1000);
  return {
    median: seconds(delays.percentile(50)),
    p99: seconds(delays.percentile(99)),
    max: seconds(delays.max),
  };
}
