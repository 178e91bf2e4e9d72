import { Type } from 'typebox';
import type { JsonValue } from '../json-value.ts';
import { maxTextLength, spiderLimits } from '../spider/limits.ts';

// The shapes that the schemas of the contract are made of.

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
