import { formatInstant, type Instant } from '../datetime/instant.ts';
import { dateCandidates, type DateCandidate } from './metadata/date-candidates.ts';
import { dayOf, type DateReading } from './metadata/date-text.ts';
import type { MetadataSources } from './sources.ts';

/** Minimum score of a date. Those below are mostly dates of comments and of other pages. */
const minPublished = 36;
/** Minimum score of a modification date, lower because its label is reliable anywhere on the page. */
const minModified = 20;
/** Minimum score of a date next to the title. */
const minShown = 68;

/** Whether a page writes the day first in 05.03.2024 and 05/03/2024, as nearly all languages except American English do. */
function writesDayFirst(language: string | null, url: string | null): boolean {
  if (language !== null && !/^en(?:-us|-ph|-ca)?$/.test(language))
    return !/^(?:zh|ja|ko|hu|lt|mn)/.test(language);
  const host = url === null ? '' : (URL.parse(url)?.hostname ?? '');
  return /\.(?:uk|au|nz|ie|in|za|de|at|ch|fr|it|es|pt|br|nl|be|pl|cz|ru|se|no|dk|fi|gr|tr|ar|mx|co|cl|pe|id|vn)$/.test(
    host,
  );
}

const dayNumber = ({ year, month, day }: Instant): number => Date.UTC(year, month - 1, day) / 86_400_000;

/**
 * Returns the local day of the publisher. A time in UTC may be on the day before or after; the date in the URL and the visible
 * date are local.
 */
function onLocalDay(best: DateCandidate, candidates: readonly DateCandidate[]): Instant {
  const { instant } = best;
  if (instant.offset === null) return instant;
  const isNextTo = (other: Instant): boolean => Math.abs(dayNumber(other) - dayNumber(instant)) === 1;
  const shown = candidates.find(
    ({ source, meaning, score }) =>
      meaning === 'published' && (source === 'element' || source === 'text') && score >= 60,
  );
  return shown !== undefined && isNextTo(shown.instant) ? shown.instant : instant;
}

/**
 * Chooses the candidate for the publication date. A visible date next to the title is more often right than metadata, which
 * many systems fill with the day of an import or the first draft, unless both agree.
 *
 * @param isOrderKnown whether the language of the page has a single order of day and month; English has both, so 10/09/2024 can
 *   agree with either day
 */
function choose(candidates: readonly DateCandidate[], isOrderKnown: boolean): DateCandidate | undefined {
  const published = candidates.filter(
    ({ meaning, score }) => meaning === 'published' && score >= minPublished,
  );
  const [best] = published;
  const any = candidates.find(({ meaning }) => meaning === 'modified');
  if (best === undefined || (best.score < 40 && any !== undefined && any.score > best.score)) return any;
  if (best.source !== 'json-ld' && best.source !== 'meta') return best;
  const shown = published.filter(({ isShown, score }) => isShown && score >= minShown);
  const told = published.filter(({ source }) => source === 'json-ld' || source === 'meta');
  const agreed =
    told.find(({ instant }) => shown.some((one) => dayOf(one.instant) === dayOf(instant))) ??
    (isOrderKnown
      ? undefined
      : told.find(({ instant }) => shown.some((one) => isOtherOrder(one.instant, instant))));
  const [first] = shown;
  return agreed ?? first ?? best;
}

/** Whether two days are the same date read in different orders: 10/09/2024 is in September or in October. */
function isOtherOrder(one: Instant, other: Instant): boolean {
  return one.year === other.year && one.month === other.day && one.day === other.month;
}

/** Prefers a date with a time among those on the same day. */
function mostExact(day: string, best: Instant, candidates: readonly DateCandidate[]): Instant {
  const hasTime = ({ hour, minute, second }: Instant): boolean => hour + minute + second > 0;
  if (hasTime(best)) return best;
  return candidates.find(({ instant }) => dayOf(instant) === day && hasTime(instant))?.instant ?? best;
}

/**
 * Returns when the page was published and modified, in ISO 8601. The most reliable source wins: the URL, the metadata, visible
 * dates near the title, and last the modification date.
 *
 * @param now later dates are rejected
 */
export function readDates(
  sources: MetadataSources,
  now = new Date(),
): { published: string | null; modified: string | null } {
  const latest = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  const reading: DateReading = { dayFirst: writesDayFirst(sources.language, sources.url), latest };
  const candidates = dateCandidates(sources, reading);
  const best = choose(candidates, !/^(?:en|$)/.test(sources.language ?? ''));
  const modified = candidates.find(({ meaning }) => meaning === 'modified');
  const changed = modified === undefined ? null : formatInstant(modified.instant);
  if (best === undefined || best.score < (best.meaning === 'published' ? minPublished : minModified))
    return { published: null, modified: changed };
  const local = onLocalDay(best, candidates);
  const published = mostExact(dayOf(local), local, candidates);
  return { published: formatInstant(published), modified: changed };
}
