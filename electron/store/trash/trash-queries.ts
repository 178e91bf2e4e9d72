import type { SpiderName } from '../history/crawl-history-queries.ts';

/** What can be deleted. */
export type TrashTarget =
  | { kind: 'project'; project: string }
  | ({ kind: 'spider' } & SpiderName)
  | { kind: 'run'; run: string }
  | { kind: 'page'; page: string };

/** What is deleted, or was, with a target. */
export interface TrashContents {
  spiders: number;
  versions: number;
  runs: number;
  /** Those of the runs that are paused or interrupted, and can be resumed once they are restored. */
  paused: number;
  items: number;
  /** Saved pages. */
  pages: number;
  /** About how many bytes the stored pages, items and saved pages take. */
  bytes: number;
}

/** Something in the trash, with all that went along. */
export interface TrashRow {
  id: string;
  kind: TrashTarget['kind'];
  /** The name that its project has, or had when it was deleted. */
  project: string;
  /** The name that its spider has, or had when it was deleted; null: a project. */
  spider: string | null;
  /** The id of a run; null: something else. */
  run: string | null;
  /** The title of a saved page; null: something else. */
  title: string | null;
  deletedAt: string;
  contents: TrashContents;
  /** What it belongs to is in the trash as well, and is to be restored before; null: it can be restored. */
  within: 'project' | 'spider' | null;
}

/** Another name to restore something with. */
export interface OtherName {
  name: string;
  /** Gives the text of a spider the name. */
  revise: (text: string) => string;
}

/** What has become of something that was to be restored. */
export type RestoreResult =
  | { kind: 'restored'; row: TrashRow; project: string; spider: string | null }
  /** Something else has the name. */
  | { kind: 'taken'; row: TrashRow; name: string }
  /** What it belongs to is in the trash as well. */
  | { kind: 'within'; row: TrashRow };

/**
 * The port to the trash. What is in it is in no answer of any other port. Each method is one transaction. Methods that take an id
 * throw StoreError `not-found` where there is nothing with it, or it is to go for good already.
 */
export interface TrashQueries {
  /** What would be deleted with a target. @throws StoreError `not-found` */
  contents(target: TrashTarget): Promise<TrashContents>;
  /**
   * Deletes: moves targets into the trash, all of them or none, and this is the one way to delete anything that a person has made or
   * crawled. What is deleted is at once in no list, count, dataset or search, its name is free, its entries in the queue are
   * cancelled and its schedules stand still. Thousands of runs are one short transaction: nothing is copied.
   *
   * `forGood`: it is to go for good, as if the trash had been emptied at once; `step` then frees its room. Whoever deletes old runs
   * by a rule calls this with targets of the kind `run`.
   * @returns what is in the trash now, in the order of the targets
   * @throws StoreError `not-found`; `conflict` while a run of a target is being carried out, or is needed by another one
   */
  put(targets: readonly TrashTarget[], options?: { forGood?: boolean }): Promise<TrashRow[]>;
  /** The newest first. */
  list(): Promise<TrashRow[]>;
  get(id: string): Promise<TrashRow>;
  /** Restores something exactly as it was. @param other the name that it gets; null: the one that it had */
  restore(id: string, other: OtherName | null): Promise<RestoreResult>;
  /** Decides that something goes for good, with what belongs to it: nobody can restore it from now on. `step` frees its room. */
  remove(id: string): Promise<TrashRow>;
  /** As `remove`, for all that was deleted before a time, in milliseconds since 1970. @returns how many */
  removeOlder(before: number): Promise<number>;
  /**
   * Frees some of the room of what is to go for good: at most some thousand rows, a fraction of a second.
   * @returns whether there is more
   */
  step(): Promise<boolean>;
}
