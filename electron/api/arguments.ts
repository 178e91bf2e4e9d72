import type { Type } from 'typebox';
import { isTooDeep } from './json-body.ts';

/** What a request says, before it is checked. */
export interface Said {
  /** The parts of the path in braces, decoded. */
  path: Readonly<Record<string, string>>;
  /** What stands in the query, decoded; a key that stands there twice has a list. */
  query: Readonly<Record<string, string | string[]>>;
  /** The parsed body; undefined: there is none. */
  body: unknown;
}

/** A JSON Schema as far as arguments of calls use it. */
interface Shape {
  type?: string;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  items?: Shape;
}

/**
 * The arguments of a call as a request gives them: the path, then the query or the body. Texts of the path and the query become what
 * the schema asks for where they read as that, and stay texts otherwise, so that the check names what is wrong. An empty value is null where that is taken.
 */
export function argumentsOf(schema: Type.TSchema, { path, query, body }: Said): unknown {
  if (body !== undefined && body !== null && !isObject(body)) return body;
  const { properties = {} }: Shape = schema;
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query))
    put(args, name, readValue(properties[name] ?? {}, value));
  for (const [name, value] of Object.entries(body ?? {})) put(args, name, value);
  for (const [name, value] of Object.entries(path)) put(args, name, readValue(properties[name] ?? {}, value));
  return args;
}

/** Sets a key as data: `__proto__` is a key like others. */
function put(args: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(args, name, { value, enumerable: true, writable: true, configurable: true });
}

function readValue(shape: Shape, value: string | string[]): unknown {
  const shapes = alternatives(shape);
  const list = shapes.find(({ type }) => type === 'array');
  if (list !== undefined) {
    if (typeof value === 'string' && value.startsWith('[')) return readJson(value);
    return [value].flat().map((one) => readValue(list.items ?? {}, one));
  }
  if (typeof value !== 'string') return value;
  const has = (...types: string[]): boolean => shapes.some(({ type = '' }) => types.includes(type));
  if (value === '' && has('null')) return null;
  // Where a number or a name is taken, digits are the number: no name has digits alone.
  if (has('integer', 'number') && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  if (has('string')) return value;
  if (has('boolean') && /^(?:true|false)$/.test(value)) return value === 'true';
  return has('object') && value.startsWith('{') ? readJson(value) : value;
}

const alternatives = (shape: Shape): Shape[] => shape.anyOf?.flatMap(alternatives) ?? [shape];

function readJson(text: string): unknown {
  if (isTooDeep(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** Whether a value is an object with keys. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
