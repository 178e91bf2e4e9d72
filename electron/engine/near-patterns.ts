import { counted } from '../../shared/counted.ts';
import { compilePattern } from '../patterns/compile.ts';
import { readPattern } from '../../shared/patterns/read.ts';
import type { CompiledRules } from './rules.ts';
import { slipIn } from './why-unmatched.ts';

/** Links of a page that patterns are compared with, and patterns that are compared. */
const maxLinks = 60;
const maxPatterns = 20;

/** An allow pattern that matches no link of a page, and one that does and differs little. */
export interface NearPattern {
  /** The index of its rule, from 0. */
  rule: number;
  pattern: string;
  better: string;
  /** What is wrong, and how many links the better one matches, in one line. */
  line: string;
}

/**
 * Allow patterns that match no link of a page but would with a small change. A pattern that is nothing like any link is meant for
 * other pages.
 * @param urls the links of the page that no rule takes
 */
export function nearPatterns(
  { rules }: CompiledRules,
  all: readonly string[],
  urls: readonly string[],
): NearPattern[] {
  const patterns = rules.flatMap(({ index, allow }) => allow.map((pattern) => ({ index, pattern })));
  return patterns.slice(0, maxPatterns).flatMap(({ index, pattern }): NearPattern[] => {
    if (all.some((url) => matches(url, (text) => pattern.test(text)))) return [];
    for (const url of urls.slice(0, maxLinks)) {
      const slip = slipIn(pattern.source, url);
      const read = slip === null ? null : readPattern(slip.better);
      if (slip === null || read?.ok !== true) continue;
      const mended = compilePattern(read.pattern);
      const links = urls.filter((each) => matches(each, (text) => mended.test(text))).length;
      const line = `Rule ${index}: "${pattern.source}" matches no link of this page: ${slip.reason}. "${slip.better}" matches ${counted(links, 'link')}.`;
      return [{ rule: index, pattern: pattern.source, better: slip.better, line }];
    }
    return [];
  });
}

function matches(url: string, test: (text: string) => boolean): boolean {
  try {
    return test(url);
  } catch {
    // The pattern takes too long on this URL.
    return false;
  }
}
