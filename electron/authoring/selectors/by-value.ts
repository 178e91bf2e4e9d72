import type { AnyNode, Element, Text } from 'domhandler';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { PageTree } from '../../extract/tree.ts';
import { valueOf } from './ending.ts';
import { parentIn } from './path.ts';
import { rankGoals, type RankedSelector } from './rank.ts';
import { rankSlices } from './slices.ts';
import { scopeIndex, squeeze, type ScopeIndex } from './scope-index.ts';

/** A page with the value that a field has on it. */
export interface LabelledValue {
  readonly page: PageTree;
  readonly value: string;
}

/** Agreement from which a node with the value needs no comparison with a part of a longer text. */
const trusted = 0.6;

/** What the agreement of a text counts that is the same everywhere. */
const ofConstant = 0.5;

/** Nodes that may hold a value on a page. */
const maxHolders = 40;

/** How well a node with more beside the value fits, against one with nothing else. */
const fitOfLonger = 0.7;

/** How well a text fits a value: it is the value, or holds it with little beside it, as "ISBN: 978…" does; 0: not at all. */
function fitOf(text: string, value: string): number {
  if (text === value || withoutSpace(text) === withoutSpace(value)) return 1;
  return text.includes(value) && text.length <= 1.6 * value.length + 12 ? fitOfLonger : 0;
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');

/**
 * Ranks selectors for a field by its values on some pages. Which of the nodes with such a value is meant is told by the pages
 * where it is not known: there a field has one value of the same kind, and not the same everywhere.
 */
export function rankByValues(
  labelled: readonly LabelledValue[],
  unlabelled: readonly PageTree[],
): RankedSelector[] {
  const goals = labelled.map(({ page, value }) => {
    const index = scopeIndex(page.document);
    return { index, accepted: holdersOf(index, squeeze(value)), rejected: new Set<AnyNode>() };
  });
  const others = unlabelled.map(({ document }) => scopeIndex(document));
  const ranked = goals.every(({ accepted }) => accepted.size > 0)
    ? rankGoals(goals, others, { part: 'text', start: '', most: 12 })
    : [];
  const [best] = ranked;
  const agreement =
    best === undefined ? 0 : (best.agreement ?? 1) * (isSameEverywhere(best) ? ofConstant : 1);
  if (agreement >= trusted) return ranked;
  const sliced = labelled.map(({ page, value }) => ({
    index: scopeIndex(page.document),
    value: squeeze(value),
  }));
  const slices = rankSlices(sliced, others);
  const isBetter = (slices[0]?.agreement ?? 0) > agreement;
  return isBetter ? [...slices, ...ranked] : ranked;
}

/** Whether a selector gives one text on at least three other pages and no other: that is a part of the template. */
function isSameEverywhere({ chosen }: RankedSelector): boolean {
  const values = chosen.flatMap((node) => (node === null ? [] : [valueOf(node, 'text')]));
  return values.length >= 3 && new Set(values).size === 1;
}

/** Elements and texts that hold a value, with how well they fit, the best first. */
function holdersOf(index: ScopeIndex, value: string): Map<AnyNode, number> {
  const holders = new Map<Element | Text, number>();
  if (value === '') return holders;
  const add = (node: Element | Text, text: string): void => {
    const fit = fitOf(text, value);
    if (fit > 0 && !holders.has(node)) holders.set(node, fit);
  };
  const [beginning = ''] = value.split(' ');
  const longest = 1.6 * value.length + 12;
  for (const text of index.texts) {
    const own = squeeze(text.data);
    if (!own.includes(beginning) && !beginning.includes(own)) continue;
    const parent = parentIn(text, index.root);
    if (parent !== null && squeeze(textOf(parent)) !== own) add(text, own);
    for (let each = parent; each !== null; each = parentIn(each, index.root)) {
      const whole = squeeze(textOf(each));
      if (whole.length > longest) break;
      if (each.name !== 'html' && each.name !== 'head') add(each, whole);
    }
  }
  return new Map([...holders].sort(([, a], [, b]) => b - a).slice(0, maxHolders));
}
