import type { Expect, ExpectedField } from './schema.ts';

/**
 * Adds a proposal to what a document expects already. What a person has decided stays: key, duplicates, on_breach, patterns, ranges
 * and examples. What the data shows is replaced: types, how often fields are filled, unique and constant fields, the number of items.
 */
export function mergeExpect(present: Expect | null | undefined, proposed: Expect): Expect {
  if (present === null || present === undefined) return proposed;
  const fields: Record<string, ExpectedField> = { ...present.fields };
  for (const [name, field] of Object.entries(proposed.fields ?? {})) {
    const { pattern, range, examples } = fields[name] ?? {};
    fields[name] = {
      ...field,
      ...(range === null || range === undefined ? {} : { range }),
      ...(pattern === null || pattern === undefined ? {} : { pattern }),
      ...(examples === null || examples === undefined ? {} : { examples }),
    };
  }
  return { ...proposed, ...withoutNull(present), ...minimum(proposed), fields };
}

const minimum = ({ min_items: items }: Expect): Expect => (items === undefined ? {} : { min_items: items });

const withoutNull = ({ key, duplicates, min_items: items, on_breach: onBreach }: Expect): Expect => ({
  ...(key === null || key === undefined ? {} : { key }),
  ...(duplicates === null || duplicates === undefined ? {} : { duplicates }),
  ...(items === null || items === undefined ? {} : { min_items: items }),
  ...(onBreach === null || onBreach === undefined ? {} : { on_breach: onBreach }),
});
