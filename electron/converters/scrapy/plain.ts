import type { Call, Expression } from './syntax.ts';

/** A text that stands in the source; null: it is no plain text. */
export const textOf = (value: Expression | undefined): string | null =>
  value?.kind === 'value' && typeof value.value === 'string' ? value.value : null;

/** A text or a list of texts; null: something of it is computed. */
export function textsIn(value: Expression): string[] | null {
  const texts = (value.kind === 'list' ? value.items : [value]).map(textOf);
  const known = texts.filter((text) => text !== null);
  return known.length === texts.length ? known : null;
}

/** A value that stands in the source; undefined: it is computed. */
export function plainOf(value: Expression): unknown {
  if (value.kind === 'value') return value.value;
  if (value.kind === 'list') {
    const items = value.items.map(plainOf);
    return items.includes(undefined) ? undefined : items;
  }
  if (value.kind !== 'dict') return undefined;
  const entries: [string, unknown][] = [];
  for (const [key, entry] of value.entries) {
    const name = key.kind === 'value' ? String(key.value) : null;
    const plain = plainOf(entry);
    if (name === null || plain === undefined) return undefined;
    entries.push([name, plain]);
  }
  return Object.fromEntries(entries);
}

/** The name that an expression ends with: "Rule" of `scrapy.spiders.Rule`. */
export const lastName = (value: Expression | undefined): string =>
  value?.kind === 'name' || value?.kind === 'attribute' ? value.name : '';

/** Whether an expression is a call of a function or a class by its name. */
export const isCallOf = (value: Expression | undefined, ...names: readonly string[]): value is Call =>
  value?.kind === 'call' && names.includes(lastName(value.of));

/** The name of a callback: `self.parse_item` or "parse_item"; null: it is neither. */
export function callbackIn(value: Expression | undefined): string | null {
  if (value?.kind === 'attribute' && value.of.kind === 'name' && value.of.name === 'self') return value.name;
  return textOf(value);
}
