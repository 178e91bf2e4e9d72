/** Whether two JSON texts are the same document. Their layout does not count, the order of their keys does. */
export function isSameDocument(text: string, other: string): boolean {
  return text === other || compact(text) === compact(other);
}

const compact = (text: string): string => JSON.stringify(JSON.parse(text.replace(/^\ufeff/, '')));
