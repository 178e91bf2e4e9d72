import { createHash } from 'node:crypto';
import type { RememberedPage, SpiderName } from '../../../../electron/store/history/queries.ts';
import type { DraftRow } from '../../../../electron/store/spiders/draft-queries.ts';
import type { KeptSheet, SavedPageRow } from '../../../../electron/store/pages/saved-page-queries.ts';
import { startTime } from './studio.ts';

export const isoTime = (ms: number): string => new Date(ms).toISOString();
export const revisionOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What is known of a spider. */
export interface Spider {
  pages: Map<string, RememberedPage>;
  cached: Set<string>;
  draft: DraftRow | null;
}

export interface KeptSavedPage {
  row: SavedPageRow;
  html: string;
  sheets: readonly KeptSheet[];
}

/** The tables of `memoryStudio`. */
export class Tables {
  now = startTime;
  readonly projects = new Map<string, Map<string, Spider>>();
  readonly unsaved = new Map<string, DraftRow>();
  readonly savedPages = new Map<string, KeptSavedPage>();
  readonly preferences = new Map<string, string>();
  ids = 0;

  spider({ project, spider }: SpiderName): Spider | null {
    return this.projects.get(project)?.get(spider) ?? null;
  }

  addSpider({ project, spider }: SpiderName): void {
    const spiders = this.projects.get(project) ?? new Map<string, Spider>();
    this.projects.set(project, spiders);
    if (!spiders.has(spider)) spiders.set(spider, { pages: new Map(), cached: new Set(), draft: null });
  }
}
