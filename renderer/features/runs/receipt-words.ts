import type { Receipt } from '../../../shared/contract/types.ts';
import { counted } from '../../ui/format.ts';

/** The receipt of a resumed run, in words. */
export interface ReceiptWords {
  readonly title: string;
  readonly sentences: readonly string[];
  /** Nothing was lost and nothing is there twice. */
  readonly clean: boolean;
}

/** What became of the work of a run that was cut off or paused, as sentences; null where nothing was in flight then. */
export function receiptWords(receipt: Receipt): ReceiptWords | null {
  const { done, requeued, fetchedAgain, fetchedAgainInAll, givenUp, itemsLost, itemsDuplicated } = receipt;
  if (requeued === 0 && fetchedAgainInAll === 0) return null;
  const clean = itemsLost === 0 && itemsDuplicated === 0;
  const verb = (pages: number, one: string, many: string) =>
    `${counted(pages, 'page')} ${pages === 1 ? one : many}`;
  const sentences = [
    `${verb(done, 'is', 'are')} done.`,
    requeued === 0
      ? 'Nothing was in flight when the run last resumed.'
      : `${verb(requeued, 'was', 'were')} in flight when the run was interrupted, and ${requeued === 1 ? 'was' : 'were'} queued again.`,
    fetchedAgain === 0
      ? 'None was fetched a second time.'
      : `${verb(fetchedAgain, 'was', 'were')} fetched a second time.`,
    ...(fetchedAgainInAll > fetchedAgain
      ? [`Since the run began, ${verb(fetchedAgainInAll, 'was', 'were')} fetched more than once.`]
      : []),
    ...(givenUp > 0
      ? [
          `${verb(givenUp, 'was', 'were')} given up: the run was interrupted repeatedly while ${givenUp === 1 ? 'it was' : 'each was'} being worked on.`,
        ]
      : []),
    clean
      ? 'No item was lost and none was stored twice.'
      : `${counted(itemsLost, 'item')} lost, ${counted(itemsDuplicated, 'item')} stored twice.`,
  ];
  return { title: clean ? 'Resumed without loss' : 'Resumed with losses', sentences, clean };
}
