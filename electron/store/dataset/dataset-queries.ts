/** The dataset of a spider, and how the keys of its items are made. */
export interface DatasetOf {
  project: string;
  spider: string;
  /** The fields of `expect.key`; null: there are none. */
  key: readonly string[] | null;
}

/** An item of a run with a key. */
export interface Sighting {
  run: string;
  /** The newest item of the key in the run. */
  item: string;
  /** How many items of the run have the key. */
  copies: number;
  /** When its page was fetched, as ISO 8601 in UTC. */
  seenAt: string;
  /** Whether its values differ from those of the sighting before it; false for the first. */
  changed: boolean;
}

/** The newest item of each key over all runs of a spider. It is read as the items of the run "dataset" (`ItemSource`). */
export interface DatasetQueries {
  /** Whether it has what the runs have that have ended or are paused, by these keys. */
  isCurrent(of: DatasetOf): Promise<boolean>;
  /** Brings it a step nearer to that. Each step is short. @returns whether it is current */
  step(of: DatasetOf): Promise<boolean>;
  /** The runs that have seen an item, newest first, `limit` at most; empty: it is not in the dataset. @throws StoreError `not-found` */
  history(item: string, limit: number): Promise<Sighting[]>;
}

/** What the dataset knows about an item. Times are ISO 8601 in UTC. */
export interface DatasetFacts {
  first_seen: string;
  last_seen: string;
  /** When its values were first seen as they are now; null: they have never changed. */
  changed_at: string | null;
  /** The number of runs that have seen it. */
  seen_in: number;
  /** How many items of the newest of these runs have its key. */
  copies: number;
  /** Whether the newest full run that fetched everything has not seen it. */
  gone: boolean;
}
