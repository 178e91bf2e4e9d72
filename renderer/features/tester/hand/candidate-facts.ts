import type { FieldReport, SavedPage, SelectorSuggestion } from '../../../../shared/contract/types.ts';
import { count, counted } from '../../../ui/format.ts';

/** Something that speaks for a selector, or against it. */
export interface Fact {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

const longestTitle = 30;

/**
 * What is known of a selector: how much it matches, whether the other saved pages agree, how likely it outlives a change of the
 * page, and why it was proposed.
 *
 * @param items the number of rows or items that it is looked for in; null: the page
 */
export function factsOf(
  { matches, survival, pages, why }: Pick<SelectorSuggestion, 'matches' | 'survival' | 'pages' | 'why'>,
  items: number | null,
  saved: readonly SavedPage[],
): Fact[] {
  const differing = pages.find(({ differs }) => differs);
  const empty = pages.find((page) => page.matches === 0);
  const title = (id: string) =>
    (saved.find((page) => page.id === id)?.title ?? 'another page').slice(0, longestTitle);
  return [
    matchFact(matches, items),
    ...(differing !== undefined
      ? [{ text: `differs on ${title(differing.page)}`, tone: 'bad' as const }]
      : empty !== undefined
        ? [{ text: `nothing on ${title(empty.page)}`, tone: 'bad' as const }]
        : pages.length > 0
          ? [{ text: `same on ${counted(pages.length + 1, 'page')}`, tone: 'plain' as const }]
          : []),
    ...(survival === null
      ? []
      : [{ text: `survives ${Math.round(survival * 100)} %`, tone: 'plain' as const }]),
    // How often it matches stands before.
    { text: why.replace(/; in [\d,]+ of [\d,]+ \w+$/u, ''), tone: 'plain' },
  ];
}

function matchFact(matches: number, items: number | null): Fact {
  if (items === null) return { text: counted(matches, 'match', 'matches'), tone: 'plain' };
  if (matches > items) return { text: `${count(matches)} in ${counted(items, 'row')}`, tone: 'plain' };
  return { text: `${count(matches)} of ${count(items)}`, tone: matches === items ? 'good' : 'bad' };
}

/** The same of the selector that the field has, from its report. */
export function fillOf({ matches, items, filled }: Pick<FieldReport, 'matches' | 'items' | 'filled'>): Fact {
  return matchFact(items === null ? matches : (filled ?? 0), items);
}
