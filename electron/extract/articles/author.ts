import type { AuthorCandidate } from './metadata/author-candidate.ts';
import { authorCandidates } from './metadata/author-candidates.ts';
import { isForum } from './metadata/author-credibility.ts';
import { cleanNames, isAccount, isFullName, splitNames } from './metadata/person.ts';
import { keyOf } from './metadata/site-name.ts';
import type { MetadataSources } from './sources.ts';

/** Minimum score. Candidates below it are more likely wrong than right. */
const minScore = 15;
const maxAuthors = 30;
/** Maximum distance of the names of one byline, in characters of text. */
const bylineSpan = 250;

/** Cleans a name from a byline; null if the text is not a name but a URL, a date or a sentence. */
export function cleanAuthor(text: string, siteName: string | null): string | null {
  const name = cleanNames(text);
  return name !== null && siteName !== null && keyOf(siteName) === keyOf(name) ? null : name;
}

/** Returns the other candidates of the same byline: same source and score, and near in the text. */
function together(best: AuthorCandidate, candidates: readonly AuthorCandidate[]): string[] {
  const names = new Map<string, string>();
  for (const { name, group, score, offset } of candidates) {
    const isNear = offset === null || best.offset === null || Math.abs(offset - best.offset) <= bylineSpan;
    const key = keyOf(name);
    if (group === best.group && isNear && score >= best.score - 10 && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

/** Finds a byline with the author and further names, because metadata often contains only the first author. */
function fullerByline(
  names: readonly string[],
  best: AuthorCandidate,
  candidates: readonly AuthorCandidate[],
): string[] | null {
  const [name] = names;
  if (names.length !== 1 || name === undefined || best.offset !== null) return null;
  for (const candidate of candidates) {
    if (candidate.offset === null || candidate.score < 55) continue;
    const all = together(candidate, candidates);
    const single = all.flatMap(splitNames);
    if (
      single.length > 1 &&
      single.length <= 8 &&
      single.every(isFullName) &&
      keyOf(single[0] ?? '') === keyOf(name)
    )
      return all;
  }
  return null;
}

/** Finds a byline with the same authors, because readers see its writing: "Ada Bell and Ciro Amico". */
function asWritten(names: readonly string[], candidates: readonly AuthorCandidate[]): string[] | null {
  if (names.length < 2) return null;
  const keys = names.map(keyOf).join(' ');
  const byline = candidates.find(
    ({ name, offset, score }) =>
      offset !== null && score >= 55 && splitNames(name).map(keyOf).join(' ') === keys,
  );
  return byline === undefined ? null : [byline.name];
}

/** Finds the full name of an author whose metadata has only the first name. */
function fullerName(
  best: AuthorCandidate,
  candidates: readonly AuthorCandidate[],
): AuthorCandidate | undefined {
  if (best.offset !== null || /\s/.test(best.name)) return undefined;
  const key = keyOf(best.name);
  return candidates.find(
    ({ name, offset, score }) =>
      offset !== null && score >= 48 && isFullName(name) && keyOf(name.split(' ')[0] ?? '') === key,
  );
}

/** Returns the authors as the page writes them, and as a list; null and an empty list if there are none. */
export function readAuthors(sources: MetadataSources): { author: string | null; authors: string[] } {
  const candidates = authorCandidates(sources);
  const [first] = candidates;
  if (first === undefined || first.score < minScore) return { author: null, authors: [] };
  const named =
    isAccount(first.name) && !isForum(sources)
      ? candidates.find(({ name, score }) => score >= 60 && isFullName(name))
      : undefined;
  const best = named ?? fullerName(first, candidates) ?? first;
  const names = together(best, candidates);
  const written = (fullerByline(names, best, candidates) ?? asWritten(names, candidates) ?? names).slice(
    0,
    maxAuthors,
  );
  return { author: written.join(', '), authors: [...new Set(written.flatMap(splitNames))] };
}
