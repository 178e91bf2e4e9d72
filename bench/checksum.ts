/** The nine fields that every crawler of the bench extracts from a page. */
export interface BenchItem {
  url: string;
  title: string;
  h1: string;
  description: string;
  author: string;
  date: string;
  price: string;
  tags: readonly string[];
  first: string;
}

/**
 * A checksum over all items, whatever their order: the sum of the FNV-1a hashes (32 bits) of each, modulo 2^32. White
 * space is normalised and the URL reduced to its path, so that only what was extracted counts.
 */
export function checksumOf(items: Iterable<BenchItem>): number {
  let sum = 0;
  for (const item of items) {
    const { title, h1, description, author, date, price, tags, first } = item;
    const values = [new URL(item.url).pathname, title, h1, description, author, date, price, ...tags, first];
    sum = (sum + fnv1a(values.map(normalised).join('\u0000'))) >>> 0;
  }
  return sum;
}

function normalised(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** FNV-1a over UTF-8, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
