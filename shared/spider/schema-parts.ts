import { Type } from 'typebox';

/**
 * An optional key that also takes null: null means "not set", the same as leaving the key out. Written as a list of
 * types and not as a union, so that a wrong value gives one problem and not one for each branch.
 */
export function orNull<T extends Type.TSchema>(schema: T) {
  const type: unknown = Reflect.get(schema, 'type');
  const choices: unknown = Reflect.get(schema, 'enum');
  const withNull = Array.isArray(choices) ? { enum: [...choices, null] } : {};
  return Type.Optional(Type.Unsafe<Type.Static<T> | null>({ ...schema, ...withNull, type: [type, 'null'] }));
}

/** An object with keys of the user's choice. TypeBox's own record overlooks keys that hold a line break. */
export function mapOf<T extends Type.TSchema>(values: T, options: Type.TObjectOptions = {}) {
  return Type.Unsafe<Record<string, Type.Static<T>>>({
    type: 'object',
    ...options,
    additionalProperties: values,
  });
}

/** One of a few texts. */
export function oneOf<const T extends readonly string[]>(values: T, options: Type.TSchemaOptions = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', ...options, enum: [...values] });
}
