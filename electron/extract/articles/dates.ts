import { formatInstant, type Instant } from '../datetime/instant.ts';
import { dateCandidates, type DateCandidate } from './metadata/date-candidates.ts';
import { dayOf, type DateReading } from './metadata/date-text.ts';
import type { MetadataSources } from './sources.ts';

/** Below this no date is better than the one that was found: what is left are dates of comments and of other pages. */
const minPublished = 36;
/** A label that says when a page was changed is believed wherever it stands. */
const minModified = 20;
/** From here on a date beside the title is believed. */
const minShown = 68;

/** Languages that write 05.03.2024 or 05/03/2024 with the day first: nearly all but the English of the United States. */
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
 * The day as the publisher counts it. Times in UTC fall on the day before or after for half of the world; the address and the
 * date that readers see tell the day of the place.
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
 * The candidate that stands for the publication. What readers see beside the title is right more often than what machines are
 * told, which many systems fill with the day of an import or of the first draft; unless both agree somewhere.
 *
 * @param isOrderKnown - whether the page's language writes day and month in one order only; English has both, so that 10/09/2024
 *   may agree with either day
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

/** Whether two days are one, read in different orders: 10/09/2024 is in September or in October. */
function isOtherOrder(one: Instant, other: Instant): boolean {
  return one.year === other.year && one.month === other.day && one.day === other.month;
}

/** Of the dates on the same day the one with a time. */
function mostExact(day: string, best: Instant, candidates: readonly DateCandidate[]): Instant {
  const hasTime = ({ hour, minute, second }: Instant): boolean => hour + minute + second > 0;
  if (hasTime(best)) return best;
  return candidates.find(({ instant }) => dayOf(instant) === day && hasTime(instant))?.instant ?? best;
}

/**
 * When the page was published and changed, in ISO 8601. The surest source wins: the address, what the page tells machines, what
 * it shows near its title, and at last when it was changed.
 *
 * @param now - days after this one are not believed.
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
