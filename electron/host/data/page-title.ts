/** Limits in characters: the part of a page that is searched, and the length of a title. */
const head = 100_000;
const most = 300;

/**
 * The title of a saved page: its `<title>`, else the last path segment of its URL, else the host. Searches the text without
 * parsing it and decodes only the most common entities.
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
