import type { JsonKey } from '../../../../shared/selectors/json-path-text.ts';
import type { JsonValue } from '../../../extract/types.ts';

/** Maximum number of values that have a number. A page of 10 MB has a few hundred thousand. */
const maxNumbered = 1_000_000;

/** The values of a JSON page, numbered in document order from 0, the page itself. */
export class JsonNodes {
  /** By number. */
  readonly values: JsonValue[] = [];
  /** How deep each value lies; 0: the page. */
  readonly depths: number[] = [];
  readonly #keys: JsonKey[] = [];
  readonly #parents: number[] = [];
  /** The numbers of the members and entries of the values that were asked for. */
  readonly #children = new Map<number, ReadonlyMap<JsonKey, number>>();
  #ends: Uint32Array | null = null;

  constructor(root: JsonValue) {
    const waiting: { value: JsonValue; key: JsonKey; parent: number }[] = [
      { value: root, key: '', parent: -1 },
    ];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { value, key, parent } = next;
      const number = this.values.length;
      if (number >= maxNumbered) break;
      this.values.push(value);
      this.#keys.push(key);
      this.#parents.push(parent);
      this.depths.push((this.depths[parent] ?? -1) + 1);
      const inside = entriesOf(value, maxNumbered - number);
      for (const [name, child] of inside.reverse()) waiting.push({ value: child, key: name, parent: number });
    }
  }

  /** The number after the last value inside each value. */
  get ends(): Uint32Array {
    this.#ends ??= endsOf(this.depths);
    return this.#ends;
  }

  /** The member name or position of a value; null for the page. */
  keyOf(number: number): JsonKey | null {
    return number === 0 ? null : (this.#keys[number] ?? null);
  }

  /** The numbers of the values that a value lies in, from the page inwards, and its own. */
  wayTo(number: number): number[] {
    const way: number[] = [];
    for (let at = number; at >= 0; at = this.#parents[at] ?? -1) way.push(at);
    return way.reverse();
  }

  /** The member names and positions that lead to a value. */
  keysOf(number: number): JsonKey[] {
    return this.wayTo(number)
      .slice(1)
      .map((at) => this.#keys[at] ?? '');
  }

  /** The number of the value at a path from another value; null: it has none. */
  numberOf(keys: readonly JsonKey[], from = 0): number | null {
    let number = from;
    for (const key of keys) {
      const child = this.#childrenOf(number).get(key);
      if (child === undefined) return null;
      number = child;
    }
    return number;
  }

  #childrenOf(number: number): ReadonlyMap<JsonKey, number> {
    const known = this.#children.get(number);
    if (known !== undefined) return known;
    const children = new Map<JsonKey, number>();
    const { ends } = this;
    const end = ends[number] ?? 0;
    for (let child = number + 1; child < end; child = ends[child] ?? end) {
      children.set(this.#keys[child] ?? '', child);
    }
    this.#children.set(number, children);
    return children;
  }
}

function entriesOf(value: JsonValue, most: number): [JsonKey, JsonValue][] {
  if (Array.isArray(value)) return value.slice(0, most).map((entry, index) => [index, entry]);
  return typeof value === 'object' && value !== null ? Object.entries(value).slice(0, most) : [];
}

/** The number after the last node inside each node, by the depths of nodes in document order. */
export function endsOf(depths: ArrayLike<number>): Uint32Array {
  const ends = new Uint32Array(depths.length);
  const open: number[] = [];
  const close = (depth: number, at: number): void => {
    for (let last = open.at(-1); last !== undefined && (depths[last] ?? 0) >= depth; last = open.at(-1)) {
      ends[last] = at;
      open.pop();
    }
  };
  for (let number = 0; number < depths.length; number += 1) {
    close(depths[number] ?? 0, number);
    open.push(number);
  }
  close(0, depths.length);
  return ends;
}
