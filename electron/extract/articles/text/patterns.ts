import { isAscii } from '../../text.ts';
import type { Container, TextBlock } from './segment.ts';
import type { Measures } from './measures.ts';

/**
 * Features of repeated structures: similar lines (all prices, all product names, all paragraphs) and similar parts (offers, posts,
 * teasers). A line is classified better together with all lines of its kind.
 */

const makeFigures = ['count', 'share', 'length', 'links', 'prose', 'functions', 'span', 'distinct', 'taken'];
/** Number of containers that define a kind: the own one, or the three nearest. */
const makeDepths = [1, 3] as const;

/** Names of the features of a block. */
export const patternNames: readonly string[] = [
  ...makeDepths.flatMap((depth) => makeFigures.map((name) => `make${depth}-${name}`)),
  'unit-steps',
  'unit-alike',
  'unit-text',
  'unit-average',
  'unit-links',
  'unit-blocks',
  'unit-place',
  'unit-share',
  'unit-prose',
];

/** How many of them describe the repeated part. */
const unitFigures = patternNames.filter((name) => name.startsWith('unit-')).length;

/** Further input: the share of function words of each block, and whether newsparser's article contains it. */
export interface Known {
  functionShare: Float32Array;
  taken: Uint8Array;
}

/** Blocks of the same kind. */
interface Make {
  count: number;
  text: number;
  linked: number;
  prose: number;
  functions: number;
  taken: number;
  first: number;
  last: number;
  texts: Set<string>;
}

const maxName = 60;
const lookOf = ({ element }: Container): string =>
  `${element.name}.${(element.attribs['class'] ?? '').slice(0, maxName)}`;

/** Creates a function that returns the kind of a container: the tags and classes of it and its nearest ancestors. */
function makeKeys(depth: number): (container: Container) => string {
  const keys = new Map<Container, string>();
  return (container) => {
    const known = keys.get(container);
    if (known !== undefined) return known;
    let key = '';
    let current: Container | null = container;
    for (let step = 0; step < depth && current !== null; step += 1) {
      key += ` ${lookOf(current)}`;
      current = current.parent;
    }
    keys.set(container, key);
    return key;
  };
}

function makesOf(
  blocks: readonly TextBlock[],
  measures: readonly Measures[],
  known: Known,
  depth: number,
): Make[] {
  const makes = new Map<string, Make>();
  const keyOf = makeKeys(depth);
  return blocks.map(({ container, text }, index) => {
    const key = keyOf(container);
    let make = makes.get(key);
    if (make === undefined) {
      make = {
        count: 0,
        text: 0,
        linked: 0,
        prose: 0,
        functions: 0,
        taken: 0,
        first: index,
        last: index,
        texts: new Set(),
      };
      makes.set(key, make);
    }
    const measured = measures[index];
    const length = measured?.length ?? 0;
    make.count += 1;
    make.text += length;
    make.linked += length * (measured?.linkDensity ?? 0);
    make.prose += Number(measured?.isProse ?? false);
    make.functions += known.functionShare[index] ?? 0;
    make.taken += known.taken[index] ?? 0;
    make.last = index;
    make.texts.add(text.length > maxName ? text.slice(0, maxName) : text);
    return make;
  });
}

/** Minimum number of similar parts that count as repeated. */
const minAlike = 3;
const maxSteps = 12;

/** Returns the nearest repeated container around a block, and its distance; null: none. */
function unitOf(container: Container): { unit: Container; steps: number } | null {
  let current: Container | null = container;
  for (let steps = 0; current !== null && steps < maxSteps; steps += 1) {
    // A container with a single block is a line of a list and not a part.
    if (current.alike >= minAlike && current.end - current.start > 1) return { unit: current, steps };
    current = current.parent;
  }
  return null;
}

/** Key that is equal for texts which differ only in numbers, or far from their start. */
function repetitionKey(text: string): string {
  const start = text.slice(0, 160);
  const letters = start.replaceAll(isAscii(start) ? /[^A-Za-z]+/g : /[^\p{L}]+/gu, ' ');
  return letters.length < 4 ? text : letters;
}

/** Counts how often the text of each block occurs before and after it. */
export function repetitions(blocks: readonly TextBlock[]): { before: number[]; after: number[] } {
  const total = new Map<string, number>();
  const keys = blocks.map(({ text }) => repetitionKey(text));
  const before = keys.map((key) => {
    const seen = total.get(key) ?? 0;
    total.set(key, seen + 1);
    return seen;
  });
  const after = keys.map((key, index) => (total.get(key) ?? 1) - 1 - (before[index] ?? 0));
  return { before, after };
}

/** Creates a function that writes the `patternNames.length` features of a block to a row, from `at` on. */
export function patternsOf(
  blocks: readonly TextBlock[],
  measures: readonly Measures[],
  known: Known,
): (index: number, row: Float32Array, at: number) => void {
  const total = Math.max(
    1,
    measures.reduce((sum, { length }) => sum + length, 0),
  );
  const makes = makeDepths.map((depth) => makesOf(blocks, measures, known, depth));
  const proseSums = new Float64Array(blocks.length + 1);
  for (const [index, { isProse, length }] of measures.entries())
    proseSums[index + 1] = (proseSums[index] ?? 0) + (isProse ? length : 0);
  const units = new Map<Container, ReturnType<typeof unitOf>>();
  const siblings = new Map<Container, Map<string, number>>();
  const groupText = (unit: Container): number => {
    if (unit.parent === null) return unit.text;
    return siblings.get(unit.parent)?.get(lookOf(unit)) ?? unit.text;
  };
  for (const { container } of blocks) {
    if (units.has(container)) continue;
    const found = unitOf(container);
    units.set(container, found);
  }
  const counted = new Set<Container>();
  for (const found of units.values()) {
    if (found === null || counted.has(found.unit) || found.unit.parent === null) continue;
    const { unit } = found;
    counted.add(unit);
    let looks = siblings.get(found.unit.parent);
    if (looks === undefined) siblings.set(found.unit.parent, (looks = new Map()));
    const look = lookOf(unit);
    looks.set(look, (looks.get(look) ?? 0) + unit.text);
  }
  return (index, row, start) => {
    let at = start;
    const put = (value: number): void => {
      row[at] = value;
      at += 1;
    };
    for (const level of makes) {
      const make = level[index];
      if (make === undefined) continue;
      put(Math.log1p(make.count));
      put(make.text / total);
      put(Math.log1p(make.text / make.count));
      put(make.linked / Math.max(1, make.text));
      put(make.prose / make.count);
      put(make.functions / make.count);
      put((make.last - make.first + 1) / make.count / Math.max(1, blocks.length / 100));
      put(make.texts.size / make.count);
      put(make.taken / make.count);
    }
    const container = blocks[index]?.container;
    const found = container === undefined ? null : (units.get(container) ?? null);
    if (found === null) {
      row.fill(-1, at, at + unitFigures);
      return;
    }
    const { unit, steps } = found;
    const group = groupText(unit);
    put(steps);
    put(Math.log1p(unit.alike));
    put(Math.log1p(unit.text));
    put(Math.log1p(group / unit.alike));
    put(unit.link / Math.max(1, unit.text));
    put(Math.log1p(unit.end - unit.start));
    put((index - unit.start) / Math.max(1, unit.end - unit.start));
    put(group / total);
    put(((proseSums[unit.end] ?? 0) - (proseSums[unit.start] ?? 0)) / Math.max(1, unit.text));
  };
}
