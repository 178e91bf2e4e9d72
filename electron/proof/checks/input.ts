import type { ExpectedField, Spider } from '../../../shared/spider/schema.ts';
import type { FieldFacts, PageFacts } from '../facts/types.ts';

/** What the checks judge. */
export interface Judged {
  readonly spider: Spider;
  readonly pages: readonly PageFacts[];
}

/** A field of a callback with what it gave on some pages. */
export interface FieldOnPages {
  readonly field: string;
  readonly pointer: string;
  readonly expected: ExpectedField;
  /** The facts of each page on which the callback has a record. */
  readonly on: readonly { page: PageFacts; facts: FieldFacts }[];
}

/** The fields of all callbacks that take one of the pages. */
export function fieldsOn({ spider, pages }: Judged): FieldOnPages[] {
  const found = new Map<string, { field: string; on: { page: PageFacts; facts: FieldFacts }[] }>();
  for (const page of pages) {
    for (const facts of page.fields) {
      const known = found.get(facts.pointer) ?? { field: facts.field, on: [] };
      if (facts.records > 0) known.on.push({ page, facts });
      found.set(facts.pointer, known);
    }
  }
  return [...found].map(([pointer, { field, on }]) => ({
    field,
    pointer,
    expected: spider.expect?.fields?.[field] ?? {},
    on,
  }));
}

export const sumOf = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);

/** A share as people write it: "97.5 %". */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
