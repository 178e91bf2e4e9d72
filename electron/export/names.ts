/**
 * Returns names that differ even where case is ignored: a later one that equals an earlier one gets a number.
 * @param most the length of a name, in characters, that must not be exceeded
 */
export function distinctNames(names: readonly string[], most: number): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name.slice(0, most);
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
      const ending = `_${number}`;
      free = name.slice(0, most - ending.length) + ending;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Returns a name as databases hold it: without NUL characters, where SQL would end, and without halves of characters. */
export const storedName = (name: string): string => name.replaceAll('\0', '').toWellFormed();
