/** A value that a test rests on: the test ends where it is missing. */
export function given<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('What the test rests on is missing.');
  return value;
}
