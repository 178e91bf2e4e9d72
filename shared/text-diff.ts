/** Lines around a difference that are shown with it. */
const context = 3;
/** The most differing lines that are paired; more are shown as one replacement. Bounds the memory to a few megabytes. */
const maxDistance = 400;

/** A line of a comparison: in both texts, in the first alone, or in the second alone. */
interface Line {
  sign: ' ' | '-' | '+';
  text: string;
}

/**
 * The difference of two texts as a unified diff with three lines of context; empty where they are equal. Line ends belong to
 * their lines, so that a text with other line ends differs.
 * @param name what the texts are called in the two lines at the top
 */
export function unifiedDiff(before: string, after: string, name: string): string {
  if (before === after) return '';
  const lines = compared(linesOf(before), linesOf(after));
  const hunks = hunksOf(lines).map(([from, to]) => hunk(lines, from, to));
  return [`--- ${name}\n+++ ${name}\n`, ...hunks].join('');
}

/** The lines of a text with their ends; the last one may have none. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The lines of both, in order: what they begin and end with alike is not searched. */
function compared(before: readonly string[], after: readonly string[]): Line[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (text: string): Line => ({ sign: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...changed(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/**
 * The shortest way from one list of lines to the other, by Myers, "An O(ND) difference algorithm and its variations" (1986). At each
 * distance, `reach` has for each diagonal how far into the first list a path gets.
 */
function changed(before: readonly string[], after: readonly string[]): Line[] {
  const whole = [
    ...before.map((text): Line => ({ sign: '-', text })),
    ...after.map((text): Line => ({ sign: '+', text })),
  ];
  if (before.length === 0 || after.length === 0) return whole;
  const trace: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let distance = 0; distance <= Math.min(before.length + after.length, maxDistance); distance += 1) {
    trace.push(reach);
    reach = new Map(reach);
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let x = stepInto(trace[distance] ?? reach, diagonal, distance).x;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reach.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return retraced(before, after, trace);
    }
  }
  return whole;
}

/** Where a path enters a diagonal at a distance, and from which diagonal: below it (a line is added) or above (one is removed). */
function stepInto(
  reach: ReadonlyMap<number, number>,
  diagonal: number,
  distance: number,
): { x: number; from: number } {
  const added = reach.get(diagonal + 1) ?? -1;
  const removed = reach.get(diagonal - 1) ?? -1;
  const isAdded = diagonal === -distance || (diagonal !== distance && removed < added);
  return isAdded ? { x: added, from: diagonal + 1 } : { x: removed + 1, from: diagonal - 1 };
}

/** The lines of the path that was found, from its end back to its beginning. */
function retraced(
  before: readonly string[],
  after: readonly string[],
  trace: readonly ReadonlyMap<number, number>[],
): Line[] {
  const lines: Line[] = [];
  let x = before.length;
  let y = after.length;
  for (let distance = trace.length - 1; distance >= 0; distance -= 1) {
    const reach = trace[distance] ?? new Map<number, number>();
    const { x: entered, from } = stepInto(reach, x - y, distance);
    while (x > entered && y > 0) {
      x -= 1;
      y -= 1;
      lines.push({ sign: ' ', text: before[x] ?? '' });
    }
    if (distance === 0) break;
    if (from > x - y) {
      y -= 1;
      lines.push({ sign: '+', text: after[y] ?? '' });
    } else {
      x -= 1;
      lines.push({ sign: '-', text: before[x] ?? '' });
    }
  }
  return lines.reverse();
}

/** The ranges of lines that are shown: differences with their context, joined where they touch. */
function hunksOf(lines: readonly Line[]): [number, number][] {
  const hunks: [number, number][] = [];
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue;
    const last = hunks.at(-1);
    const from = Math.max(0, index - context);
    const to = Math.min(lines.length, index + context + 1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  }
  return hunks;
}

function hunk(lines: readonly Line[], from: number, to: number): string {
  const range = (other: Line['sign']): string => {
    const start = lines.slice(0, from).filter(({ sign }) => sign !== other).length;
    const count = lines.slice(from, to).filter(({ sign }) => sign !== other).length;
    // A range without lines is named by the line before it.
    return count === 1 ? String(start + 1) : `${count === 0 ? start : start + 1},${count}`;
  };
  const shown = lines.slice(from, to).map(({ sign, text }) => {
    return text.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n\\ No newline at end of file\n`;
  });
  return `@@ -${range('+')} +${range('-')} @@\n${shown.join('')}`;
}
