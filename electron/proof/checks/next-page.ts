import { fingerprintUrl } from '../../engine/fingerprint.ts';
import type { FollowingFacts, PageFacts } from '../facts/types.ts';
import { requestPrint } from '../requested.ts';
import { failing, notRun, type Finding, type ProofProblem } from '../types.ts';
import type { Judged } from './input.ts';

type Listing = PageFacts & { following: FollowingFacts };

/** Check 6: rules take the links to the following pages, which have other records, and those pages lead on themselves. */
export function nextPage({ spider, pages }: Judged): Finding {
  const listings = pages.filter((page): page is Listing => page.following !== null);
  const rules = (spider.rules ?? []).map((rule, number) => ({ ...rule, number }));
  const lists = new Set(listings.flatMap(({ callback }) => callback ?? []));
  const leading = rules.filter(
    ({ follow, callback }) =>
      follow !== false && (callback === null || callback === undefined || lists.has(callback)),
  );
  const takes = listings.some(({ following: { taken } }) => taken.ahead > 0);
  if (listings.length === 0) return notRun('pages of a list', 'no page is one');
  const { min_items: wanted = null } = spider.expect ?? {};
  const given = pages.reduce((sum, page) => sum + Math.max(0, ...page.lists.map(({ rows }) => rows)), 0);
  if (leading.length === 0 && !takes && wanted !== null && given < wanted && listings.some(showsMore)) {
    return failing([
      {
        pointer: '/rules',
        page: listings.find(showsMore)?.url ?? null,
        expected: `a rule that leads to ${wanted} items, as min_items says`,
        got: `${given} records, and no rule that follows the pages of the list`,
        hint: 'Add a rule with "follow": true for the next page.',
      },
    ]);
  }
  if (leading.length === 0 && !takes)
    return notRun('a rule that follows the pages of a list', 'no rule does', null);
  const stored = new Map(pages.map((page) => [requestPrint(page), page]));
  const stopped = listings.flatMap(dead);
  const moving = listings.filter(({ following: { taken } }) => taken.ahead + taken.other > 0);
  const problems = [
    // Where most pages lead on, a last page may only look as if it did.
    ...(stopped.length > moving.length ? stopped : []),
    ...listings.flatMap((page) => [...stopping(page), ...repeating(page, stored)]),
  ];
  const last = leading.at(0);
  if (
    problems.length === 0 &&
    moving.length === 0 &&
    last !== undefined &&
    leading.every(({ number }) => takesNothing(number, pages))
  ) {
    return failing([
      {
        pointer: `/rules/${last.number}`,
        page: listings[0]?.url ?? null,
        expected: 'a link to a following page on one of the pages',
        got: 'no link that the rule takes',
        hint: 'Correct the patterns and regions of the rule, or give a page that is not the last one of its list.',
      },
    ]);
  }
  return failing(problems);
}

const showsMore = ({ following: { ahead } }: Listing): boolean => ahead.length > 0;

const takesNothing = (rule: number, pages: readonly PageFacts[]): boolean =>
  pages.every(({ links, by }) => by !== rule && links.every(([number]) => number !== rule));

function dead({ url, following: { ahead, taken } }: Listing): ProofProblem[] {
  const [first] = ahead;
  if (first === undefined || taken.ahead > 0 || taken.other > 0) return [];
  return [
    {
      pointer: '/rules',
      page: url,
      expected: first,
      got: taken.back > 0 ? 'only links back, or to the page itself' : 'no link that leads on',
      hint: 'Let a rule with "follow": true take the link to the next page.',
    },
  ];
}

function stopping({ url, following: { taken, goesOn, next } }: Listing): ProofProblem[] {
  if (taken.ahead + taken.other === 0 || goesOn) return [];
  return [
    {
      pointer: '/rules',
      page: url,
      expected: `the links of ${next[0] ?? 'the next page'} followed as well`,
      got: 'a rule with "follow": false',
      hint: 'Set "follow": true on the rule that takes the next page.',
    },
  ];
}

/** A stored page that follows and has the records of this one again. */
function repeating(
  { url, records, following: { next } }: Listing,
  stored: ReadonlyMap<string, PageFacts>,
): ProofProblem[] {
  const own = new Set(records);
  return next.flatMap((each): ProofProblem[] => {
    const page = stored.get(fingerprintUrl(each));
    if (page === undefined || page.records.length === 0 || page.url === url) return [];
    if (page.records.some((record) => !own.has(record))) return [];
    return [
      {
        pointer: '/rules',
        page: page.url,
        expected: 'records that the page before does not have',
        got: 'the same records',
        hint: null,
      },
    ];
  });
}
