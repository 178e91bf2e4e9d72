import type { StoreContext } from '../database/context.ts';

/** What the dataset of a spider loses with runs. */
export interface DatasetEffect {
  /** Items that only these runs have seen: they are no longer in it. */
  lost: number;
  /** Items that are seen for the first time later than before. */
  later: number;
}

/** What runs mean to a dataset. The dataset has to be current. Call within a query. */
export interface DatasetNeeds {
  /** Row ids of the runs that were the first or the last to see an item. */
  seers(spider: number): Set<number>;
  effect(spider: number, runs: readonly number[]): DatasetEffect;
}

export function createDatasetNeeds({ connection: { db } }: StoreContext): DatasetNeeds {
  const ends = db
    .prepare<[{ spider: number }], number>(
      `WITH ends AS MATERIALIZED (SELECT min(place) AS first, max(place) AS last FROM dataset_sightings WHERE spider_id = @spider GROUP BY key),
        places AS (SELECT first AS place FROM ends UNION SELECT last FROM ends)
      SELECT run_id FROM dataset_runs JOIN places USING (place) WHERE spider_id = @spider`,
    )
    .pluck();
  const effect = db.prepare<[{ spider: number; runs: string }], DatasetEffect>(
    `WITH gone AS MATERIALIZED (SELECT place FROM dataset_runs WHERE spider_id = @spider
        AND run_id IN (SELECT CAST(value AS INTEGER) FROM json_each(@runs))),
      keys AS (SELECT min(place) AS first, sum(place NOT IN (SELECT place FROM gone)) AS remaining FROM dataset_sightings WHERE spider_id = @spider GROUP BY key)
    SELECT coalesce(sum(remaining = 0), 0) AS lost, coalesce(sum(remaining > 0 AND first IN (SELECT place FROM gone)), 0) AS later FROM keys`,
  );
  return {
    seers: (spider) => new Set(ends.all({ spider })),
    effect: (spider, runs) => effect.get({ spider, runs: JSON.stringify(runs) }) ?? { lost: 0, later: 0 },
  };
}
