import { isTag, type AnyNode, type Element } from 'domhandler';
import type { PageTree } from '../../extract/tree.ts';
import { written, type Part } from './ending.ts';
import { rankSelectors, type RankedSelector } from './rank.ts';
import { scopeIndex } from './scope-index.ts';
import { simpleOf, xpathName } from './simple.ts';

/** Rows of which each is told by its first element, and goes on with the siblings up to the next one: `dt` with its `dd`. */
interface Runs {
  readonly rows: readonly Element[];
  readonly heads: ReadonlySet<AnyNode>;
}

/** A way from the first element of a row to a sibling, with the sibling of each row. */
interface Step {
  readonly xpath: string;
  readonly siblings: readonly Element[];
}

/** Siblings of a row that are looked at. */
const longestRun = 40;
/** Share of the rows that must have the sibling. */
const enoughRows = 0.5;

/** The row that an element lies behind, with the sibling of the row that it lies in, or is; null: it lies elsewhere. */
function rowBefore(heads: ReadonlySet<AnyNode>, element: Element): { row: Element; sibling: Element } | null {
  for (let each: AnyNode | null = element; each !== null; each = each.parent) {
    if (!isTag(each)) continue;
    const row = headBefore(heads, each);
    if (row !== null) return { row, sibling: each };
  }
  return null;
}

function headBefore(heads: ReadonlySet<AnyNode>, element: Element): Element | null {
  let passed = 0;
  for (let each = element.prev; each !== null && passed < longestRun; each = each.prev) {
    if (!isTag(each)) continue;
    if (heads.has(each)) return each;
    passed += 1;
  }
  return null;
}

/**
 * Ranks selectors of a part of an element that lies in a sibling behind a row and before the next one. They are relative to the row,
 * and give nothing of another row on this page.
 */
export function rankBehindRow(
  page: PageTree,
  rows: readonly Element[],
  element: Element,
  part: Part,
  most: number,
): RankedSelector[] {
  const runs = { rows, heads: new Set<AnyNode>(rows) };
  const at = rowBefore(runs.heads, element);
  if (at === null) return [];
  return stepsTo(runs, at.row, at.sibling)
    .flatMap((step) => follow(page, step, at.sibling, { element, part }, most))
    .slice(0, most);
}

/** Ways from the row to its sibling, those that most rows have first. */
function stepsTo(runs: Runs, row: Element, sibling: Element): Step[] {
  const run = siblingsOf(runs, row);
  const name = xpathName(sibling.name);
  const told = simpleOf(sibling).filter(
    ({ kind, weight }) => kind !== 'id' && kind !== 'tag' && weight > 0.6,
  );
  const count = run.filter((each) => each.name === sibling.name).indexOf(sibling) + 1;
  const tests = [
    ...told.map(({ xpath }) => `${xpath}[1]`),
    `${name}[${count}]`,
    `*[${run.indexOf(sibling) + 1}][self::${name}]`,
  ];
  const steps = tests.flatMap((test): Step[] => {
    const xpath = `following-sibling::${test}`;
    const found = runs.rows.map((each) => scopeIndex(each).select('xpath', `./${xpath}`).filter(isTag));
    const siblings = found.flat();
    // Where a row has no such sibling, the step must not reach into the next one.
    const isOwn = siblings.every((each) => rowBefore(runs.heads, each)?.row === rowOf(runs, found, each));
    const isMany = siblings.length >= Math.max(2, enoughRows * runs.rows.length);
    return isOwn && isMany && siblings.includes(sibling) ? [{ xpath, siblings }] : [];
  });
  return steps.toSorted((a, b) => b.siblings.length - a.siblings.length);
}

const rowOf = (
  { rows }: Runs,
  found: readonly (readonly Element[])[],
  sibling: Element,
): Element | undefined => rows[found.findIndex((each) => each.includes(sibling))];

function siblingsOf({ heads }: Runs, row: Element): Element[] {
  const run: Element[] = [];
  for (let each = row.next; each !== null && !heads.has(each) && run.length < longestRun; each = each.next)
    if (isTag(each)) run.push(each);
  return run;
}

/** Selectors of an element in a sibling, each behind the way to it. */
function follow(
  page: PageTree,
  { xpath, siblings }: Step,
  within: Element,
  node: { readonly element: Element; readonly part: Part },
  most: number,
): RankedSelector[] {
  const unlabelled = siblings.map((each) => ({ page, within: each }));
  return rankSelectors([{ page, within, node }], { unlabelled, most }).flatMap((ranked) => {
    if (ranked.node === null) return [];
    const path = {
      css: null,
      xpath: `./${xpath}${ranked.node.slice(1)}`,
      family: 'structure',
      uses: [],
      weight: 0,
      by: '',
    } as const;
    const ways = written([path], [node.element, ...ranked.chosen], node.part);
    return [{ ...ranked, ...ways, node: path.xpath, why: `behind the row, ${ranked.why}` }];
  });
}
