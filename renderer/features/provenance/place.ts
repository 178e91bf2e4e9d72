import { href } from '../../navigation/router.ts';

/** The way from a column into a nested value: places in lists, and names of members. */
export type Inside = readonly (string | number)[];

/** The address of the screen about a value. */
export const provenanceHref = (item: string, column: string, inside: Inside = []): string =>
  href(['item', item, 'from', column], inside.length === 0 ? {} : { inside: JSON.stringify(inside) });

/** Reads the way into a nested value from an address; the whole value where it cannot be read. */
export function readInside(text: string | null): (string | number)[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) && value.every(isKey) ? value : [];
  } catch {
    return [];
  }
}

const isKey = (key: unknown): key is string | number => typeof key === 'string' || Number.isInteger(key);
