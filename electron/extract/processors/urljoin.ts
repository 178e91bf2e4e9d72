import { isBlank, quoted } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { mapScalars, type ProcessorOutcome } from './outcome.ts';

/** Makes URLs absolute. Blank text becomes null. @param base base URL of the page; null: unknown */
export function runUrlJoin(value: JsonValue, base: string | null): ProcessorOutcome {
  return mapScalars('urljoin', value, (href) => {
    if (href === null || (typeof href === 'string' && isBlank(href))) return { value: null, problem: null };
    if (typeof href !== 'string') return { value: null, problem: `${href} is not text.` };
    const url = URL.parse(href, base ?? undefined)?.href ?? null;
    if (url !== null) return { value: url, problem: null };
    const why = base === null && URL.canParse(href, 'https://example.org/');
    return {
      value: null,
      problem: why
        ? `${quoted(href)} is relative, and the URL of the page is not known.`
        : `${quoted(href)} is not a URL.`,
    };
  });
}
