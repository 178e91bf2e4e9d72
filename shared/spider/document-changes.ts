import { isObject } from './plain.ts';

/** A place of a document that was changed since two people had the same one, and by whom. */
export interface DocumentChange {
  /** Keys with dots, for example `callbacks.parse.extract.price`. */
  place: string;
  where: 'here' | 'there' | 'both';
}

/** The most places that are told. */
const maxPlaces = 200;

/**
 * What two documents have changed since they were the same one. A place is as deep as the objects that it is in; a list counts as
 * a whole. What both have changed alike is changed by neither.
 */
export function documentChanges(base: unknown, here: unknown, there: unknown): DocumentChange[] {
  const ours = changedPlaces(base, here);
  const theirs = changedPlaces(base, there);
  const apart = new Set(changedPlaces(here, there));
  const touches = (place: string, others: Iterable<string>): boolean =>
    [...others].some(
      (other) => other === place || other.startsWith(`${place}.`) || place.startsWith(`${other}.`),
    );
  const isApart = (place: string): boolean => touches(place, apart);
  const changes = [
    ...ours.filter(isApart).map((place): DocumentChange => ({
      place,
      where: touches(place, theirs) ? 'both' : 'here',
    })),
    ...theirs
      .filter((place) => isApart(place) && !ours.includes(place))
      .map((place): DocumentChange => ({ place, where: touches(place, ours) ? 'both' : 'there' })),
  ];
  return changes.toSorted((one, other) => (one.place < other.place ? -1 : 1)).slice(0, maxPlaces);
}

function changedPlaces(before: unknown, after: unknown, place = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before) || !isObject(after)) return [place];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const within = [...keys].flatMap((key) =>
    changedPlaces(before[key], after[key], place === '' ? key : `${place}.${key}`),
  );
  // Only the order of the keys differs.
  return within.length === 0 ? [place] : within;
}
