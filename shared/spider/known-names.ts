import { byNearness, nearest } from './nearest.ts';

/** Names that a hint lists, at most. */
const listedNames = 10;

/** " Did you mean x?", or nothing when no name is near. */
export function nearestHint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === null ? '' : ` Did you mean "${near}"?`;
}

/** "It has a, b and 12 more. Did you mean …?": the names that there are, those nearest to the wrong one first. */
export function knownNames(begin: string, name: string, known: readonly string[]): string {
  const shown = byNearness(name, known).slice(0, listedNames);
  const more = known.length - shown.length;
  return `${begin} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${nearestHint(name, known)}`;
}
