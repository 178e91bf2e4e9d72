/** The highest priority of an entry of the queue and, negative, the lowest. Higher ones come first; 0 is usual. */
export const mostPriority = 1000;

/** What a priority is, behind an article, for messages. */
export const priorityWords = `whole number from -${mostPriority} to ${mostPriority}`;

/** Whether a number is a priority. */
export const isPriority = (number: number): boolean =>
  Number.isInteger(number) && Math.abs(number) <= mostPriority;

/** Reads a priority as a person types it. @returns null: it is none */
export function readPriority(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return isPriority(number) ? number : null;
}
