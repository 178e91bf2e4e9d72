import type { Cell } from './keyboard.ts';
import { isSelected, selectedCount, selectRows, type Selection } from './selection.ts';

/** The most selected rows that are followed: of more, a person means all that there are. */
const maxFollowed = 1000;

/** What a person is on in a table. */
export interface CursorPlace {
  readonly active: Cell | null;
  readonly selection: Selection;
}

/** The rows of a table by their names, as far as they are there. */
export interface NamedRows {
  /** The name of the row at an index; "": there is no such row; undefined: it is not known. */
  readonly nameAt: (index: number) => string | undefined;
  /** The indexes of all rows that are there, by their names. */
  readonly indexes: () => ReadonlyMap<string, number>;
}

/** The names of the rows that a person is on, by their indexes. */
export type KnownNames = Map<number, string>;

/** Indexes that a place is about: the active row and the selected ones. */
function indexesOf({ active, selection }: CursorPlace): number[] {
  const rows = active === null || active.row < 0 || isSelected(selection, active.row) ? [] : [active.row];
  if (selectedCount(selection) > maxFollowed) return rows;
  for (const [first, last] of selection) for (let row = first; row <= last; row += 1) rows.push(row);
  return rows;
}

/** Learns the names of the rows that a place is about, where they are not known yet. */
export function learnNames(place: CursorPlace, known: KnownNames, rows: NamedRows): void {
  for (const index of indexesOf(place)) {
    const name = known.has(index) ? undefined : rows.nameAt(index);
    if (name !== undefined) known.set(index, name);
  }
}

/**
 * Where a place is after rows have changed theirs: a row that moved is followed, one that is gone is no longer selected, and
 * the active cell stays where it was then.
 * @returns null where nothing moved
 */
export function followRows(place: CursorPlace, known: KnownNames, rows: NamedRows): CursorPlace | null {
  const moved = [...known].some(([index, name]) => (rows.nameAt(index) ?? name) !== name);
  if (!moved) return null;
  const indexes = rows.indexes();
  const nextOf = (index: number): number | undefined => {
    const name = known.get(index);
    return name === undefined ? index : indexes.get(name);
  };
  const { active, selection } = place;
  const isFollowed = selectedCount(selection) <= maxFollowed;
  const row = active === null || active.row < 0 ? undefined : nextOf(active.row);
  return {
    active: active === null || row === undefined ? active : { ...active, row },
    selection: isFollowed
      ? selectRows(
          indexesOf({ active: null, selection }).flatMap((index) => {
            const next = nextOf(index);
            return next === undefined ? [] : [next];
          }),
        )
      : selection,
  };
}
