import { counted } from '../../../shared/counted.ts';
import { fingerprintUrl } from '../../engine/fingerprint.ts';
import { openRules, suspectKind } from '../facts/following.ts';
import type { PageFacts } from '../facts/types.ts';
import { requestPrint } from '../requested.ts';
import { failing, notRun, type Finding, type ProofProblem } from '../types.ts';
import type { Judged } from './input.ts';

/**
 * Check 7: every stored page is reached, pages of one group and of one list by one callback, and no rule takes what a crawl has no
 * business with.
 */
export function rules({ spider, pages }: Judged): Finding {
  if (pages.length === 0) return notRun('pages that were fetched well', 'none');
  const taken = pages.flatMap(suspects);
  const open = new Set(openRules(spider).map((rule) => `/rules/${rule}`));
  const problems = [
    ...pages.flatMap(unreached),
    ...mixed(pages),
    ...unread(pages),
    ...taken.filter(({ pointer }) => !open.has(pointer)),
  ];
  return problems.length > 0 ? failing(problems) : { result: 'pass', problems: taken };
}

function unreached({ url, by }: PageFacts): ProofProblem[] {
  const kind = suspectKind(url);
  if (by !== null && by !== 'start' && kind !== null)
    return [
      {
        pointer: pointerOf(by),
        page: url,
        expected: `no ${kind} page`,
        got: 'a page that is taken',
        hint: 'Deny it in the rule.',
      },
    ];
  if (by !== null || kind !== null) return [];
  return [
    {
      pointer: '/rules',
      page: url,
      expected: 'a start URL, rule or row that leads to the page',
      got: 'nothing takes it',
      hint: 'Run "explain" with its URL to see why, and widen the patterns of a rule.',
    },
  ];
}

/** The least share of its records that a page without callback has alone. */
const lostShare = 0.5;

/** Pages at which a list begins, and which no callback takes as it takes the pages that follow: their records are lost. */
function unread(pages: readonly PageFacts[]): ProofProblem[] {
  const stored = new Map(pages.map((page) => [requestPrint(page), page]));
  const records = new Set(pages.flatMap((page) => page.records));
  return pages.flatMap(({ url, unread: list }) => {
    const next = list === null ? undefined : stored.get(fingerprintUrl(list.next));
    if (list === null || next?.callback !== list.callback) return [];
    // An earlier page that is not stored may have the same records under another URL.
    const isKnown = (next.following?.before ?? []).every((before) => stored.has(fingerprintUrl(before)));
    const lost = list.records.filter((record) => !records.has(record)).length;
    const isLike = list.records.length >= 2 && list.records.length * 2 >= next.records.length;
    if (!isKnown || !isLike || lost < list.records.length * lostShare) return [];
    return [
      {
        pointer: pointerOf(next.by),
        page: url,
        expected: `"${list.callback}" to take it as it takes ${next.url}`,
        got: `no callback, so ${counted(lost, 'record is', 'records are')} lost`,
        hint: 'Let the rule that takes the following pages take this URL, too.',
      },
    ];
  });
}

const isIdle = ({ fields, links }: PageFacts): boolean =>
  links.length === 0 && fields.every(({ filled }) => filled === 0);

const pointerOf = (by: PageFacts['by']): string => (typeof by === 'number' ? `/rules/${by}` : '/rules');

/** Pages of a group that give nothing, because another callback takes them than most of the group. */
function mixed(pages: readonly PageFacts[]): ProofProblem[] {
  return [...Map.groupBy(pages, ({ group }) => group)].flatMap(([group, own]) => {
    const reached = own.filter(({ by }) => by !== null);
    const callbacks = Map.groupBy(reached, ({ callback }) => callback);
    if (group === null || callbacks.size < 2) return [];
    const [most] = [...callbacks].sort((a, b) => b[1].length - a[1].length);
    const others = reached.filter((page) => page.callback !== most?.[0] && isIdle(page));
    return others.slice(0, 3).map(({ url, by, callback }) => ({
      pointer: pointerOf(by),
      page: url,
      expected: `${most?.[0] ?? 'no callback'}, as for the other pages of "${group}"`,
      got: callback ?? 'no callback',
      hint: 'Let the same rule take all pages of one kind.',
    }));
  });
}

function suspects({ url: page, suspects: found }: PageFacts): ProofProblem[] {
  return found.map(({ rule, url, kind }) => ({
    pointer: `/rules/${rule}`,
    page,
    expected: `no link to a ${kind} page`,
    got: url,
    hint: 'Deny such links in the rule.',
  }));
}
