import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Schema } from '../../../../shared/contract/named-schemas.ts';

/** A schema of the document, as far as it says more than those of the contract. */
export interface DocumentSchema extends Omit<Schema, 'anyOf' | 'items' | 'properties'> {
  $ref?: string;
  anyOf?: DocumentSchema[];
  items?: DocumentSchema;
  properties?: Record<string, DocumentSchema>;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

/** Finds the schema that a reference leads to. */
export type Resolve = (reference: string) => DocumentSchema;

/** How deep generated values are, and how many entries their lists have. */
const limits = { depth: 4, entries: 3 };

/**
 * Values that fit a schema. What is known of this studio by the name of an argument is taken often, so that requests find something.
 * @param known values by the names of keys
 */
export function fitting(
  schema: DocumentSchema,
  resolve: Resolve,
  known: Readonly<Record<string, readonly unknown[]>>,
  depth = 0,
): Arbitrary<unknown> {
  const inside = (inner: DocumentSchema): Arbitrary<unknown> => fitting(inner, resolve, known, depth + 1);
  if (schema.$ref !== undefined) return inside(resolve(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(inside));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return integer(schema);
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const least = schema.minItems ?? 0;
      const most = depth > limits.depth ? least : Math.min(schema.maxItems ?? 9, least + limits.entries);
      return fc.array(inside(schema.items ?? {}), { minLength: least, maxLength: most });
    }
    case 'object':
      return object(schema, inside, known);
    case undefined:
    default:
      return fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  }
}

function object(
  { properties = {}, required = [], additionalProperties }: DocumentSchema,
  inside: (schema: DocumentSchema) => Arbitrary<unknown>,
  known: Readonly<Record<string, readonly unknown[]>>,
): Arbitrary<unknown> {
  const parts = Object.entries(properties).map(([name, schema]) => {
    const values = known[name];
    const any = inside(schema);
    const arbitrary = values === undefined ? any : onlyKnown.has(name) ? taken(values) : mixed(values, any);
    return [name, arbitrary] as const;
  });
  const fixed = fc.record(Object.fromEntries(parts), { requiredKeys: required });
  if (typeof additionalProperties !== 'object') return fixed;
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), inside(additionalProperties), { maxKeys: 2 });
}

/** Keys whose values are never made up: requests must not leave this machine. */
const onlyKnown: ReadonlySet<string> = new Set(['url', 'target', 'endpoint', 'replaceUrl', 'text', 'file']);

const taken = (values: readonly unknown[]): Arbitrary<unknown> => fc.constantFrom(...values);

const mixed = (values: readonly unknown[], any: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: taken(values) }, { weight: 1, arbitrary: any });

function text({ pattern, minLength = 0, maxLength = 1000 }: DocumentSchema): Arbitrary<string> {
  if (pattern === undefined) return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) });
  // What looks ahead is made by trying: the generator has no such patterns.
  const isPlain = !pattern.includes('(?!') && !pattern.includes('[^');
  const letters = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/);
  const any = isPlain ? fc.stringMatching(new RegExp(pattern, 'u')) : letters;
  return any.filter(({ length }) => length >= minLength && length <= maxLength);
}

function integer({ minimum = -1000, maximum = 1000 }: DocumentSchema): Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100) }),
    fc.constantFrom(minimum, maximum),
  );
}
