import type { SpiderHealth } from '../../../shared/spider/health-schema.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';

/** What a check of a spider has found. */
export type CheckedHealth = Omit<SpiderHealth, 'spider' | 'checkedAt'>;

/** The last check of each spider. It goes with its spider, and no new name changes it. Each method is one transaction. */
export interface HealthQueries {
  /** Keeps a check in the place of the one before. @throws StoreError `not-found` where the spider does not exist */
  keep(of: SpiderName, health: CheckedHealth): Promise<SpiderHealth>;
  /** null: the spider was not checked, or does not exist. @throws StoreError `damaged` */
  get(of: SpiderName): Promise<SpiderHealth | null>;
  /** The last checks of the spiders of a project, by name. @throws StoreError `damaged` */
  list(project: string): Promise<SpiderHealth[]>;
}
