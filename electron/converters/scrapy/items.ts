import { lastName, textOf } from './plain.ts';
import type { Expression } from './syntax.ts';

/** The fields of an item by their names, as expressions. */
export type Item = Map<string, Expression>;

const notItems = /Request$|Loader$|Selector$|Extractor$/;

/** `{…}`, `dict(a=…)` or `SomeItem(a=…)` as the fields of an item; null: it is none. */
export function itemOf(value: Expression): Item | null {
  if (value.kind === 'dict') {
    const item: Item = new Map();
    for (const [key, entry] of value.entries) {
      const name = textOf(key);
      if (name === null) return null;
      item.set(name, entry);
    }
    return item;
  }
  if (value.kind !== 'call' || value.args.length > 0) return null;
  const name = lastName(value.of);
  const isItem = name === 'dict' || (/^[A-Z]/.test(name) && !notItems.test(name));
  return isItem ? new Map(Object.entries(value.named)) : null;
}
