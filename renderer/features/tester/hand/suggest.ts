import type { CallValue } from '../../../../shared/contract/index.ts';
import { getClient } from '../../../state/client.ts';

type Suggested = CallValue<'tester.suggest'>;

/** What a selector is wanted for. */
export interface Wanted {
  readonly page: string;
  /** Elements that it takes. */
  readonly elements: readonly number[];
  /** Elements that it does not take. */
  readonly not: readonly number[];
  /** Selector of the rows or items that it starts at; null: the page. */
  readonly within: string | null;
}

/** Selectors for the elements, best first; null where the host could not answer. */
export async function suggest({ page, elements, not, within }: Wanted): Promise<Suggested | null> {
  const answer = await getClient().call('tester.suggest', {
    page,
    elements: [...elements],
    not: [...not],
    within,
  });
  return answer.ok ? answer.value : null;
}
