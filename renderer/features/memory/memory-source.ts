import type { CallValue } from '../../../shared/contract/index.ts';
import { getClient } from '../../state/client.ts';
import type { RowSource } from '../../ui/table/types.ts';

/** The crawl history of a spider. */
export type SpiderMemory = CallValue<'memory.show'>;

/** A page in the crawl history. */
export type RememberedPage = SpiderMemory['pages'][number];

/** The remembered pages of a spider whose URL has a text in it, those read last first, for a table. */
export function memorySource(
  { project, spider }: { project: string; spider: string },
  text: string,
  { version, onMatching }: { version: number; onMatching: (matching: number) => void },
): RowSource<RememberedPage> {
  return {
    key: JSON.stringify([project, spider, text]),
    count: null,
    version,
    async load(offset, limit, signal) {
      const answer = await getClient().call(
        'memory.show',
        { project, spider, offset, limit, ...(text === '' ? {} : { text }) },
        { signal },
      );
      if (!answer.ok) return answer;
      onMatching(answer.value.matching);
      return { ok: true, rows: answer.value.pages, count: answer.value.matching };
    },
  };
}
