import { nearest } from '../../shared/spider/nearest.ts';

/** " Did you mean x?", or nothing when no name is near. */
export function nearestHint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === null ? '' : ` Did you mean "${near}"?`;
}
