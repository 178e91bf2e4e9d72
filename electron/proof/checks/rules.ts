import { openRules, suspectKind } from '../facts/following.ts';
import type { PageFacts } from '../facts/types.ts';
import { failing, notRun, type Finding, type ProofProblem } from '../types.ts';
import type { Judged } from './input.ts';

/** Check 7: every stored page is reached, pages of one group by one callback, and no rule takes what a crawl has no business with. */
export function rules({ spider, pages }: Judged): Finding {
  if (pages.length === 0) return notRun('pages that were fetched well', 'none');
  const taken = pages.flatMap(suspects);
  const open = new Set(openRules(spider).map((rule) => `/rules/${rule}`));
  const problems = [
    ...pages.flatMap(unreached),
    ...mixed(pages),
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
