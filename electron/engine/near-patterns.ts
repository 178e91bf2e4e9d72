import { counted } from '../../shared/counted.ts';
import { compilePattern } from '../patterns/compile.ts';
import { readPattern } from '../../shared/patterns/read.ts';
import type { CompiledRules } from './rules.ts';
import { slipIn } from './why-unmatched.ts';

/** Links of a page that patterns are compared with, and patterns that are compared. */
const maxLinks = 60;
const maxPatterns = 20;

/**
 * Allow patterns that match no link of a page but would with a small change, in one sentence each. A pattern that is nothing like any
 * link is meant for other pages.
 * @param urls the links of the page that no rule takes
 */
export function nearPatterns(
  { rules }: CompiledRules,
  all: readonly string[],
  urls: readonly string[],
): string[] {
  const patterns = rules.flatMap(({ index, allow }) => allow.map((pattern) => ({ index, pattern })));
  return patterns.slice(0, maxPatterns).flatMap(({ index, pattern }): string[] => {
    if (all.some((url) => matches(url, (text) => pattern.test(text)))) return [];
    for (const url of urls.slice(0, maxLinks)) {
      const slip = slipIn(pattern.source, url);
      const read = slip === null ? null : readPattern(slip.better);
      if (slip === null || read?.ok !== true) continue;
      const mended = compilePattern(read.pattern);
      const links = urls.filter((each) => matches(each, (text) => mended.test(text))).length;
      return [
        `Rule ${index}: "${pattern.source}" matches no link of this page: ${slip.reason}. "${slip.better}" matches ${counted(links, 'link')}.`,
      ];
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
