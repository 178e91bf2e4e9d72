import type { CallValue } from '../../../../shared/contract/index.ts';
import type { SelectorSuggestion } from '../../../../shared/contract/types.ts';
import type { Element } from 'domhandler';
import { visibleText } from '../../../extract/walk.ts';
import type { OpenPage } from './open-page.ts';

/** Another saved page of the spider, with what is known of it. */
export interface OtherPage {
  readonly id: string;
  readonly page: OpenPage;
  readonly elements: readonly number[];
  readonly not: readonly number[];
}

/** A suggestion with the nodes that it gives on the other pages. */
export interface Compared {
  readonly suggestion: SelectorSuggestion;
  /** Whether it is for the likeliest part. */
  readonly isMain: boolean;
  /** By other page: the first element that it selects; null: none. */
  readonly chosen: ReadonlyMap<string, Element | null>;
  /** Number of elements of one page or row that it selects. */
  readonly likes: number;
}

type Question = CallValue<'tester.suggest'>['question'];

const valueLength = 200;

/**
 * The element of another page that the suggestions for the likeliest part disagree on most evenly. Pages of which something is
 * known are not asked about again. Also marks, in each suggestion, the pages where it differs from most.
 */
export function questionFor(
  suggestions: readonly SelectorSuggestion[],
  compared: readonly Compared[],
  others: readonly OtherPage[],
): Question {
  const main = compared.filter(({ isMain }) => isMain);
  let best: { question: NonNullable<Question>; evenness: number } | null = null;
  for (const { id, page, elements, not } of others) {
    const votes = Map.groupBy(main, ({ chosen }) => chosen.get(id) ?? null);
    const [most] = [...votes].sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined || votes.size < 2) continue;
    for (const each of main) {
      const entry = each.suggestion.pages.find(({ page: at }) => at === id);
      if (entry !== undefined) entry.differs = (each.chosen.get(id) ?? null) !== most[0];
    }
    if (elements.length + not.length > 0) continue;
    const asked = askedFor(votes);
    const number = asked === null ? null : page.numberOf(asked);
    if (asked === null || number === null) continue;
    const positions = (takes: boolean): number[] =>
      main
        .filter(({ chosen }) => (chosen.get(id) === asked) === takes)
        .map(({ suggestion }) => suggestions.indexOf(suggestion));
    const question = {
      page: id,
      element: number,
      value: visibleText(asked, valueLength),
      yes: positions(true),
      no: positions(false),
    };
    const evenness = Math.min(question.yes.length, question.no.length);
    if (evenness > (best?.evenness ?? 0)) best = { question, evenness };
  }
  return best?.question ?? null;
}

/** The element that most suggestions take, among those that are taken at all. */
function askedFor(votes: ReadonlyMap<Element | null, readonly Compared[]>): Element | null {
  const [first] = [...votes]
    .filter(([element]) => element !== null)
    .sort(([, a], [, b]) => b.length - a.length);
  return first?.[0] ?? null;
}
