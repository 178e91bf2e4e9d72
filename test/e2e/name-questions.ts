import type { CallName } from '../../shared/contract/index.ts';

/** Calls by which commands take one page, list requests, and give other names. */
export const nameParts: Partial<Record<CallName, string>> = {
  'projects.rename': 'Renames a project, which can be done once; see scrape.test.ts.',
  'spiders.rename': 'Renames a spider, which can be done once; see scrape.test.ts.',
  'spiders.duplicate': 'Copies a spider, which can be done once; see scrape.test.ts.',
  'runs.requests': '`runs requests` orders and bounds them by its own options; see scrape.test.ts.',
  'scrape.page': 'Fetches a page; see scrape.test.ts.',
};
