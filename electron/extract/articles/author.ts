import { typesOf } from './json-ld.ts';
import { authorCandidates, type AuthorCandidate } from './metadata/author-candidates.ts';
import { cleanNames, splitNames } from './metadata/person.ts';
import { keyOf } from './metadata/site-name.ts';
import type { MetadataSources } from './sources.ts';

/** Below this a candidate is more likely wrong than right. */
const minScore = 15;
const maxAuthors = 30;
/** Characters of text between the names of one byline, at most. */
const bylineSpan = 250;

/** A name as it stands in a byline, or null when the text is no name: an address, a date, a sentence. */
export function cleanAuthor(text: string, siteName: string | null): string | null {
  const name = cleanNames(text);
  return name !== null && siteName !== null && keyOf(siteName) === keyOf(name) ? null : name;
}

/** "andrew.keaveney" and "akeaveney": how an account is called, not its owner. */
const isAccount = (name: string): boolean =>
  !/\s/.test(name) && (/[._\d]/.test(name) || !/^\p{Lu}/u.test(name));

const isFullName = (name: string): boolean => /^\p{Lu}[\p{L}.'’-]*(?:\s+\p{L}[\p{L}.'’-]*){1,3}$/u.test(name);

/** In forums accounts are the authors. */
function isForum({ described }: MetadataSources): boolean {
  return described.some((node) =>
    typesOf(node).some((type) =>
      /^(?:DiscussionForumPosting|Question|QAPage|SocialMediaPosting)$/.test(type),
    ),
  );
}

/** The candidates that stand with one in its byline: of the same source, near it, and as sure. */
function together(best: AuthorCandidate, candidates: readonly AuthorCandidate[]): string[] {
  const names = new Map<string, string>();
  for (const { name, group, score, offset } of candidates) {
    const isNear = offset === null || best.offset === null || Math.abs(offset - best.offset) <= bylineSpan;
    const key = keyOf(name);
    if (group === best.group && isNear && score >= best.score - 10 && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

/** A byline that names the author and others beside: fields for machines often hold the first alone. */
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

/** The names of the authors as the page writes them, and each by itself; null and none where none is told. */
export function readAuthors(sources: MetadataSources): { author: string | null; authors: string[] } {
  const candidates = authorCandidates(sources);
  const [first] = candidates;
  if (first === undefined || first.score < minScore) return { author: null, authors: [] };
  const named =
    isAccount(first.name) && !isForum(sources)
      ? candidates.find(({ name, score }) => score >= 60 && isFullName(name))
      : undefined;
  const best = named ?? first;
  const names = together(best, candidates);
  const written = (fullerByline(names, best, candidates) ?? names).slice(0, maxAuthors);
  return { author: written.join(', '), authors: [...new Set(written.flatMap(splitNames))] };
}
