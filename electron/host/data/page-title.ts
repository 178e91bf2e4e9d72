/** Characters of a page that are looked at, and of a title. */
const head = 100_000;
const most = 300;

/**
 * What a saved page is called in a list: its title, else the end of its address, else its host. Reads the text without
 * building a tree; entities of the few usual kinds are resolved.
 */
export function pageTitle(html: string, url: string | null): string {
  const title = /<title[^>]*>([^<]*)/i.exec(html.slice(0, head))?.[1] ?? '';
  const plain = title
    .replace(/&(amp|lt|gt|quot|#39|apos|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain !== '') return plain.slice(0, most);
  const address = url === null ? null : URL.parse(url);
  if (address === null) return 'Page';
  const last = address.pathname.split('/').findLast((part) => part !== '');
  return (last ?? address.host).slice(0, most);
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: ' ',
};
