import { isTag, type AnyNode, type Element, type Text } from 'domhandler';
import type { PageTree } from '../../extract/tree.ts';
import type { Judged } from './agreement.ts';
import { candidatesFor } from './candidates.ts';
import { written, type Part, type Written } from './ending.ts';
import type { Goal } from './goal.ts';
import { judge } from './judge.ts';
import type { Family } from './path.ts';
import { scopeIndex, type ScopeIndex } from './scope-index.ts';
import type { IsConstant } from './wish.ts';

/** Where a selector is evaluated: a page, or a row of it. */
export interface Place {
  readonly page: PageTree;
  /** The row; null: the page. */
  readonly within: Element | null;
}

/** A node that a person pointed at. */
export interface Example extends Place {
  /** `text`: one of several texts of the element; left out: all of them. */
  readonly node: { readonly element: Element; readonly part: Part; readonly text?: Text };
}

/** A selector that gives exactly the examples. */
export interface RankedSelector extends Written {
  readonly family: Family;
  /** Nodes that it selects where the first example is. */
  readonly matches: number;
  /** Estimated share of single changes of the page that it survives, 0 to 1. */
  readonly survival: number;
  /** How well it does on the places without an example, 0 to 1; null: there are none. */
  readonly agreement: number | null;
  /** XPath of the node, without what is taken of it; null: several are joined. */
  readonly node: string | null;
  /** What it goes by, in a few words: "by the label “Price”". */
  readonly why: string;
  /** The first node that it selects on each of the places without an example; null: none. */
  readonly chosen: readonly (AnyNode | null)[];
}

/** What is known besides the examples. */
export interface RankOptions {
  /** Nodes that must not be selected. */
  readonly counterExamples?: readonly Example[];
  /** Other pages or rows that have the field too. */
  readonly unlabelled?: readonly Place[];
  /** Whether the field is taken of other pages too, although none of them is at hand; default false. */
  readonly isForOthers?: boolean;
  /** Most selectors that are returned; default 12. */
  readonly most?: number;
}

/** Places without an example that are looked at. */
const maxUnlabelled = 24;
/** Nodes for which candidates are written. */
const maxSources = 12;
const usualMost = 12;

const rootOf = ({ page, within }: Place): AnyNode => within ?? page.document;
const nodeOf = ({ node }: Example): Element | Text => node.text ?? node.element;

/**
 * Ranks selectors that give exactly the examples and no counter-example, the most lasting first. At a row they are relative to it.
 * All examples are of one part, one at each place.
 */
export function rankSelectors(examples: readonly Example[], options: RankOptions = {}): RankedSelector[] {
  const [first] = examples;
  if (first === undefined) return [];
  const { counterExamples = [], unlabelled = [], isForOthers = false, most = usualMost } = options;
  const goals = [...new Set([...examples, ...counterExamples].map(rootOf))].map((root): Goal => {
    const here = (each: Example): boolean => rootOf(each) === root;
    return {
      index: scopeIndex(root),
      accepted: new Map(examples.filter(here).map((each) => [nodeOf(each), 1])),
      rejected: new Set(counterExamples.filter(here).map(nodeOf)),
    };
  });
  const others = unlabelled
    .map(rootOf)
    .filter((root) => !goals.some(({ index }) => index.root === root))
    .slice(0, maxUnlabelled)
    .map(scopeIndex);
  const start = first.within === null ? '' : '.';
  const isAlone = goals.length === 1 && others.length === 0 && start === '' && !isForOthers;
  return rankGoals(goals, others, { part: first.node.part, start, isAlone, most });
}

/** Like `rankSelectors`, where on each place one of several nodes may be the wanted one. */
export function rankGoals(
  goals: readonly Goal[],
  others: readonly ScopeIndex[],
  {
    part,
    start,
    isAlone = false,
    most = usualMost,
  }: { part: Part; start: '' | '.'; isAlone?: boolean; most?: number },
): RankedSelector[] {
  const own = typeof part === 'string' ? null : part.attribute;
  const isConstant = constancy([...goals.map(({ index }) => index), ...others]);
  const sources = goals.flatMap(({ index, accepted }) =>
    [...accepted.keys()].map((node) => ({ index, node })),
  );
  const paths = sources
    .slice(0, maxSources)
    .flatMap(({ index, node }) =>
      isNode(node) ? candidatesFor(index, node, { own, start, isConstant, isAlone }) : [],
    );
  const seen = new Set<string>();
  const distinct = paths.filter(({ xpath }) => !seen.has(xpath) && seen.add(xpath));
  const judged = judge(distinct, goals, others, { part, isAlone });
  return judged.slice(0, most).map((each) => describe(each, part));
}

const isNode = (node: AnyNode): node is Element | Text => isTag(node) || 'data' in node;

/** A text is constant that at least half of the other places have too. */
function constancy(indexes: readonly ScopeIndex[]): IsConstant {
  const known = new Map<string, boolean>();
  return (text, how) => {
    if (indexes.length < 2) return undefined;
    const key = `${how} ${text}`;
    const told = known.get(key);
    if (told !== undefined) return told;
    const having = indexes.filter((index) => index.hasText(text, how)).length;
    const isConstant = having >= 2 && having * 2 >= indexes.length;
    known.set(key, isConstant);
    return isConstant;
  };
}

function describe(
  { paths, join, matches, agreement, chosen, node, survival }: Judged,
  part: Part,
): RankedSelector {
  const [first] = paths;
  const ways = [...new Set(paths.map(({ by }) => by))];
  return {
    ...written(paths, [node, ...chosen], part, join),
    family: first?.family ?? 'structure',
    matches,
    survival,
    agreement,
    node: paths.length === 1 ? (first?.xpath ?? null) : null,
    why: `by ${ways.join(join === 'else' ? ', else by ' : ', or by ')}`,
    chosen,
  };
}
