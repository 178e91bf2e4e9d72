/** Access to a document of unknown shape. Values of a wrong type count as absent, because the schema check reports them. */

/** An object of unknown shape. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and not an array or null. */
export function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object; none for anything else. */
export function membersOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The entries of a list; none for anything else. */
export function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A member of an object by its own key; undefined for anything else. */
export function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether a member is given: null and absent are the same. */
export function isSet<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}
