import type { SpiderName } from '../history/crawl-history-queries.ts';

/** A saved export. */
export interface RecipeRow extends SpiderName {
  id: string;
  name: string;
  /** Whether it is carried out after every run. */
  afterRun: boolean;
  /** What it exports and where to, as JSON text. */
  recipe: string;
  createdAt: string;
  /** How it went for the newest run that it was to be carried out for; null: for none yet. */
  last: RecipeRun | null;
}

/** A recipe that is carried out for a run. */
export interface RecipeRun {
  run: string;
  state: 'pending' | 'running' | 'done' | 'failed';
  attempts: number;
  /** Why the last attempt failed; null: it did not. */
  reason: string | null;
  /** ISO 8601 in UTC; null: it has not ended. */
  endedAt: string | null;
  /** When it is tried again, ISO 8601 in UTC; null: it is not waiting for that. */
  retryAt: string | null;
}

/** A saved export whose newest attempt has failed, and is not repeated. */
export interface FailedRecipe {
  spider: string;
  recipe: string;
  run: string;
  reason: string;
}

/** A file that an export is about to put in place. */
export interface IntendedFile {
  path: string;
  /** The complete file under its temporary name. */
  partial: string;
  /** What it will hold. */
  size: number;
  sha256: string;
  /** The file that is there before; null: none. */
  before: { size: number; mtimeMs: number } | null;
}

/** What an export of new items is about to put in place. */
export interface ExportIntention {
  /** Where the mark moves to. */
  item: number;
  /** The main file first. */
  files: IntendedFile[];
}

/** An attempt that was begun. */
export interface TakenRecipe {
  recipe: RecipeRow;
  run: string;
  /** Which attempt it is, from 1. */
  attempt: number;
}

/** Saved exports, what is to be done for runs, and how far items were exported. */
export interface RecipeQueries {
  /** The recipes of a spider by name. */
  list(of: SpiderName): Promise<RecipeRow[]>;
  /** null: there is none of this name. */
  get(of: SpiderName, name: string): Promise<RecipeRow | null>;
  /** Adds a recipe, or replaces the one of this name. @throws StoreError `not-found` where there is no such spider */
  save(of: SpiderName, recipe: Pick<RecipeRow, 'name' | 'afterRun' | 'recipe'>): Promise<RecipeRow>;
  /** @returns whether there was one */
  remove(of: SpiderName, name: string): Promise<boolean>;
  /** The newest item that was exported to a target; 0: none. */
  mark(of: SpiderName, target: string): Promise<number>;
  /** Moves a mark on, which ends the intention up to there; it never goes back. */
  moveMark(of: SpiderName, target: string, item: number): Promise<void>;
  /** Notes what is about to be put in place for a target, instead of what was noted before. */
  intend(of: SpiderName, target: string, intention: ExportIntention): Promise<void>;
  /** What was about to be put in place, and whose mark has not moved; null: nothing. */
  intention(of: SpiderName, target: string): Promise<ExportIntention | null>;
  /** Notes that the recipes of a run's spider are to be carried out for it. Does nothing the second time. @returns how many were noted */
  noteRun(run: string): Promise<number>;
  /** Begins the attempt that is due first, for which others wait until `until`, in milliseconds since 1970. null: none is due */
  take(until: number): Promise<TakenRecipe | null>;
  /** Makes others wait longer. @returns false: the attempt is not this process's any more */
  extend(taken: TakenRecipe, until: number): Promise<boolean>;
  /**
   * Ends an attempt, unless another process has taken it over.
   * @param reason why it failed; null: it succeeded
   * @param retryAt when it is tried again, in milliseconds since 1970; null: it is not
   */
  end(taken: TakenRecipe, reason: string | null, retryAt: number | null): Promise<void>;
  /** Notes how an attempt has gone that a person has made, which ends what was to be tried again for the run. */
  noteByHand(of: SpiderName, name: string, run: string, reason: string | null): Promise<void>;
  /** The saved exports of a project that were given up, by spider and name. */
  failed(project: string): Promise<FailedRecipe[]>;
  /** When the next attempt is due, in milliseconds since 1970; null: none is */
  nextDue(): Promise<number | null>;
}
