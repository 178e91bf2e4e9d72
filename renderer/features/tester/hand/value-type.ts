import type { FieldReport, JsonValue } from '../../../../shared/contract/types.ts';

/** What the values of a field are, in a word; null: there are none to tell it by. */
export function typeOf({ value, steps }: Pick<FieldReport, 'value' | 'steps'>): string | null {
  return typeOfValue(value ?? steps.at(-1)?.value ?? null);
}

/** What a value is, in a word; null: there is none. */
export function typeOfValue(value: JsonValue): string | null {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) {
    const inner = typeOfValue(value[0] ?? null);
    return inner === null || inner === 'list' ? 'list' : `list of ${inner}s`;
  }
  if (typeof value === 'string') return wordOfText(value);
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'yes or no' : 'object';
}

function wordOfText(text: string): string {
  if (/^https?:\/\/\S+$/iu.test(text)) {
    return /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/iu.test(text) ? 'image' : 'URL';
  }
  return /^\d{4}-\d\d-\d\d(?:T[\d:.+Z-]+)?$/u.test(text) ? 'date' : 'text';
}
