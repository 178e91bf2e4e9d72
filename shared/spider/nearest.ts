/**
 * Returns the known name that is closest to a misspelt one, or null if none is close.
 *
 * Letter case and separators are ignored ("start-urls" equals "start_urls"). A name is close if it differs by at most
 * one edit per three characters, and by at most three. An edit inserts, deletes or replaces a character, or swaps two
 * neighbours (optimal string alignment, a restricted Damerau-Levenshtein distance). The first of equally close names wins.
 */
export function nearest(name: string, known: readonly string[]): string | null {
  const wanted = plainName(name);
  if (wanted.length > 100) return null;
  let best: string | null = null;
  let bestDistance = Math.min(3, Math.floor(Math.max(wanted.length, 3) / 3)) + 1;
  for (const candidate of known) {
    const other = plainName(candidate);
    if (Math.abs(other.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, other);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Sorts known names by their distance to a name, closest first. The sort is stable. */
export function byNearness(name: string, known: readonly string[]): string[] {
  const wanted = plainName(name).slice(0, 100);
  return known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, plainName(candidate).slice(0, 100)) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

/** A name without letter case, and with one kind of separator. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, '_');
}

/** Edits from one text to the other, as `nearest` counts them. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, at(beforeLast, column - 2) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
