import { readPattern } from '../../shared/patterns/read.ts';
import type { BrowserAction } from '../../shared/spider/browser-actions.ts';
import type { PageAction } from '../browser/types.ts';
import { compilePattern, type CompiledPattern } from '../patterns/compile.ts';

/** Prepares the actions of a spider for the browser. @param actions of a spider that `validateSpider` accepts */
export function pageActions(actions: readonly BrowserAction[]): readonly PageAction[] {
  return actions.map(({ label, step, required, on }) => {
    const patterns = on?.map(compiled) ?? null;
    const applies = (url: string): boolean =>
      patterns === null || patterns.some((pattern) => pattern !== null && isFound(pattern, url));
    return { label, step, required, applies };
  });
}

function compiled(source: string): CompiledPattern | null {
  const read = readPattern(source);
  return read.ok ? compilePattern(read.pattern) : null;
}

/** Whether a pattern is found in a URL; a search that would take too long finds nothing. */
function isFound(pattern: CompiledPattern, url: string): boolean {
  try {
    return pattern.test(url);
  } catch {
    return false;
  }
}
