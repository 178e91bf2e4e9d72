import { readPattern } from '../../../shared/patterns/read.ts';
import { compilePattern, type CompiledPattern } from '../../patterns/compile.ts';
import { quoted } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { broken, mapScalars, type ProcessorOutcome } from './outcome.ts';

type PatternRead = { ok: true; pattern: CompiledPattern; groups: number } | { ok: false; problem: string };
const patterns = new Map<string, PatternRead>();
const maxPatterns = 500;

function patternFor(source: string): PatternRead {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  const read = readPattern(source);
  const result: PatternRead = read.ok
    ? { ok: true, pattern: compilePattern(read.pattern), groups: read.pattern.groups }
    : { ok: false, problem: `the pattern ${quoted(source)} cannot be used: ${read.problem.message}` };
  if (patterns.size >= maxPatterns) patterns.clear();
  patterns.set(source, result);
  return result;
}

/** Runs a regex: the group of the first match, or null. */
export function runRegex(source: string, group: number, value: JsonValue): ProcessorOutcome {
  const read = patternFor(source);
  if (!read.ok) return broken('regex', read.problem);
  if (group > read.groups) {
    const has =
      read.groups === 0 ? 'has no groups' : `has only ${read.groups} group${read.groups === 1 ? '' : 's'}`;
    return broken(
      'regex',
      `the pattern ${quoted(source)} ${has}, so there is no group ${group}; group 0 is the whole match.`,
    );
  }
  return mapScalars('regex', value, (text) => {
    if (typeof text !== 'string') return { value: text, problem: null };
    const match = read.pattern.search(text);
    if (match === null) {
      return {
        value: null,
        problem: `${quoted(source)} matches nothing in ${quoted(text)}.`,
        cause: 'no-match',
      };
    }
    const kept = match.groups[group] ?? null;
    return kept === null
      ? {
          value: null,
          problem: `group ${group} of ${quoted(source)} took no part in the match.`,
          cause: 'no-match',
        }
      : { value: kept, problem: null };
  });
}
