import type { Type } from 'typebox';
import type { ErrorCode } from './errors.ts';

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
