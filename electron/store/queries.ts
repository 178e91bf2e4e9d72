import type { CrawlHistoryQueries } from './history/queries.ts';
import type { SavedPageQueries } from './pages/saved-page-queries.ts';
import type { PreferenceQueries } from './preferences/preference-queries.ts';
import type { ProjectQueries } from './projects/project-queries.ts';
import type { DraftQueries } from './spiders/draft-queries.ts';
import type { SpiderQueries } from './spiders/spider-queries.ts';

/** What is asked of the database, one port for each aggregate, whichever database it is. */
export interface Queries {
  readonly drafts: DraftQueries;
  readonly history: CrawlHistoryQueries;
  readonly preferences: PreferenceQueries;
  readonly projects: ProjectQueries;
  readonly savedPages: SavedPageQueries;
  readonly spiders: SpiderQueries;
}
