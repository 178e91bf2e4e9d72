import { readPattern } from '../../shared/patterns/read.ts';
import { compilePattern, PatternCostError, type CompiledPattern } from '../patterns/compile.ts';
import type { RequestOutcome } from './process-request.ts';
import type { NewRequest } from './ports/ledger.ts';

/** What people have taken out of a run while it is under way. */
export class Exclusions {
  #patterns: readonly CompiledPattern[] = [];
  #known = 0;

  /** Takes the patterns of the run, which only grow. Invalid ones are left out: they are checked before they are stored. */
  learn(sources: readonly string[]): void {
    if (sources.length === this.#known) return;
    this.#known = sources.length;
    this.#patterns = sources.flatMap((source) => {
      const read = readPattern(source);
      return read.ok ? [compilePattern(read.pattern)] : [];
    });
  }

  /** Returns the pattern that takes a URL out; null: it is in. */
  of(url: string): string | null {
    for (const pattern of this.#patterns) if (matches(pattern, url)) return pattern.source;
    return null;
  }
}

function matches(pattern: CompiledPattern, url: string): boolean {
  try {
    return pattern.test(url);
  } catch (error) {
    // As with rules: what takes too long matches nothing.
    if (error instanceof PatternCostError) return false;
    throw error;
  }
}

/** Tells which pattern takes a URL out of the run; null: none does. */
export type Excluded = (url: string) => string | null;

/** The outcome of a request that is not sent because its URL is excluded; null: it is sent. */
export function exclusionOf(
  { id, url }: { id: string; url: string },
  excluded: Excluded | undefined,
): Extract<RequestOutcome, { kind: 'skip' }> | null {
  const pattern = excluded?.(url) ?? null;
  if (pattern === null) return null;
  const reason = `It matches the exclusion "${pattern}".`;
  return { kind: 'skip', page: { id, facts: null, reason, events: [], page: null, links: [] }, status: null };
}

/** Why a redirect to an excluded URL is refused; null: it is not. */
export function refusalByExclusion(url: string, excluded: Excluded | undefined): string | null {
  const pattern = excluded?.(url) ?? null;
  return pattern === null ? null : `It redirects to ${url}, which matches the exclusion "${pattern}".`;
}

/** Leaves excluded links of a page out. */
export function withoutExcluded<P extends { links: readonly NewRequest[] }>(
  page: P,
  excluded: Excluded | undefined,
): P {
  if (excluded === undefined || page.links.length === 0) return page;
  const links = page.links.filter(({ url }) => excluded(url) === null);
  return links.length === page.links.length ? page : { ...page, links };
}
