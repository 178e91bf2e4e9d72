import type { CallValue } from '../../../../shared/contract/index.ts';
import type { SelectorSuggestion } from '../../../../shared/contract/types.ts';
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
  const [element] = elements;
  if (element === undefined) return null;
  const answer = await getClient().call('tester.suggest', { page, element, within });
  if (!answer.ok) return null;
  if (elements.length === 1 && not.length === 0) return answer.value;
  const fitting: SelectorSuggestion[] = [];
  for (const each of answer.value.suggestions) {
    if (await fits({ page, elements, not, within }, each)) fitting.push(each);
  }
  return { ...answer.value, suggestions: fitting };
}

async function fits(
  { page, elements, not, within }: Wanted,
  { language, selector }: SelectorSuggestion,
): Promise<boolean> {
  const answer = await getClient().call('tester.selector', { page, language, selector, within });
  if (!answer.ok) return false;
  const taken = new Set(answer.value.nodes.elements);
  return elements.every((each) => taken.has(each)) && !not.some((each) => taken.has(each));
}
