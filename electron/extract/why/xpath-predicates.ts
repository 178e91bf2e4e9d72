import { isTag, type Element } from 'domhandler';
import type { Expression } from '../../../shared/selectors/xpath-ast.ts';
import { nearAttributes } from './attributes.ts';
import { nearNames } from './near-names.ts';
import { add, wordsOf, type NameCounts } from './places.ts';
import type { Repair } from './repair.ts';
import { bracketsOf, endOfTest, spliced, upTo, xpathRepair, type FailedPath } from './xpath-step.ts';

/** A condition that no node meets. */
interface FailedPredicate extends FailedPath {
  predicate: Expression;
  /** What the path selects before the condition. */
  nodes: string;
  elements: Element[];
}

type Literal = Extract<Expression, { type: 'literal' }>;

/** Repairs of the first condition of a step that no node meets. */
export function repairsOfPredicates(at: FailedPath): Repair[] {
  const { places, source, path, step } = at;
  let nodes = upTo(source, path, endOfTest(source, step));
  for (const predicate of step.predicates) {
    const { end } = bracketsOf(source, predicate);
    const next = upTo(source, path, end);
    if (places.matches('xpath', next).length === 0) {
      const elements = places.elements(nodes, 'xpath');
      return elements.length === 0 ? [] : repairsOf({ ...at, predicate, nodes, elements });
    }
    nodes = next;
  }
  return [];
}

function repairsOf(at: FailedPredicate): Repair[] {
  const { source, predicate } = at;
  const { start, end } = bracketsOf(source, predicate);
  const written = source.slice(start, end);
  const dropped = xpathRepair(spliced(source, start, end, ''), {
    cost: 6.5,
    label: `Leave out "${written}"`,
    line: (matches) => `None of them meets "${written}"; without it, ${matches}.`,
  });
  return [
    ...repairsOfNumber(at, written),
    ...atomsOf(predicate).flatMap((atom) => repairsOfAtom(at, atom)),
    dropped,
  ];
}

/** Repairs of a position. */
function repairsOfNumber({ source, predicate, step }: FailedPredicate, written: string): Repair[] {
  if (predicate.type !== 'number') return [];
  const { value } = predicate;
  const node = source.slice(step.start, endOfTest(source, step));
  const wrong = value < 1 ? 'Positions begin at 1' : `"${node}${written}" is beyond the last one`;
  const change = (better: string, cost: number): Repair =>
    xpathRepair(spliced(source, predicate.start, predicate.end, better), {
      cost,
      label: `Use "[${better}]"`,
      line: (matches) => `${wrong}; "[${better}]" has ${matches}.`,
    });
  return value < 1 ? [change('1', 1)] : [change(String(value - 1), 3.9), change('last()', 4)];
}

/** The parts of a condition that can be wrong by themselves: comparisons, calls and paths. */
function atomsOf(expression: Expression): Expression[] {
  switch (expression.type) {
    case 'and':
    case 'or':
    case 'union':
      return expression.operands.flatMap(atomsOf);
    case 'binary':
      return [expression, ...atomsOf(expression.left), ...atomsOf(expression.right)];
    case 'call':
      return [expression, ...expression.args.flatMap(atomsOf)];
    case 'path':
      return [expression];
    case 'filter':
    case 'literal':
    case 'negate':
    case 'number':
    default:
      return [];
  }
}

function repairsOfAtom(at: FailedPredicate, atom: Expression): Repair[] {
  if (atom.type === 'binary' && atom.operator === '=') {
    if (atom.right.type === 'literal') return repairsOfComparison(at, atom, atom.left, atom.right);
    return atom.left.type === 'literal' ? repairsOfComparison(at, atom, atom.right, atom.left) : [];
  }
  if (atom.type === 'call') return repairsOfCall(at, atom);
  return atom.type === 'path' ? repairsOfNames(at, atom) : [];
}

