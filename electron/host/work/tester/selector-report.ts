import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import { languageOfRows } from '../../../../shared/selectors/language.ts';
import type { WhyEmpty } from '../../../../shared/contract/types.ts';
import { whyEmpty } from '../../../extract/why/why-empty.ts';
import type { OpenPage } from './open-page.ts';
import { placesOf, problemOf, selectAt, wholePage, whyUnfit, type PageMatch, type Place } from './places.ts';

const maxSamples = 100;

type Report = Omit<CallValue<'tester.selector'>, 'parsed' | 'elapsedMs'>;

const failed = (problem: string, hint: string | null, empty: WhyEmpty | null = null): Report => ({
  matches: 0,
  samples: [],
  nodes: { total: 0, elements: [], cut: false },
  problem,
  hint,
  empty,
});

/** Reports the matches of a selector, on the whole page or within each match of another selector. */
export function reportSelector(
  page: OpenPage,
  { language, selector, within }: Pick<CallArgs<'tester.selector'>, 'language' | 'selector' | 'within'>,
): Report {
  const problem = problemOf(language, selector);
  try {
    const places = placesWithin(page, within ?? null);
    if (problem !== null) {
      const scopes = places === null || places.length === 0 ? [wholePage(page)] : places;
      return failed(problem.message, problem.hint, whyEmpty({ scopes, language, source: selector }));
    }
    if (places === null)
      return failed('The selector of the list around it is not valid.', 'Mend that one first.');
    const first = places[0] ?? wholePage(page);
    const unfit = whyUnfit(first, language);
    if (unfit !== null) return failed(unfit.message, unfit.hint);
    const matches: PageMatch[] = [];
    for (const place of places) {
      for (const match of selectAt(page, place, language, selector)) matches.push(match);
    }
    return {
      matches: matches.length,
      samples: page.samplesOf(matches, maxSamples),
      nodes: page.nodesOf(matches),
      problem: null,
      hint: null,
      empty:
        matches.length > 0
          ? null
          : whyEmpty({ scopes: places.length === 0 ? [first] : places, language, source: selector }),
    };
  } catch (error) {
    const message =
      error instanceof RangeError ? 'The page is nested too deeply for this selector.' : messageOf(error);
    return failed(message, 'Choose a selector that matches less of the page.');
  }
}

/** The places that a selector is applied to: the page, or what an outer selector matches; null: that one is invalid. */
export function placesWithin(page: OpenPage, within: string | null): Place[] | null {
  if (within === null) return [wholePage(page)];
  const language = languageOfRows(within);
  if (problemOf(language, within) !== null) return null;
  return placesOf(selectAt(page, wholePage(page), language, within));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
