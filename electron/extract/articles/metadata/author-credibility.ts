import { typesOf } from '../json-ld.ts';
import type { MetadataSources } from '../sources.ts';
import type { AuthorCandidate } from './author-candidate.ts';
import { lineNearTitle } from './author-lines.ts';
import { legalForm, siteAddress } from './byline-words.ts';
import { isAccount, isFullName } from './person.ts';
import { createShown, type Shown } from './shown-names.ts';
import { isSiteName, keyOf } from './site-name.ts';

/** What speaks for and against a name. */
interface Credentials {
  /** Whether it is the name of the site. */
  isSite: boolean;
  /**
   * Whether a meta element for authors has it, which publishers fill for their pages, or two kinds of data agree. JSON-LD alone is
   * mostly by a plugin, with the account that saved the page.
   */
  isVouched: boolean;
  /** Whether the page shows it where authors are named. */
  isByline: boolean;
  /** Where the page shows it. */
  shown: Shown;
  /** Whether it is one of many that stand far from each other, as in a list of articles or reviews. */
  isListed: boolean;
  /** Whether a line near the title names an author. */
  isSigned: boolean;
  isForum: boolean;
}

/** Minimum score of a visible name that confirms one in metadata. */
const minByline = 40;
/** The same for the name of the site. */
const minSiteByline = 5;

/** Lists have at least as many names of one kind, each further from the one before than names of one byline are. */
const minListed = 3;
const listSpan = 250;

/** Characters of text of a page that shows its byline, too. On shorter ones scripts may still have to bring it. */
const wholePage = 2000;

/** Change of the score of a name that nobody takes for the author. */
const refused = -100;
/** Change of the score of a name that is more likely wrong than right, but better than none of its kind. */
const doubted = -60;

const forumPath = /\/(?:forums?|threads?|(?:view|show)_?(?:topic|thread))(?:[/.-]|$)/i;

/** Whether the page is a forum, where each post has its author and authors have account names. */
export function isForum({ described, url }: MetadataSources): boolean {
  const path = url === null ? '' : (URL.parse(url)?.pathname ?? '');
  const types = described.flatMap(typesOf);
  return (
    forumPath.test(path) ||
    types.some((type) => /^(?:DiscussionForumPosting|Question|QAPage|SocialMediaPosting)$/.test(type))
  );
}

/** The kind of a candidate: lines are of one kind wherever they stand. */
const kindOf = (group: string): string => (group.startsWith('line ') ? 'line' : group);

/** Kinds of candidates that stand in a list, with a different name each. */
function listedKinds(candidates: readonly AuthorCandidate[]): ReadonlySet<string> {
  const lists = new Map<string, { end: number; names: Set<string> }>();
  for (const { name, group, offset } of candidates) {
    if (offset === null) continue;
    const kind = kindOf(group);
    const list = lists.get(kind) ?? { end: -Infinity, names: new Set() };
    if (offset - list.end > listSpan) list.names.add(name);
    list.end = offset;
    lists.set(kind, list);
  }
  return new Set([...lists].filter(([, { names }]) => names.size >= minListed).map(([kind]) => kind));
}

/** Whether a text is the name of a company or the address of a site: "Harbour Media GmbH", "harbour.example". */
const isPublisher = (name: string): boolean => legalForm.test(name) || siteAddress.test(name);

/** Change of the score of a visible name. */
function ofVisible(
  { name, score }: AuthorCandidate,
  { isSite, isListed, isForum: inForum }: Credentials,
): number {
  if (isSite) return doubted;
  if (score < minByline && isAccount(name) && !inForum) return refused;
  return isListed && score < lineNearTitle ? doubted : 0;
}

/**
 * Change of the score of a name in metadata, by what the page shows. Systems fill the data with the account that saved the page,
 * the publisher and the site, whom nobody takes for the author unless the page says so.
 */
function ofMetadata(name: string, { isSite, isVouched, isByline, shown, isSigned }: Credentials): number {
  if (isByline) return isSite ? doubted : 0;
  if (isPublisher(name)) return refused;
  if (isSite) return shown === 'nowhere' || !isVouched ? refused : doubted;
  if (isVouched) return isSigned && shown !== 'own' ? doubted : 0;
  return shown === 'nowhere' || (shown === 'foreign' && isAccount(name)) ? refused : 0;
}

/** Weighs candidates with cleaned names by what else the page has. Returns them with changed scores, in the same order. */
export function weighAuthors(
  candidates: readonly AuthorCandidate[],
  sources: MetadataSources,
): AuthorCandidate[] {
  const keysOf = (accepts: (candidate: AuthorCandidate) => boolean): ReadonlySet<string> =>
    new Set(candidates.filter(accepts).map(({ name }) => keyOf(name)));
  const isSite = (name: string): boolean => isSiteName(name, sources.site);
  const isCard = ({ group }: AuthorCandidate): boolean => group === 'meta twitter';
  const inMeta = keysOf((candidate) => candidate.group.startsWith('meta ') && !isCard(candidate));
  const onCards = keysOf(isCard);
  const inData = keysOf(({ group }) => group.startsWith('json-ld '));
  const bylines = keysOf(
    ({ name, offset, score }) => offset !== null && score >= (isSite(name) ? minSiteByline : minByline),
  );
  const inForum = isForum(sources);
  const listed = inForum ? new Set<string>() : listedKinds(candidates);
  const isSigned = candidates.some(
    ({ group, name, score }) => kindOf(group) === 'line' && score >= lineNearTitle && isFullName(name),
  );
  const shownAs = createShown(sources.scan, sources.places);
  return candidates.map((candidate) => {
    const { name, group, offset } = candidate;
    const key = keyOf(name);
    const isAgreed = onCards.has(key) && inData.has(key) && (isFullName(name) || isSite(name));
    const credentials: Credentials = {
      isSite: isSite(name),
      isVouched: inMeta.has(key) || isAgreed,
      isByline: bylines.has(key),
      shown: offset === null && sources.scan.length >= wholePage ? shownAs(name) : 'own',
      isListed: listed.has(kindOf(group)),
      isSigned,
      isForum: inForum,
    };
    const change = offset === null ? ofMetadata(name, credentials) : ofVisible(candidate, credentials);
    return { ...candidate, score: candidate.score + change };
  });
}