/** Repairs of a comparison with a text: `@class="a"`, `text()="Price"`. */
function repairsOfComparison(
  at: FailedPredicate,
  whole: Expression,
  side: Expression,
  literal: Literal,
): Repair[] {
  const { source } = at;
  const written = source.slice(whole.start, whole.end);
  const left = source.slice(side.start, side.end);
  const quotedValue = source.slice(literal.start, literal.end);
  const values = valuesOf(at, left);
  const change = (text: string, cost: number, why: string): Repair =>
    xpathRepair(spliced(source, whole.start, whole.end, text), {
      cost,
      label: `Use "${text}"`,
      line: (matches) => `${why}; "${text}" has ${matches}.`,
    });
  const none = `None has ${written}`;
  const repairs = replacedLiterals(at, literal, values, none);
  if (left === '@class' && literal.value.trim() !== '') {
    const word = `has-class(${quotedValue})`;
    repairs.push(change(word, 1, `"${literal.value}" is only one of several classes`));
    for (const near of nearNames(literal.value, classesOf(at.elements), 3)) {
      repairs.push(change(`has-class("${near.name}")`, near.cost + 0.5, none));
    }
  }
  repairs.push(
    change(`normalize-space(${left})=${quotedValue}`, 2.5, `${none} without white space around it`),
  );
  repairs.push(change(`contains(${left}, ${quotedValue})`, 3.5, `${none} as its whole value`));
  return repairs;
}

/** Repairs of `contains`, `starts-with` and `has-class`. */
function repairsOfCall(at: FailedPredicate, call: Extract<Expression, { type: 'call' }>): Repair[] {
  const { source } = at;
  const written = source.slice(call.start, call.end);
  if (call.name === 'has-class') {
    return call.args.flatMap((argument) =>
      argument.type === 'literal'
        ? replacedLiterals(at, argument, classesOf(at.elements), `None has the class "${argument.value}"`)
        : [],
    );
  }
  const [side, literal] = call.args;
  if (side === undefined || literal?.type !== 'literal') return [];
  const left = source.slice(side.start, side.end);
  const values = new Map<string, number>();
  for (const value of valuesOf(at, left).keys()) {
    for (const word of value.split(/[\s/?&=.,;:]+/)) if (word !== '') add(values, word);
  }
  return replacedLiterals(at, literal, values, `None meets ${written}`);
}

/** Repairs with the nearest of known values in place of a literal. */
function replacedLiterals(
  { source }: FailedPredicate,
  literal: Literal,
  known: NameCounts,
  wrong: string,
): Repair[] {
  const mark = source.charAt(literal.start);
  return nearNames(literal.value, known, 4)
    .filter(({ name }) => !name.includes(mark))
    .map(({ name, cost }) =>
      xpathRepair(spliced(source, literal.start, literal.end, `${mark}${name}${mark}`), {
        cost,
        label: `Use "${name}"`,
        line: (matches) => `${wrong}; "${name}" is there, ${matches}.`,
      }),
    );
}

/** Repairs of names inside a condition: attributes and elements. */
function repairsOfNames(at: FailedPredicate, path: Extract<Expression, { type: 'path' }>): Repair[] {
  const { source, places } = at;
  return path.steps.flatMap((step): Repair[] => {
    const name = step.test.type === 'name' ? step.test.name : null;
    if (name === null) return [];
    const isAttribute = step.axis === 'attribute';
    const near = isAttribute
      ? nearAttributes(name, path.steps.length === 1 ? at.elements : places.elements('//*', 'xpath'))
      : places.names.tags.has(name)
        ? []
        : nearNames(name, places.names.tags, 3);
    const end = endOfTest(source, step);
    const start = source.lastIndexOf(name, end);
    return near.map(({ name: other, cost }) =>
      xpathRepair(spliced(source, start, start + name.length, other), {
        cost: cost + 0.2,
        label: `Use "${isAttribute ? '@' : ''}${other}"`,
        line: (matches) =>
          `None of them has "${isAttribute ? '@' : ''}${name}"; "${other}" is there, ${matches}.`,
      }),
    );
  });
}

/** The values of a path below the nodes before a condition. */
function valuesOf({ places, nodes }: FailedPredicate, left: string): NameCounts {
  const values = new Map<string, number>();
  const below = left.startsWith('normalize-space') || left.startsWith('string') ? '.' : left;
  for (const { text } of places.matches('xpath', `${nodes}/${below}`)) add(values, text.trim());
  return values;
}

function classesOf(elements: readonly Element[]): NameCounts {
  const counts = new Map<string, number>();
  for (const element of elements) {
    if (isTag(element)) for (const word of wordsOf(element.attribs['class'])) add(counts, word);
  }
  return counts;
}
