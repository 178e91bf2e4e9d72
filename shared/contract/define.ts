import type { Type } from 'typebox';
import type { ErrorCode } from './errors.ts';

/**
 * Classes of database calls, each with its own threads. `write` is the only class that changes the database; its single
 * thread runs one call at a time. `quick` is for short reads, `slow` for pages of rows, and `count` for aggregates over
 * thousands of rows. So a sidebar never waits for a table, and a table never waits for a count.
 */
export const queryClasses = ['quick', 'slow', 'count', 'write'] as const;
/** A pool of database threads. A call names one as its executor. */
export type QueryClass = (typeof queryClasses)[number];

/** What carries a call out: a database thread of one class, or `work`, for calls that need more than the database. */
export type Executor = QueryClass | 'work';

/** The HTTP methods that calls map to. */
export type HttpVerb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A call of the application: its arguments, its result, what carries it out, and the errors that a caller should expect
 * in addition to those that any call may return. Everything else is derived from this: the types in `index.ts`, the type
 * of the handler, the check in the dispatcher, the thread, and docs/contract.md.
 */
export interface CallDefinition {
  /** One sentence: what the call does. */
  readonly summary: string;
  /** `read` changes nothing and can be repeated safely; `write` changes something. */
  readonly effect: 'read' | 'write';
  readonly executor: Executor;
  /** Its endpoint in a REST interface. Arguments in braces are part of the path; the others form the query or the body. */
  readonly http: { readonly verb: HttpVerb; readonly path: `/api/${string}` };
  readonly args: Type.TSchema;
  readonly result: Type.TSchema;
  readonly errors: readonly ErrorCode[];
  /** Topics that report the progress of the call or of what it started. */
  readonly topics: readonly string[];
}

interface Details<X extends Executor, A extends Type.TSchema, R extends Type.TSchema> {
  readonly executor: X;
  readonly path: `/api/${string}`;
  /** Default: GET for a query, POST for a command. */
  readonly verb?: HttpVerb;
  readonly args: A;
  readonly result: R;
  readonly errors?: readonly ErrorCode[];
  readonly topics?: readonly string[];
}

/** Defines a call that only reads. */
export function query<
  const X extends Exclude<Executor, 'write'>,
  A extends Type.TSchema,
  R extends Type.TSchema,
>(
  summary: string,
  { executor, path, verb = 'GET', args, result, errors = [], topics = [] }: Details<X, A, R>,
) {
  return {
    summary,
    effect: 'read' as const,
    executor,
    http: { verb, path },
    args,
    result,
    errors: withNamed(args, errors),
    topics,
  };
}

/** Defines a call that changes something. */
export function command<const X extends 'write' | 'work', A extends Type.TSchema, R extends Type.TSchema>(
  summary: string,
  { executor, path, verb = 'POST', args, result, errors = [], topics = [] }: Details<X, A, R>,
) {
  return {
    summary,
    effect: 'write' as const,
    executor,
    http: { verb, path },
    args,
    result,
    errors: withNamed(args, errors),
    topics,
  };
}

/** The errors of a call, with those of a project or spider that its arguments name. */
function withNamed(args: Type.TSchema, errors: readonly ErrorCode[]): readonly ErrorCode[] {
  const found = [
    ...(hasKey(args, 'project') ? (['unknown-project'] as const) : []),
    ...(hasKey(args, 'spider') ? (['unknown-spider'] as const) : []),
  ];
  return [...new Set([...found, ...errors])];
}

/** Whether values of a schema can have a key, at any depth. */
function hasKey(schema: unknown, key: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties }: { properties?: unknown } = schema;
  const isThere = typeof properties === 'object' && properties !== null && Object.hasOwn(properties, key);
  return isThere || Object.values(schema).some((inner: unknown) => hasKey(inner, key));
}
