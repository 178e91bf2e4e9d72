import type { OverviewBounds, SpiderGlance } from './project-overview-queries.ts';

export interface ProjectRow {
  name: string;
  spiders: number;
  runs: number;
  createdAt: string;
}

/** What a project holds. */
export interface ProjectContents {
  spiders: number;
  runs: number;
  items: number;
}

/** `taken`: there is another project of that name. */
export type NamedProject = { kind: 'kept'; project: ProjectRow } | { kind: 'taken' };

/** The projects. Each method is one transaction. */
export interface ProjectQueries {
  /** By name. */
  list(): Promise<ProjectRow[]>;
  get(name: string): Promise<ProjectRow | null>;
  /** @throws StoreError `invalid` for a name that no project can have */
  create(name: string): Promise<NamedProject>;
  /** @throws StoreError `not-found`; `invalid` for a name that no project can have */
  rename(project: string, name: string): Promise<NamedProject>;
  /**
   * Deletes a project with everything in it. `dryRun`: deletes nothing. @returns what was, or would be, deleted with it
   * @throws StoreError `not-found`; `conflict` while one of its runs is being carried out
   */
  delete(project: string, options: { dryRun: boolean }): Promise<ProjectContents>;
  /** What is known of its spiders, by name. @throws StoreError `not-found` */
  overview(project: string, bounds: OverviewBounds): Promise<SpiderGlance[]>;
}
