import type { JsonValue } from '../../../shared/contract/types.ts';
import type { Inside } from './place.ts';

/** A value inside of another. */
export interface Part {
  /** For example `[2].price`. */
  name: string;
  inside: Inside;
}

const maxParts = 60;

/** The values inside of a list or an object: entries, and the members of entries that are objects. */
export function partsOf(value: JsonValue, inside: Inside): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts: Part[] = [];
  const add = (name: string, keys: Inside) => parts.push({ name, inside: [...inside, ...keys] });
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, member] of members) {
    const name = typeof key === 'number' ? `[${key}]` : key;
    const isRecord = typeof member === 'object' && member !== null && !Array.isArray(member);
    if (typeof key === 'number' && isRecord) {
      for (const inner of Object.keys(member)) add(`${name}.${inner}`, [key, inner]);
    } else add(name, [key]);
    if (parts.length >= maxParts) break;
  }
  return parts.slice(0, maxParts);
}
