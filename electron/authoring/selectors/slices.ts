import type { AnyNode } from 'domhandler';
import { textOf } from '../../extract/xpath/nodes.ts';
import { rankGoals, type RankedSelector } from './rank.ts';
import { squeeze, type ScopeIndex } from './scope-index.ts';
import { xpathString } from './simple.ts';
import { likeness } from './value-kind.ts';

/** A page with a value that is a part of a longer text on it. */
export interface SlicedValue {
  readonly index: ScopeIndex;
  readonly value: string;
}

/** Longest text that a value is cut from, and texts that are looked at. */
const longestText = 1000;
const maxHolders = 24;
/** Ways to the longer texts that are looked at. */
const maxPaths = 60;
/** Words before and after a value that tell where it stands. */
const maxWords = 4;
/** Share of the other pages on which these words must stand too. */
const enough = 0.8;

/** The words before and after a value, by which it is cut out; "": the text begins or ends there. */
interface Frame {
  readonly before: string;
  readonly after: string;
}

/**
 * Ranks XPath expressions that cut a value out of a longer text by the words around it, which are the same on the other pages:
 * "M" of "Index: M - The official site".
 */
export function rankSlices(
  labelled: readonly SlicedValue[],
  others: readonly ScopeIndex[],
): RankedSelector[] {
  const goals = labelled.map(({ index, value }) => ({
    index,
    accepted: holdersOf(index, value),
    rejected: new Set<AnyNode>(),
  }));
  if (goals.some(({ accepted }) => accepted.size === 0)) return [];
  const scored = rankGoals(goals, others, { part: 'text', start: '', most: maxPaths }).flatMap((ranked) => {
    const { node } = ranked;
    return node === null ? [] : slicesOf(node, ranked, labelled, others);
  });
  return scored.sort((a, b) => b.score - a.score).map(({ ranked }) => ranked);
}

function holdersOf(index: ScopeIndex, value: string): Map<AnyNode, number> {
  const found = index.texts.flatMap((text) => {
    const { parent } = text;
    const whole = squeeze(text.data);
    return parent !== null && whole.length <= longestText && placeIn(whole, value) !== -1
      ? [{ parent, whole }]
      : [];
  });
  const alone = found.filter(({ parent, whole }) => squeeze(textOf(parent)) === whole);
  return new Map(alone.slice(0, maxHolders).map(({ parent }) => [parent, 1]));
}

/** Where a value stands in a text as words of its own; -1: nowhere. */
function placeIn(text: string, value: string): number {
  const isEdge = (character: string | undefined): boolean =>
    character === undefined || !/[\p{L}\p{N}]/u.test(character);
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    if (isEdge(text[at - 1]) && isEdge(text[at + value.length])) return at;
  }
  return -1;
}

function slicesOf(
  path: string,
  ranked: RankedSelector,
  labelled: readonly SlicedValue[],
  others: readonly ScopeIndex[],
): { ranked: RankedSelector; score: number }[] {
  const textAt = (index: ScopeIndex): string => {
    const [node] = index.select('xpath', path);
    return node === undefined ? '' : squeeze(textOf(node));
  };
  const [first] = labelled;
  const texts = others.map(textAt);
  if (first === undefined) return [];
  return framesIn(textAt(first.index), first.value).flatMap((frame) => {
    if (!labelled.every(({ index, value }) => cut(textAt(index), frame) === value)) return [];
    const values = texts.map((text) => cut(text, frame));
    const filled = values.filter((value) => value !== '');
    const expression = expressionOf(path, frame);
    if (expression === null || filled.length < enough * others.length) return [];
    const alike = filled.reduce((sum, value) => sum + likeness(value, first.value), 0);
    const differing = new Set([...filled, first.value]).size > 1 || filled.length === 0 ? 1 : 0.5;
    const agreement = others.length === 0 ? null : (alike / others.length) * differing;
    const why = `${ranked.why}, between “${frame.before}” and “${frame.after}”`;
    const slice = {
      ...ranked,
      language: 'xpath',
      selector: expression,
      family: 'text',
      agreement,
      why,
    } as const;
    const words = frame.before.length + frame.after.length;
    return [
      {
        ranked: { ...slice, chosen: others.map(() => null) },
        score: (agreement ?? 0.5) + Math.min(words, 20) / 400,
      },
    ];
  });
}

function framesIn(text: string, value: string): Frame[] {
  const at = placeIn(text, value);
  if (at === -1) return [];
  const before = text.slice(0, at).split(' ');
  const after = text.slice(at + value.length).split(' ');
  const frames: Frame[] = [];
  for (let left = 1; left <= Math.min(maxWords, before.length); left += 1) {
    for (let right = 1; right <= Math.min(maxWords, after.length); right += 1) {
      frames.push({
        before:
          at === 0
            ? ''
            : before
                .slice(-left - 1)
                .join(' ')
                .trimStart(),
        after: after
          .slice(0, right + 1)
          .join(' ')
          .trimEnd(),
      });
    }
  }
  return frames;
}

/** What stands between two words in a text; "" where they do not stand in it. */
function cut(text: string, { before, after }: Frame): string {
  const start = before === '' ? 0 : text.indexOf(before);
  if (start === -1) return '';
  const rest = text.slice(start + before.length);
  const end = after === '' ? rest.length : rest.indexOf(after);
  return end === -1 ? '' : squeeze(rest.slice(0, end));
}

function expressionOf(path: string, { before, after }: Frame): string | null {
  const [left, right] = [xpathString(before), xpathString(after)];
  if (left === null || right === null) return null;
  const whole = `normalize-space(${path})`;
  const rest = before === '' ? whole : `substring-after(${whole}, ${left})`;
  const inner = after === '' ? rest : `substring-before(${rest}, ${right})`;
  return `normalize-space(${inner})`;
}
