/** More than a page has different things of one kind. Pairs of numbers are told by `a * pairBase + b`. */
export const pairBase = 2 ** 22;

/** Numbers different keys from 1 on; 0 stands for none. */
export function numbering(): (key: string | number) => number {
  const numbers = new Map<string | number, number>();
  return (key) => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const next = numbers.size + 1;
    numbers.set(key, next);
    return next;
  };
}
