import type { JsonValue } from '../json-value.ts';
import { queryValue, withQueryValue } from './next-query.ts';

/** The names that lead to a member: "variables.after", also with "$." before it. */
const keysOf = (name: string): string[] => name.replace(/^\$\./, '').split('.');

/** The JSON of a body; null: it is none, so it is read as a form. */
function jsonIn(body: string): { [key: string]: JsonValue } | JsonValue[] | null {
  if (!/^\s*[[{]/.test(body)) return null;
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : [];
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value of a parameter in the body of a request: of a form, or at the end of a path of names in JSON.
 * @returns null: there is none, or it is no text or number
 */
export function bodyValue(body: string, name: string): string | null {
  const json = jsonIn(body);
  if (json === null) return queryValue(`?${body}`, name);
  let value: JsonValue = json;
  for (const key of keysOf(name))
    value = isObject(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/**
 * A body with another value of a parameter, which is added where it is missing. A number stays a number, and a text a text.
 * @returns null: something else than an object is on the way to it
 */
export function withBodyValue(body: string, name: string, value: string | number): string | null {
  const json = jsonIn(body);
  if (json === null) return withQueryValue(`?${body}`, name, String(value)).slice(1);
  const changed = replaced(json, keysOf(name), value);
  return changed === null ? null : JSON.stringify(changed);
}

function replaced(of: JsonValue, [key, ...rest]: readonly string[], value: string | number): JsonValue {
  if (key === undefined) return typed(of, value);
  if (!isObject(of ?? {})) return null;
  const object = isObject(of) ? of : {};
  const own = Object.hasOwn(object, key) ? (object[key] ?? null) : null;
  const changed = replaced(own, rest, value);
  return changed === null ? null : { ...object, [key]: changed };
}

function typed(before: JsonValue, value: string | number): string | number {
  if (typeof before === 'string') return String(value);
  const isNumber = typeof before === 'number' && /^-?\d+(?:\.\d+)?$/.test(String(value));
  return isNumber ? Number(value) : value;
}
