import type { ReadEvent } from './follow.ts';
import type { ChangeEvent, RunEvent, RunSummary } from './generated/models.ts';

/** How a crawl goes at the moment. */
export interface RunProgress {
  run: RunSummary;
  /** Requests that ended per second, over the last ten seconds. */
  pagesPerSecond: number;
  itemsPerSecond: number;
}

/** What a crawl tells: its log, how it goes, and that it is over. */
export type CrawlEvent =
  | { event: 'log'; id: string; data: RunEvent }
  | { event: 'progress'; id: null; data: RunProgress }
  | { event: 'end'; id: null; data: RunSummary };

/** What happens in the workspace. */
export type WorkspaceEvent =
  | { event: ChangeEvent['kind']; id: string; data: ChangeEvent }
  | { event: 'begin' | 'gap'; id: string; data: { after: string } };

/** Whether an event is one that this client knows of a crawl; newer servers may send others. */
export function isCrawlEvent(event: ReadEvent): event is CrawlEvent {
  return event.event === 'log' ? event.id !== null : event.event === 'progress' || event.event === 'end';
}

/** Whether an event is a change: all of them have an id. */
export function isWorkspaceEvent(event: ReadEvent): event is WorkspaceEvent {
  return event.id !== null;
}
