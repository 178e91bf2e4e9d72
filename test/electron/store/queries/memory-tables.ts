import { createHash } from 'node:crypto';
import type { HistoryPage, SpiderName } from '../../../../electron/store/history/queries.ts';
import type { DraftRow } from '../../../../electron/store/spiders/draft-queries.ts';
import type { KeptSheet, SavedPageRow } from '../../../../electron/store/pages/saved-page-queries.ts';
import { StoreError } from '../../../../electron/store/errors.ts';
import { requireProjectName } from '../../../../electron/store/projects/project-rows.ts';
import { startTime } from './studio.ts';

export const isoTime = (ms: number): string => new Date(ms).toISOString();
export const revisionOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What is known of a spider. */
export interface Spider {
  createdAt: string;
  /** Oldest first. */
  versions: { id: string; number: number; text: string; createdAt: string }[];
  runs: MemoryRun[];
  pages: Map<string, HistoryPage>;
  cached: Set<string>;
  draft: DraftRow | null;
}

/** What the aggregates beside it ask of a run. */
export interface MemoryRun {
  version: number;
  items: number;
  isUnderWay: boolean;
}

export interface KeptSavedPage {
  row: SavedPageRow;
  html: string;
  sheets: readonly KeptSheet[];
}

/** The tables of `memoryStudio`. */
export class Tables {
  now = startTime;
  readonly projects = new Map<string, { createdAt: string; spiders: Map<string, Spider> }>();
  readonly unsaved = new Map<string, DraftRow>();
  readonly savedPages = new Map<string, KeptSavedPage>();
  readonly preferences = new Map<string, string>();
  ids = 0;

  spider({ project, spider }: SpiderName): Spider | null {
    return this.projects.get(project)?.spiders.get(spider) ?? null;
  }

  /** The project, which is added where it is not there. @throws StoreError `invalid` */
  project(name: string): { createdAt: string; spiders: Map<string, Spider> } {
    requireProjectName(name);
    const project = this.projects.get(name) ?? { createdAt: isoTime(this.now), spiders: new Map() };
    this.projects.set(name, project);
    return project;
  }

  newId(): string {
    this.ids += 1;
    return String(this.ids);
  }

  removeSpider({ project, spider }: SpiderName): void {
    this.projects.get(project)?.spiders.delete(spider);
    for (const [id, { row }] of this.savedPages)
      if (row.project === project && row.spider === spider) this.savedPages.delete(id);
  }
}

/** @throws StoreError `conflict` as a run that is being carried out cannot be deleted */
export function requireNoRunUnderWay(spiders: Iterable<Spider>): void {
  for (const { runs } of spiders)
    if (runs.some(({ isUnderWay }) => isUnderWay))
      throw new StoreError('conflict', 'A run is being carried out.', 'Pause it first.');
}
