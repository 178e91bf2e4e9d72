import type { Metric, Sample } from './metric.ts';

/** Counts the requests of this process. */
export interface Meter {
  /** Counts a request that was answered. @param operation a name from the contract, of which there are few @param code that of the error; null: none */
  answered(operation: string, status: number, code: string | null, seconds: number): void;
  /** Counts a stream that was opened. @returns what ends it */
  opened(transport: 'sse' | 'websocket'): () => void;
  metrics(): Metric[];
}

/** Upper bounds of the times of requests, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
/** Codes of requests that were refused by a limit. */
const limitCodes = ['too-many-requests', 'too-busy'] as const;

/** Counts from zero. */
export function createMeter(): Meter {
  const requests = new Map<string, Sample>();
  const refused = new Map<string, number>(limitCodes.map((code) => [code, 0]));
  const streams = { sse: 0, websocket: 0 };
  const within = bounds.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    answered(operation, status, code, seconds) {
      const key = `${operation} ${status}`;
      const { value = 0, labels = { operation, status: String(status) } } = requests.get(key) ?? {};
      requests.set(key, { labels, value: value + 1 });
      if (code !== null && refused.has(code)) refused.set(code, (refused.get(code) ?? 0) + 1);
      count += 1;
      sum += seconds;
      for (const [i, bound] of bounds.entries()) if (seconds <= bound) within[i] = (within[i] ?? 0) + 1;
    },
    opened(transport) {
      streams[transport] += 1;
      let isOver = false;
      return () => {
        if (!isOver) streams[transport] -= 1;
        isOver = true;
      };
    },
    metrics: () => [
      {
        name: 'spider_studio_api_requests',
        type: 'counter',
        help: 'Requests to the API that were answered, with each call of a batch.',
        samples: [...requests.values()],
      },
      {
        name: 'spider_studio_api_request_seconds',
        type: 'histogram',
        help: 'Time of requests to the API; streams last as long as they are open.',
        buckets: bounds.map((bound, i) => [bound, within[i] ?? 0]),
        sum,
        count,
      },
      {
        name: 'spider_studio_api_limited',
        type: 'counter',
        help: 'Requests to the API that a limit refused.',
        samples: [...refused].map(([code, value]) => ({ labels: { code }, value })),
      },
      {
        name: 'spider_studio_api_streams',
        type: 'gauge',
        help: 'Streams of events that are open.',
        samples: Object.entries(streams).map(([transport, value]) => ({ labels: { transport }, value })),
      },
    ],
  };
}
