import type { SelectorLanguage } from '../../../shared/selectors/language.ts';
import { readCss } from '../../../shared/selectors/read-css.ts';
import { readXPath } from '../../../shared/selectors/read-xpath.ts';
import { diagnoseCss } from './css.ts';
import { hiddenPlace, otherPlace, outsidePlaces } from './elsewhere.ts';
import { isJson, type Scope } from '../scope.ts';
import { whyNoValues } from './json.ts';
import { Places } from './places.ts';
import { RepairTrial, type Diagnosis, type WhyEmpty } from './repair.ts';
import { whyUnreadable } from './unreadable.ts';
import { diagnoseXPath } from './xpath.ts';

export type { WhyEmpty } from './repair.ts';

/** Repairs up to this cost are a slip of the pen; see `NearName`. Only then is another place the better reason. */
const likely = 4.6;

/** Where a selector is applied, and what is taken of its matches. */
export interface Applied {
  /** A page, or rows or entries of one; at least one, and all of one page. */
  scopes: readonly Scope[];
  language: SelectorLanguage;
  source: string;
  /** Whether only the first match at each place is taken; false: all are. */
  takesFirst?: boolean;
}

/**
 * Says why a selector gives nothing, or nothing but blanks: one line, and the change that mends it. A change is proposed only if the
 * whole selector gives something with it. The work is linear in the size of the page.
 * @throws SelectorCostError, PatternCostError
 */
export function whyEmpty({ scopes, language, source, takesFirst = false }: Applied): WhyEmpty {
  const values = scopes.filter(isJson);
  if (language === 'json') {
    if (values.length > 0)
      return whyNoValues(
        values.map(({ value }) => value),
        source,
      );
    const line = 'This page is not JSON, which JSONPaths are for. Use CSS or XPath.';
    return { line, fix: null, steps: [] };
  }
  if (values.length > 0) {
    return { line: 'This is JSON, which has no elements. Use a JSONPath.', fix: null, steps: [] };
  }
  const places = new Places(
    scopes.flatMap((scope) => (isJson(scope) ? [] : [scope])),
    takesFirst,
  );
  const read = language === 'css' ? readCss(source) : readXPath(source);
  if (!read.ok) return whyUnreadable(places, language, source, read.problem);
  const { selector } = read;
  const diagnosis =
    selector.language === 'css' ? diagnoseCss(places, selector) : diagnoseXPath(places, selector);
  return { ...mended(places, { language, source }, diagnosis), steps: diagnosis.steps };
}

function mended(
  places: Places,
  { language, source }: { language: 'css' | 'xpath'; source: string },
  { repairs, reason }: Diagnosis,
): Pick<WhyEmpty, 'line' | 'fix'> {
  const hidden = hiddenPlace(places, language, source);
  if (hidden !== null) return { line: hidden, fix: null };
  const trial = new RepairTrial(repairs, places);
  const slip = trial.upTo(likely);
  if (slip !== null) return slip;
  const outside = outsidePlaces(places, language, source);
  if (outside !== null) return { line: outside, fix: null };
  const far = trial.upTo(Infinity);
  if (far !== null) return far;
  const later = otherPlace(places, source);
  return { line: later === null ? reason() : `${reason()} ${later}`, fix: null };
}
