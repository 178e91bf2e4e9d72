import { Type } from 'typebox';
import type { JsonValue } from '../json-value.ts';
import { pageKinds } from '../page-kind.ts';
import { maxTextLength, spiderLimits } from '../spider/limits.ts';

// Building blocks for the schemas of the contract.

/** An object with exactly these keys, so that a misspelt key is an error. */
export function strictObject<P extends Type.TProperties>(properties: P, options: Type.TObjectOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** The schema, or null. */
export function nullable<T extends Type.TSchema>(schema: T, options: Type.TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** One of the given strings. */
export function stringEnum<const T extends readonly string[]>(values: T, options: Type.TSchemaOptions = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', ...options, enum: [...values] });
}

/** Schema of how a page is read. */
export const PageKindSchema = stringEnum(pageKinds, { description: 'How the page is read.' });

/** An object with arbitrary keys. */
export function record<T extends Type.TSchema>(values: T, options: Type.TObjectOptions = {}) {
  return Type.Unsafe<Record<string, Type.Static<T>>>({
    type: 'object',
    ...options,
    additionalProperties: values,
  });
}

/** An object without keys: the arguments of a call that takes none, or a result without a value. */
export const emptyObject = strictObject({});

/** An id: decimal or random text, opaque to callers. */
export const Id = Type.String({ minLength: 1, maxLength: 64 });
/** The id of an entry of a list that goes on before or after it. */
export const EntryId = Type.String({ maxLength: 15, pattern: '^[1-9]\\d*$' });
/** The id of an event in the log of a run: its place in the order. */
export const EventId = Type.String({ pattern: '^\\d{1,15}-[01]-\\d{1,15}$' });
/** A name that a caller chooses for a call, to follow its progress with the topic `progress`. */
export const OperationId = Type.String({ minLength: 8, maxLength: 64 });
/** A point in time. */
export const Time = Type.String({ description: 'ISO 8601 in UTC.' });
/** A count: an integer from 0 that JavaScript represents exactly. */
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Name of a project or a spider. */
export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9_-]+$' });
/** The text of a spider as an editor holds it, valid or not. It may start with a byte order mark. */
export const SpiderText = Type.String({
  maxLength: maxTextLength + 1,
  description: `A spider has at most ${spiderLimits}.`,
});

/** Arguments that identify a spider. */
export const SpiderRef = { project: Name, spider: Name };

/** Rows to skip, from the start of the order that the call defines. */
export const Offset = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
/** The most rows to return. */
export const Limit = Type.Integer({ minimum: 1, maximum: 1000 });

/** Any JSON value. */
export const Json = Type.Unsafe<JsonValue>({});
