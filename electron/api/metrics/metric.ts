/** One value of a metric. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** A metric as Prometheus knows it. Names of counters are without `_total`. */
export type Metric = {
  name: string;
  /** What it says, for people. */
  help: string;
} & (
  | { type: 'counter' | 'gauge'; samples: readonly Sample[] }
  | {
      type: 'histogram';
      /** By upper bound, each with all below it. */ buckets: readonly [number, number][];
      sum: number;
      count: number;
    }
);

/** A metric with one value and no labels. */
export const single = (type: 'counter' | 'gauge', name: string, help: string, value: number): Metric => ({
  name,
  help,
  type,
  samples: [{ labels: {}, value }],
});
