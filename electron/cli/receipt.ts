import type { Receipt } from '../../shared/contract/types.ts';
import { count } from './output.ts';

/** The receipt of a resumed run, in one line. */
export function describeReceipt(receipt: Receipt): string {
  const { done, requeued, fetchedAgain, fetchedAgainInAll, givenUp, itemsLost, itemsDuplicated } = receipt;
  const earlier = fetchedAgainInAll === fetchedAgain ? '' : ` (${fetchedAgainInAll} since the run began)`;
  return [
    `Receipt: ${count(done, 'page')} done`,
    `${requeued} re-queued`,
    `${fetchedAgain} fetched again${earlier}`,
    ...(givenUp === 0
      ? []
      : [`${count(givenUp, 'page')} given up because the run ended abnormally while it processed them`]),
    `${count(itemsLost, 'item')} lost`,
    `${count(itemsDuplicated, 'item')} duplicated.`,
  ].join(', ');
}
