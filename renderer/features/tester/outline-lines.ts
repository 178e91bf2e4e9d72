import type { OutlineEntry } from '../../../shared/contract/types.ts';

/** A line of the outline as it is shown. */
export interface OutlineLine {
  readonly entry: OutlineEntry;
  readonly depth: number;
  /** Whether what is in it is shown; null: it holds nothing. */
  readonly open: boolean | null;
}

/**
 * The lines that are seen: all that are in no closed one. A search shows what contains the words, without anything around it.
 *
 * @param entries in the order of the page
 * @param closed numbers of the elements that are closed
 */
export function linesOf(
  entries: readonly OutlineEntry[],
  closed: ReadonlySet<number>,
  search: string,
): OutlineLine[] {
  const wanted = search.trim().toLowerCase();
  if (wanted !== '') {
    return entries
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .map((entry) => ({ entry, depth: 0, open: null }));
  }
  const lines: OutlineLine[] = [];
  let hiddenBelow = Infinity;
  for (const [index, entry] of entries.entries()) {
    const { depth, element } = entry;
    if (depth > hiddenBelow) continue;
    const holds = (entries[index + 1]?.depth ?? 0) > depth;
    const open = holds ? !closed.has(element) : null;
    hiddenBelow = open === false ? depth : Infinity;
    lines.push({ entry, depth, open });
  }
  return lines;
}
