import type { NestedKind } from '../../shared/export-formats.ts';
import { metadataName } from '../../shared/item-columns.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { isObject } from './flatten.ts';

/** The most paths that are told. */
const maxPaths = 200;

/** The paths of objects and lists in items, as choices name them; those inside of lists have none. */
export function nestedPaths(items: readonly ItemRow[]): { path: string; kind: NestedKind }[] {
  const found = new Map<string, NestedKind>();
  function note(path: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const kind = kindOf(value);
    const before = found.get(path);
    // A path with values of several kinds may be whatever they are.
    if (before === undefined ? found.size < maxPaths : before === 'values') found.set(path, kind);
    if (isObject(value)) for (const [key, member] of Object.entries(value)) note(`${path}.${key}`, member);
  }
  for (const { metadata } of items)
    for (const [key, value] of Object.entries(metadata)) note(metadataName(key), value);
  return [...found].map(([path, kind]) => ({ path, kind }));
}

function kindOf(value: object): NestedKind {
  if (!Array.isArray(value)) return 'object';
  return value.some((entry) => typeof entry === 'object' && entry !== null) ? 'objects' : 'values';
}
