import type { ChangeQueries } from './change-queries.ts';
import type { DatasetQueries } from './dataset/dataset-queries.ts';
import type { EventQueries } from './events/event-queries.ts';
import type { HealthQueries } from './health/health-queries.ts';
import type { CrawlHistoryQueries } from './history/crawl-history-queries.ts';
import type { ItemQueries } from './items/item-queries.ts';
import type { LockedValueQueries } from './pages/locked-value-queries.ts';
import type { NoticeQueries } from './notices/notice-queries.ts';
import type { OutboxQueries } from './outbox/outbox-queries.ts';
import type { PageQueries } from './pages/page-queries.ts';
import type { PictureQueries } from './pages/picture-queries.ts';
import type { SavedPageQueries } from './pages/saved-page-queries.ts';
import type { PreferenceQueries } from './preferences/preference-queries.ts';
import type { ProofQueries } from './spiders/proof-queries.ts';
import type { ProjectQueries } from './projects/project-queries.ts';
import type { ScheduleQueries } from './schedules/schedule-queries.ts';
import type { QueueQueries } from './queue/queue-queries.ts';
import type { QueueWorkQueries } from './queue/queue-work-queries.ts';
import type { RequestQueries } from './requests/request-queries.ts';
import type { RunQueries } from './runs/run-queries.ts';
import type { DraftQueries } from './spiders/draft-queries.ts';
import type { SpiderQueries } from './spiders/spider-queries.ts';

/** What is asked of the database, one port for each aggregate, whichever database it is. */
export interface Queries {
  readonly changes: ChangeQueries;
  readonly dataset: DatasetQueries;
  readonly drafts: DraftQueries;
  readonly events: EventQueries;
  readonly health: HealthQueries;
  readonly history: CrawlHistoryQueries;
  readonly items: ItemQueries;
  readonly lockedValues: LockedValueQueries;
  readonly notices: NoticeQueries;
  readonly outbox: OutboxQueries;
  readonly pages: PageQueries;
  readonly pictures: PictureQueries;
  readonly preferences: PreferenceQueries;
  readonly projects: ProjectQueries;
  readonly proofs: ProofQueries;
  readonly queue: QueueQueries;
  readonly queueWork: QueueWorkQueries;
  readonly requests: RequestQueries;
  readonly runs: RunQueries;
  readonly savedPages: SavedPageQueries;
  readonly schedules: ScheduleQueries;
  readonly spiders: SpiderQueries;
}
