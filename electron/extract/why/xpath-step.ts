import type { Expression, Step } from '../../../shared/selectors/xpath-ast.ts';
import type { Places } from './places.ts';
import type { ExplainedStep, Repair } from './repair.ts';

/** A location path. */
export type Path = Extract<Expression, { type: 'path' }>;

/** A path of an expression, with the step that nothing matches. */
export interface FailedPath {
  places: Places;
  /** The whole expression. */
  source: string;
  path: Path;
  index: number;
  step: Step;
}

/** How far a path gets. */
export interface XPathProgress {
  path: Path;
  steps: ExplainedStep[];
  /** Index of the step that ends the matches; null: all steps match. */
  failed: number | null;
}

/** A text with other characters in place of those of a range. */
export const spliced = (source: string, start: number, end: number, text: string): string =>
  source.slice(0, start) + text + source.slice(end);

/** A repair of an XPath expression by another text. */
export const xpathRepair = (selector: string, change: Omit<Repair, 'language' | 'selector'>): Repair => ({
  ...change,
  language: 'xpath',
  selector,
});

/** Where the axis and the node test of a step end, and its predicates begin. */
export function endOfTest(source: string, { predicates, end }: Step): number {
  const [first] = predicates;
  return first === undefined ? end : source.lastIndexOf('[', first.start);
}

/** The range of a predicate with its brackets. */
export const bracketsOf = (source: string, predicate: Expression): { start: number; end: number } => ({
  start: source.lastIndexOf('[', predicate.start),
  end: source.indexOf(']', predicate.end) + 1,
});

/** The beginning of a path up to an offset, as an expression of its own. */
export const upTo = (source: string, path: Path, end: number): string => source.slice(path.start, end);
