import { entriesOf } from '../../shared/spider/plain.ts';

/** A text or a list of texts, as a list. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return entriesOf(value).filter((entry): entry is string => typeof entry === 'string' && entry !== '');
}

/** Whether a value is a yes in the way of programs that take text for it. */
export function isYes(value: unknown): boolean {
  return (
    value === true ||
    value === 1 ||
    /^(?:true|yes|on|1)$/i.test(typeof value === 'string' ? value.trim() : '')
  );
}

/** A number, also one that is written as text; null: it is none. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*-?\d+(?:\.\d+)?\s*$/.test(value)) return null;
  return Number(value);
}

/** A text, or a number or a truth value as text; "" for anything else. */
export const textFrom = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
