import { compilePattern } from '../../../electron/patterns/compile.ts';
import { searchProgram } from '../../../electron/patterns/matcher.ts';
import { compileProgram } from '../../../electron/patterns/program.ts';
import type { Pattern } from '../../../shared/patterns/ast.ts';
import { readPattern } from '../../../shared/patterns/read.ts';

/** A match as [index, end, group 1, group 2, …], the shape of the rows that were taken from Python. */
export type Row = [number, number, ...(string | null)[]];

export function patternOf(source: string): Pattern {
  const result = readPattern(source);
  if (!result.ok) throw new Error(`${source}: ${result.problem.message}`);
  return result.pattern;
}

/** What the product finds, by whichever engine it chooses. */
export function find(source: string, text: string): Row | null {
  const match = compilePattern(patternOf(source)).search(text);
  return match === null ? null : [match.index, match.end, ...match.groups.slice(1)];
}

/** What our own engine finds, with nothing simplified and nothing left to the platform. */
export function findWithOwnEngine(source: string, text: string): Row | null {
  const pattern = patternOf(source);
  const found = searchProgram(compileProgram(pattern, pattern.node), text, true);
  if (found === null) return null;
  const groups = Array.from({ length: pattern.groups }, (_, index) => {
    const start = found.slots[2 * index + 2] ?? -1;
    const end = found.slots[2 * index + 3] ?? -1;
    return start < 0 || end < start ? null : text.slice(start, end);
  });
  return [found.index, found.end, ...groups];
}
