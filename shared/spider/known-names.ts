import { byNearness, nearest } from './nearest.ts';

/** The most names that a hint lists. */
const listedNames = 10;

/** " Did you mean x?", or an empty text if no name is close. */
export function nearestHint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === null ? '' : ` Did you mean "${near}"?`;
}

/** "It has a, b and 12 more. Did you mean …?": lists the known names, those closest to the wrong one first. */
export function knownNames(begin: string, name: string, known: readonly string[]): string {
  const shown = byNearness(name, known).slice(0, listedNames);
  const more = known.length - shown.length;
  return `${begin} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${nearestHint(name, known)}`;
}
