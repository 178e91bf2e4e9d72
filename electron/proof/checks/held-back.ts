import type { PageFacts } from '../facts/types.ts';
import { requestPrint } from '../requested.ts';
import { failing, notRun, type Finding, type ProofProblem } from '../types.ts';
import { completeLists } from './complete-lists.ts';
import { fillAndType } from './fill-and-type.ts';
import { inventedValues } from './grounded.ts';
import { fieldsOn, percent, type Judged } from './input.ts';

/** Points that a rate may be lower on held-back pages, and how unlikely more must be to count where pages are few. */
const maxDrop = 0.03;
const unlikely = 0.01;

/**
 * Check 8: what holds of the pages that were shown holds of those that were held back too.
 * @param onePage fingerprint of the only page that a crawl takes; null: it may take others
 */
export function heldBack({ spider, pages }: Judged, onePage: string | null): Finding {
  const [held, shown] = [pages.filter(({ isHeld }) => isHeld), pages.filter(({ isHeld }) => !isHeld)];
  const of = (own: readonly PageFacts[]): Set<string> =>
    new Set(own.flatMap(({ callback }) => callback ?? []));
  const [judged, all] = [of(held), of(pages)];
  const without = [...all].filter((callback) => !judged.has(callback));
  if (judged.size === 0) {
    const [page, ...others] = pages;
    if (page !== undefined && others.length === 0 && isWhole(page, onePage)) return nothingToHold(page);
    const got = all.size === 0 ? 'no page that a callback takes' : `a single page for ${without.join(', ')}`;
    return notRun(
      'two pages of a kind, of which one is held back',
      got,
      'Give more pages of the same group.',
    );
  }
  const judgedAgain = { spider, pages: held };
  const again = [fillAndType(judgedAgain), completeLists(judgedAgain)].flatMap(({ result, problems }) => {
    return result === 'fail' ? problems : [];
  });
  const problems = [...inventedValues(judgedAgain), ...again, ...drops(spider, shown, held)];
  if (problems.length > 0) return failing(problems);
  return {
    result: 'pass',
    problems: without.map((callback) => ({
      pointer: `/callbacks/${callback}`,
      page: null,
      expected: 'two pages, of which one is held back',
      got: 'a single page',
      hint: 'Give more pages of this kind.',
    })),
  };
}

/** Whether the page is all that a crawl takes, and a callback takes it. */
const isWhole = (page: PageFacts, onePage: string | null): boolean =>
  page.by === 'start' && page.callback !== null && requestPrint(page) === onePage;

function nothingToHold({ url }: PageFacts): Finding {
  const got = 'The crawl takes this one page and no other; there is nothing to hold back.';
  return { result: 'pass', problems: [{ pointer: '', page: url, expected: null, got, hint: null }] };
}

function drops(
  spider: Judged['spider'],
  shown: readonly PageFacts[],
  held: readonly PageFacts[],
): ProofProblem[] {
  const before = new Map(fieldsOn({ spider, pages: shown }).map((field) => [field.pointer, field]));
  return fieldsOn({ spider, pages: held }).flatMap(({ field, pointer, on }) => {
    // Rows of one page are alike, so that pages are counted.
    const [own, other] = [on, before.get(pointer)?.on ?? []].map((facts) => ({
      filled: facts.filter((each) => each.facts.filled > 0).length,
      records: facts.length,
    }));
    if (own === undefined || other === undefined || own.records === 0 || other.records === 0) return [];
    const [rate, usual] = [own.filled / own.records, other.filled / other.records];
    if (usual - rate <= maxDrop || chanceOf(own, other) > unlikely) return [];
    return {
      pointer,
      page: on.find(({ facts }) => facts.filled === 0)?.page.url ?? null,
      expected: `"${field}" on ${percent(usual)} of the pages, as of those that were shown`,
      got: `${percent(rate)} on pages that were held back`,
      hint: 'Correct the selector for these pages.',
    };
  });
}

interface Counts {
  readonly filled: number;
  readonly records: number;
}

/** The chance that so few of some records are filled, if it were the same everywhere: Fisher's exact test, one-sided. */
function chanceOf(own: Counts, other: Counts): number {
  const all = own.records + other.records;
  const filled = own.filled + other.filled;
  const ways = (n: number, k: number): number => lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k);
  const total = ways(all, own.records);
  let chance = 0;
  for (let k = Math.max(0, own.records - (all - filled)); k <= own.filled; k += 1)
    chance += Math.exp(ways(filled, k) + ways(all - filled, own.records - k) - total);
  return Math.min(1, chance);
}

/** Logarithm of n!, exact below 20 and by Stirling's series above, to more digits than are needed here. */
function lnFactorial(n: number): number {
  if (n >= 20) return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n);
  let sum = 0;
  for (let each = 2; each <= n; each += 1) sum += Math.log(each);
  return sum;
}
