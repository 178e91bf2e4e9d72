import type { CallValue } from '../../../shared/contract/index.ts';
import { getClient } from '../../state/client.ts';
import type { RowSource } from '../../ui/table/types.ts';

/** The crawl history of a spider. */
export type CrawlHistory = CallValue<'history.show'>;

/** A page in the crawl history. */
export type HistoryPage = CrawlHistory['pages'][number];

/** The pages in the crawl history whose URL contains a text, those read last first, for a table. */
export function historySource(
  { project, spider }: { project: string; spider: string },
  text: string,
  { version, onMatching }: { version: number; onMatching: (matching: number) => void },
): RowSource<HistoryPage> {
  return {
    key: JSON.stringify([project, spider, text]),
    count: null,
    version,
    async load(offset, limit, signal) {
      const answer = await getClient().call(
        'history.show',
        { project, spider, offset, limit, ...(text === '' ? {} : { text }) },
        { signal },
      );
      if (!answer.ok) return answer;
      onMatching(answer.value.matching);
      return { ok: true, rows: answer.value.pages, count: answer.value.matching };
    },
  };
}
