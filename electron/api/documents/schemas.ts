import { errorCodes } from '../../../shared/contract/errors.ts';
import { bare, named, type Schema } from '../../../shared/contract/named-schemas.ts';

/** A schema in which the shapes that have a name are references; they are noted as used. */
export function referring(schema: Schema, used: Map<string, Schema>, isShape = false): object {
  const known = isShape ? undefined : named.get(JSON.stringify(bare(schema)));
  if (known !== undefined) {
    if (!used.has(known.name)) {
      used.set(known.name, known.schema);
      referring(known.schema, used, true);
    }
    const { description } = schema;
    return {
      ...(description === undefined ? {} : { description }),
      $ref: `#/components/schemas/${known.name}`,
    };
  }
  // Any value is null as well.
  const { anyOf, ...rest } = schema;
  if (anyOf?.some((one) => Object.keys(one).length === 0) === true) return rest;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => [key, referringPart(key, value, used)]),
  );
}

function referringPart(key: string, value: unknown, used: Map<string, Schema>): unknown {
  const inside = (part: unknown): unknown => (isSchema(part) ? referring(part, used) : part);
  if (key === 'properties' && isSchema(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]: [string, unknown]) => [name, inside(part)]),
    );
  if ((key === 'items' || key === 'additionalProperties') && isSchema(value)) return inside(value);
  if ((key === 'anyOf' || key === 'allOf' || key === 'oneOf') && Array.isArray(value))
    return value.map(inside);
  return value;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The shapes that were used, with those that they use in turn. */
export function componentsOf(used: Map<string, Schema>): Record<string, object> {
  return sorted(Object.fromEntries([...used].map(([name, schema]) => [name, referring(schema, used, true)])));
}

/** Entries in the order of their keys. */
export const sorted = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The schema of problem documents. */
export const problemSchema = {
  type: 'object',
  description: 'A failure (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'hint', 'details'],
  properties: {
    type: { type: 'string', description: 'Where the code is described.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened, for people.' },
    code: { type: 'string', enum: Object.keys(errorCodes), description: 'What happened, for programs.' },
    hint: { type: ['string', 'null'], description: 'What to do.' },
    errors: {
      type: 'array',
      description: 'The places that are wrong.',
      items: {
        type: 'object',
        required: ['pointer', 'detail', 'code'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the arguments or the spider.' },
          detail: { type: 'string' },
          code: { type: 'string' },
        },
      },
    },
    details: { type: 'object', additionalProperties: true },
  },
};

/** An example of a problem document. */
export const problemExample = {
  type: '/api/problems/unknown-spider',
  title: 'The project has no spider of this name',
  status: 404,
  detail: 'There is no spider "shap" in the project "default".',
  code: 'unknown-spider',
  hint: 'Look for its name in the list of spiders.',
  details: {},
};
