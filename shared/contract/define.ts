import { Type } from 'typebox';
import type { JsonValue } from '../json-value.ts';
import { maxTextLength, spiderLimits } from '../spider/limits.ts';

/**
 * One thing that a window may ask the host for: what it takes, what it gives, and which errors a caller should expect
 * beside those that any call may give. The schemas are the only source of the types in `index.ts`, of the check in the
 * host and of docs/contract.md.
 */
export interface CallDefinition {
  /** One sentence: what the call does. */
  readonly summary: string;
  /** `read` changes nothing and may be repeated at will; `write` changes something. */
  readonly effect: 'read' | 'write';
  readonly args: Type.TSchema;
  readonly answer: Type.TSchema;
  /** Codes of `errors.ts` that are worth handling. */
  readonly errors: readonly string[];
}

type Details<A extends Type.TSchema, R extends Type.TSchema> = {
  readonly args: A;
  readonly answer: R;
  readonly errors?: readonly string[];
};

function define<const E extends 'read' | 'write', A extends Type.TSchema, R extends Type.TSchema>(
  effect: E,
  summary: string,
  { args, answer, errors = [] }: Details<A, R>,
) {
  return { summary, effect, args, answer, errors };
}

/** A call that only looks. */
export function reads<A extends Type.TSchema, R extends Type.TSchema>(
  summary: string,
  details: Details<A, R>,
) {
  return define('read', summary, details);
}

/** A call that changes something. */
export function writes<A extends Type.TSchema, R extends Type.TSchema>(
  summary: string,
  details: Details<A, R>,
) {
  return define('write', summary, details);
}

/** An object with exactly these keys: a slip in a key is an error and not silence. */
export function shape<P extends Type.TProperties>(properties: P, options: Type.TObjectOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function nullable<T extends Type.TSchema>(schema: T, options: Type.TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** One of a few texts. */
export function choice<const T extends readonly string[]>(values: T, options: Type.TSchemaOptions = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', ...options, enum: [...values] });
}

/** An object with keys of the user's choice. */
export function record<T extends Type.TSchema>(values: T, options: Type.TObjectOptions = {}) {
  return Type.Unsafe<Record<string, Type.Static<T>>>({
    type: 'object',
    ...options,
    additionalProperties: values,
  });
}

export const nothing = shape({}, { description: 'Nothing.' });

/** Ids are decimal or random text; they mean nothing to a window. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
/** A name that a window makes up for what it asks for, to follow how far it is: the topic `work`. */
export const WorkId = Type.String({ minLength: 8, maxLength: 64 });
/** ISO 8601 in UTC. */
export const Time = Type.String({ description: 'ISO 8601 in UTC.' });
/** A whole number that every side holds exactly. */
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9_-]+$' });
/** The text of a spider as it stands in an editor, valid or not; a byte order mark may come before it. */
export const SpiderText = Type.String({
  maxLength: maxTextLength + 1,
  description: `A spider has at most ${spiderLimits}.`,
});

/** Which spider is meant. */
export const SpiderRef = { project: Name, spider: Name };

export const Offset = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
export const Limit = Type.Integer({ minimum: 1, maximum: 1000 });

/** Any JSON value. */
export const Json = Type.Unsafe<JsonValue>({});
