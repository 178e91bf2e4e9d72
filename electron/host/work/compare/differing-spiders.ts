import type { Spider } from '../../../../shared/spider/schema.ts';
import { canonicalJson } from '../../../compare/compared-item.ts';

/** Whether two spiders extract and follow the same. Their names and descriptions do not count. */
export function isSameSpider(a: Spider, b: Spider): boolean {
  const [first, second] = [a, b].map((spider) =>
    canonicalJson({ ...spider, name: null, description: null, expect: null }),
  );
  return first === second;
}

/** The names under which two records differ. */
export function differingNames(
  a: Readonly<Record<string, unknown>> | null | undefined,
  b: Readonly<Record<string, unknown>> | null | undefined,
): string[] {
  const names = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...names].filter((name) => canonicalJson(a?.[name]) !== canonicalJson(b?.[name])).sort();
}
