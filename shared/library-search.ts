/** What of an entry of the library is searched. */
export interface SearchedEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly sites: readonly string[];
  readonly tags: readonly string[];
}

/**
 * The entries that have every word, best first: words of the name count more than those of its title, sites and tags, and these more
 * than those of its description.
 */
export function searchLibrary<E extends SearchedEntry>(entries: readonly E[], text: string): E[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, words);
      return rank === null ? [] : [{ entry, rank }];
    })
    .toSorted((one, other) => other.rank - one.rank || compared(one.entry.name, other.entry.name))
    .map(({ entry }) => entry);
}

const compared = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** How well an entry fits; null: a word is not in it. */
function rankOf(entry: SearchedEntry, words: readonly string[]): number | null {
  const name = entry.name.toLowerCase();
  const near = [entry.title, ...entry.tags, ...entry.sites].join('\n').toLowerCase();
  const far = (entry.description ?? '').toLowerCase();
  let rank = 0;
  for (const word of words) {
    if (name === word) rank += 8;
    else if (name.includes(word)) rank += 4;
    else if (near.includes(word)) rank += 2;
    else if (far.includes(word)) rank += 1;
    else return null;
  }
  return rank;
}
