import type { OverviewBounds, SpiderGlance } from './project-overview-queries.ts';
import type { CsvDialectName, ExportFormat } from '../../../shared/export-formats.ts';
import type { JsonValue } from '../../../shared/json-value.ts';

export interface ProjectRow {
  name: string;
  spiders: number;
  runs: number;
  createdAt: string;
}

/** What a project gives to its spiders, and how their items are exported. */
export interface ProjectDefaults {
  /** Settings of all its spiders that have none of their own. */
  settings: Record<string, JsonValue>;
  exports: { format?: ExportFormat; dialect?: CsvDialectName };
}

/** `taken`: there is another project of that name. */
export type NamedProject = { kind: 'kept'; project: ProjectRow } | { kind: 'taken' };

/** The projects. Each method is one transaction. */
export interface ProjectQueries {
  /** By name. */
  list(): Promise<ProjectRow[]>;
  get(name: string): Promise<ProjectRow | null>;
  /** Empty where none are set. @throws StoreError `not-found` */
  defaults(project: string): Promise<ProjectDefaults>;
  /** Replaces the defaults. @throws StoreError `not-found` */
  setDefaults(project: string, defaults: ProjectDefaults): Promise<void>;
  /** @throws StoreError `invalid` for a name that no project can have */
  create(name: string): Promise<NamedProject>;
  /** @throws StoreError `not-found`; `invalid` for a name that no project can have */
  rename(project: string, name: string): Promise<NamedProject>;
  /** What is known of its spiders, by name. @throws StoreError `not-found` */
  overview(project: string, bounds: OverviewBounds): Promise<SpiderGlance[]>;
}
