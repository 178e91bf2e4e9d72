import type { Expression, XPathSelector } from '../../../shared/selectors/xpath-ast.ts';
import type { Places } from './places.ts';
import type { Diagnosis, Repair } from './repair.ts';
import { repairsOfPredicates } from './xpath-predicates.ts';
import { repairsOfXPathStep } from './xpath-repairs.ts';
import { bracketsOf, spliced, upTo, xpathRepair, type Path, type XPathProgress } from './xpath-step.ts';
import { whyNoNodes } from './xpath-reasons.ts';

/** What repairs of the other paths of a union cost more than those of the one that gets furthest. */
const otherPart = 0.3;

/** Diagnoses the path that gets furthest, of an expression that selects nothing or nothing but blanks. */
export function diagnoseXPath(places: Places, { source, expression }: XPathSelector): Diagnosis {
  const all = pathsOf(expression).map((path) => follow(places, source, path));
  const [first] = all;
  if (first === undefined) {
    return { steps: [], repairs: [], reason: () => `"${source}" selects nothing ${places.where}.` };
  }
  const reachedBy = ({ steps }: XPathProgress): number => steps.filter(({ matches }) => matches > 0).length;
  const best = all.reduce((one, other) => (reachedBy(other) > reachedBy(one) ? other : one), first);
  return {
    steps: best.steps,
    repairs: all.flatMap((each) =>
      [...repairsOf(places, source, each), ...fromAnywhere(places, source, each.path)].map((repair) =>
        each === best ? repair : { ...repair, cost: repair.cost + otherPart },
      ),
    ),
    reason: () => whyNoNodes(places, source, best),
  };
}

/** The paths of an expression, without those in predicates. */
function pathsOf(expression: Expression): Path[] {
  switch (expression.type) {
    case 'path':
      return [expression];
    case 'filter':
      return pathsOf(expression.primary);
    case 'union':
      return expression.operands.flatMap(pathsOf);
    case 'call':
      return expression.args.flatMap(pathsOf);
    case 'and':
    case 'or':
    case 'binary':
    case 'literal':
    case 'negate':
    case 'number':
    default:
      return [];
  }
}

/** Follows a path step by step to the first that nothing matches. */
function follow(places: Places, source: string, path: Path): XPathProgress {
  const steps: XPathProgress['steps'] = [];
  for (const [index, step] of path.steps.entries()) {
    if (step.implied) continue;
    const selector = upTo(source, path, step.end);
    const matches = places.matches('xpath', selector).length;
    steps.push({ selector, matches });
    if (matches === 0) return { path, steps, failed: index };
  }
  return { path, steps, failed: null };
}

function repairsOf(places: Places, source: string, { path, failed }: XPathProgress): Repair[] {
  const step = failed === null ? undefined : path.steps[failed];
  if (step !== undefined && failed !== null) {
    const at = { places, source, path, index: failed, step };
    return [...repairsOfXPathStep(at), ...repairsOfPredicates(at)];
  }
  return [...repairsOfBlankText(source, path), ...withoutFilter(source, path)];
}

/** The text that is not blank of all that is inside, in place of blank text. */
function repairsOfBlankText(source: string, path: Path): Repair[] {
  const last = path.steps.at(-1);
  if (last?.test.type !== 'text') return [];
  const written = source.slice(last.start, last.end);
  const better = `${written}[normalize-space()]`;
  const line = (matches: string) =>
    `Every "${written}" it selects first is blank; "${better}" skips those, ${matches}.`;
  const label = `Use "${better}"`;
  return [
    xpathRepair(spliced(source, last.start, last.end, better), { cost: 2, label, line }),
    xpathRepair(spliced(source, last.start, last.end, `/${better}`), {
      cost: 3,
      label: `Use "//${better}"`,
      line: (matches) => `The text is in elements inside; "//${better}" has ${matches}.`,
    }),
  ];
}

/** The expression without a predicate after parentheses: `(//a)[5]` of 3. */
function withoutFilter(source: string, path: Path): Repair[] {
  const after = source.slice(path.end);
  const bracket = after.indexOf('[');
  if (source.charAt(path.start - 1) !== '(' || bracket < 0) return [];
  const { start, end } = bracketsOf(source, {
    ...path,
    start: path.end + bracket + 1,
    end: path.end + bracket + 1,
  });
  const written = source.slice(start, end);
  return [
    xpathRepair(spliced(source, start, end, '[last()]'), {
      cost: 4,
      label: 'Use "[last()]"',
      line: (matches) => `"${written}" is beyond the last node; "[last()]" has ${matches}.`,
    }),
  ];
}

/** A path from the beginning of the page or of a row that means any depth. */
function fromAnywhere(places: Places, source: string, path: Path): Repair[] {
  const [first] = path.steps;
  if (first === undefined || first.implied || path.from !== null || first.axis !== 'child') return [];
  const written = upTo(source, path, first.end);
  const lead = places.isInner ? './/' : '//';
  const better = `${lead}${source.slice(first.start, path.end)}`;
  return [
    xpathRepair(spliced(source, path.start, path.end, better), {
      cost: 3,
      label: `Begin with "${lead}"`,
      line: (matches) =>
        `"${written}" looks only at the top; "${lead}" before it looks at every depth, ${matches}.`,
    }),
  ];
}
