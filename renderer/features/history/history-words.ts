import { count, counted } from '../../ui/format.ts';
import type { HistoryPage, CrawlHistory } from './history-source.ts';

/** Whether the saved text of a spider turns incremental runs on; false if the text cannot be read. */
export function isIncremental(text: string): boolean {
  try {
    const spider: unknown = JSON.parse(text);
    return entriesOf(entriesOf(spider)['settings'])['DELTAFETCH_ENABLED'] === true;
  } catch {
    return false;
  }
}

const entriesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** What the crawl history means for the next full run. */
export function effectWords(incremental: boolean, { extracted }: Pick<CrawlHistory, 'extracted'>): string {
  if (!incremental) {
    return 'DELTAFETCH_ENABLED is off in this spider: every run fetches and extracts all pages again and only records them.';
  }
  const skipped = extracted === 0 ? 'skips no page yet' : `skips the ${counted(extracted, 'extracted page')}`;
  return `DELTAFETCH_ENABLED is on: the next full run ${skipped} and asks the sites whether the others have changed. Start URLs are always fetched.`;
}

/** What is lost when the crawl history is cleared. */
export function clearWords({ count: pages, extracted, cache }: CrawlHistory): string {
  const answers =
    cache.answers === 0
      ? ''
      : ` and ${counted(cache.answers, 'cached response is', 'cached responses are')} deleted`;
  const again = `${counted(pages, 'page')}, ${count(extracted)} of them extracted, ${pages === 1 ? 'is' : 'are'} read and extracted again by the next full run`;
  return `${again}${answers}. Runs and items stay. This cannot be undone.`;
}

/** Why a page is fetched again, or is not. */
export function pageWords(page: HistoryPage, incremental: boolean): string {
  if (page.extractedRun === null) {
    return 'Read only for its links, or without an item: a full run fetches it again.';
  }
  return incremental
    ? `Extracted by run ${page.extractedRun}: later full runs skip it.`
    : `Extracted by run ${page.extractedRun}: later full runs would skip it with DELTAFETCH_ENABLED.`;
}
