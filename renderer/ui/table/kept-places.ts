import type { Cell } from './keyboard.ts';
import type { ScrollPlace } from './row-scroller.ts';
import type { Selection } from './selection.ts';

/** Where a person was in a table when another screen took its place. */
export interface KeptPlace {
  /** The key of the source that was shown: among other rows it is no place. */
  readonly sourceKey: string;
  readonly rows: number;
  readonly scroll: ScrollPlace;
  readonly active: Cell | null;
  readonly selection: Selection;
  /** The active row by its own name, where it has one. */
  readonly rowId: string | null;
}

/** A person goes back and forth between a few. */
const maxPlaces = 60;
const places = new Map<string, KeptPlace>();

/** Remembers a place as long as the window is open; the beginning of a table is none. */
export function keepPlace(name: string, place: KeptPlace): void {
  places.delete(name);
  const { scroll, active, selection } = place;
  if (scroll.offset <= 0 && scroll.scrollLeft <= 0 && active === null && selection.length === 0) return;
  places.set(name, place);
  for (const oldest of places.keys()) {
    if (places.size <= maxPlaces) return;
    places.delete(oldest);
  }
}

/** The place that a table was left at; null: none, or it showed other rows. */
export function keptPlace(name: string | null, sourceKey: string): KeptPlace | null {
  const place = name === null ? undefined : places.get(name);
  return place?.sourceKey === sourceKey ? place : null;
}

/** Who is in a table again is not where it was left. */
export const forgetPlace = (name: string): void => void places.delete(name);
