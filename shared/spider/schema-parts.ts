import { Type } from 'typebox';

/**
 * An optional key whose value may be null, which means the same as leaving it out. Uses a list of types instead of a
 * union, so that a wrong value gives one problem instead of one for each branch.
 */
export function orNull<T extends Type.TSchema>(schema: T) {
  const type: unknown = Reflect.get(schema, 'type');
  const choices: unknown = Reflect.get(schema, 'enum');
  const withNull = Array.isArray(choices) ? { enum: [...choices, null] } : {};
  return Type.Optional(Type.Unsafe<Type.Static<T> | null>({ ...schema, ...withNull, type: [type, 'null'] }));
}

/** An object with arbitrary keys. TypeBox's own record skips keys that contain a line break. */
export function mapOf<T extends Type.TSchema>(values: T, options: Type.TObjectOptions = {}) {
  return Type.Unsafe<Record<string, Type.Static<T>>>({
    type: 'object',
    ...options,
    additionalProperties: values,
  });
}

/** One of the given strings. */
export function oneOf<const T extends readonly string[]>(values: T, options: Type.TSchemaOptions = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', ...options, enum: [...values] });
}
