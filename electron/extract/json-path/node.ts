import { normalizedPath, type JsonKey } from '../../../shared/selectors/json-path-text.ts';
import type { JsonValue } from '../types.ts';

/** A value in a document, with the way that leads to it. */
export class JsonNode {
  readonly value: JsonValue;
  readonly #parent: JsonNode | null;
  readonly #key: JsonKey;

  private constructor(value: JsonValue, parent: JsonNode | null, key: JsonKey) {
    this.value = value;
    this.#parent = parent;
    this.#key = key;
  }

  static root(value: JsonValue): JsonNode {
    return new JsonNode(value, null, '');
  }

  child(key: JsonKey, value: JsonValue): JsonNode {
    return new JsonNode(value, this, key);
  }

  /** The member names and positions that lead to the value from the start of the path. */
  get keys(): JsonKey[] {
    if (this.#parent === null) return [];
    const keys = [this.#key];
    for (let node = this.#parent; node.#parent !== null; node = node.#parent) keys.push(node.#key);
    return keys.reverse();
  }

  /** The normalized path (section 2.7 of RFC 9535), for example `$['results'][0]`. */
  get path(): string {
    return normalizedPath(this.keys);
  }
}

/** Returns the member or entry of a value; undefined if there is none. A negative position counts from the end. */
export function childOf(value: JsonValue, key: JsonKey): JsonValue | undefined {
  if (Array.isArray(value)) return typeof key === 'number' ? value.at(key) : undefined;
  if (typeof key === 'number' || !isObject(value) || !Object.hasOwn(value, key)) return undefined;
  return value[key];
}

/** Whether a value has members. */
export function isObject(value: JsonValue): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
