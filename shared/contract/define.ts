import { Type } from 'typebox';
import type { JsonValue } from '../json-value.ts';
import type { ErrorCode } from './errors.ts';
import { maxTextLength, spiderLimits } from '../spider/limits.ts';

/**
 * The threads at the database. `write` is the only one that changes it, one thing after the other. Reading that may take
 * long has threads of its own: `slow` for pages of rows, `count` for what reads thousands of rows and answers with a few
 * numbers. So a sidebar never waits for a table, and a table never for what is being counted.
 */
export const queryClasses = ['quick', 'slow', 'count', 'write'] as const;
export type QueryClass = (typeof queryClasses)[number];

/** Who carries a call out: a thread at the database, or `work`, which needs more than the database. */
export type Executor = QueryClass | 'work';

export type HttpVerb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A call of the application: what it takes, what it returns, who carries it out, and which errors a caller should expect
 * beside those that any call may return. Everything else is derived from it: the types in `index.ts`, the types of its
 * handler, the check in the dispatcher, the thread, and docs/contract.md.
 */
export interface CallDefinition {
  /** One sentence: what the call does. */
  readonly summary: string;
  /** `read` changes nothing and may be repeated at will; `write` changes something. */
  readonly effect: 'read' | 'write';
  readonly executor: Executor;
  /** Its place in a REST interface. Arguments named in braces stand in the path; the others are the query or the body. */
  readonly http: { readonly verb: HttpVerb; readonly path: `/api/${string}` };
  readonly args: Type.TSchema;
  readonly result: Type.TSchema;
  readonly errors: readonly ErrorCode[];
  /** Topics that report on the work of the call while it is under way or after it was begun. */
  readonly topics: readonly string[];
}

interface Details<X extends Executor, A extends Type.TSchema, R extends Type.TSchema> {
  readonly executor: X;
  readonly path: `/api/${string}`;
  /** Left out: GET for a query, POST for a command. */
  readonly verb?: HttpVerb;
  readonly args: A;
  readonly result: R;
  readonly errors?: readonly ErrorCode[];
  readonly topics?: readonly string[];
}

/** A call that only reads. */
export function query<
  const X extends Exclude<Executor, 'write'>,
  A extends Type.TSchema,
  R extends Type.TSchema,
>(
  summary: string,
  { executor, path, verb = 'GET', args, result, errors = [], topics = [] }: Details<X, A, R>,
) {
  return { summary, effect: 'read' as const, executor, http: { verb, path }, args, result, errors, topics };
}

/** A call that changes something. */
export function command<const X extends 'write' | 'work', A extends Type.TSchema, R extends Type.TSchema>(
  summary: string,
  { executor, path, verb = 'POST', args, result, errors = [], topics = [] }: Details<X, A, R>,
) {
  return { summary, effect: 'write' as const, executor, http: { verb, path }, args, result, errors, topics };
}

/** An object with exactly these keys: a slip in a key is an error and not silence. */
export function strictObject<P extends Type.TProperties>(properties: P, options: Type.TObjectOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function nullable<T extends Type.TSchema>(schema: T, options: Type.TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** One of a few texts. */
export function stringEnum<const T extends readonly string[]>(values: T, options: Type.TSchemaOptions = {}) {
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

export const emptyObject = strictObject({});

/** Ids are decimal or random text; they mean nothing to a window. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
/** A name that a caller makes up for a call, to follow how far it is with the topic `progress`. */
export const OperationId = Type.String({ minLength: 8, maxLength: 64 });
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
