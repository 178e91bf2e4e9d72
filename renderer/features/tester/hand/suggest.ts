import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import { getClient } from '../../../state/client.ts';
import type { Elsewhere } from '../tester-store.ts';

type Suggested = CallValue<'tester.suggest'>;

/** What a selector is wanted for. */
export interface Wanted {
  readonly page: string;
  /** Elements that it takes. */
  readonly elements: readonly number[];
  /** Elements that it does not take. */
  readonly not: readonly number[];
  /** The same for other saved pages. Left out: nothing is known of them. */
  readonly elsewhere?: readonly Elsewhere[];
  /** Selector of the rows or items that it starts at; null: the page. */
  readonly within: string | null;
}

/** The arguments of the call that asks for selectors. */
export const askFor = ({
  page,
  elements,
  not,
  elsewhere = [],
  within,
}: Wanted): CallArgs<'tester.suggest'> => ({
  page,
  elements: [...elements],
  not: [...not],
  elsewhere: elsewhere.map((each) => ({ page: each.page, elements: [...each.elements], not: [...each.not] })),
  within,
});

/** Selectors for the elements, best first; null where the host could not answer. */
export async function suggest(wanted: Wanted): Promise<Suggested | null> {
  const answer = await getClient().call('tester.suggest', askFor(wanted));
  return answer.ok ? answer.value : null;
}
