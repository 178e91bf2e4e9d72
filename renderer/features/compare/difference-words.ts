import type { Cell, DifferenceCause, ItemDifference } from '../../../shared/contract/types.ts';
import type { Tone } from '../../ui/badge.tsx';

/** What became of an item: its word and its colour. */
export const kindWords: Readonly<Record<ItemDifference['kind'], { word: string; tone: Tone }>> = {
  added: { word: 'Added', tone: 'success' },
  removed: { word: 'Removed', tone: 'danger' },
  changed: { word: 'Changed', tone: 'info' },
};

/** Who made a difference, in a word. */
export const causeWords: Readonly<Record<DifferenceCause, string>> = {
  site: 'Site',
  spider: 'Spider',
  both: 'Both',
  unknown: 'Unknown',
};

/** A value as one text; nothing for none. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  return cell.kind === 'text' ? `${cell.preview}…` : cell.preview;
}

/** What an item is called in the table: its name, else the key that tells it apart. Of a key of several values, all of them. */
export const itemName = ({ name, key }: Pick<ItemDifference, 'name' | 'key'>): string => name ?? keyText(key);

/** The values of `expect.key` without their JSON; a URL as it is. */
function keyText(key: string): string {
  if (!key.startsWith('[')) return key;
  try {
    const values: unknown = JSON.parse(key);
    return Array.isArray(values) ? values.map(String).join(', ') : key;
  } catch {
    return key;
  }
}
