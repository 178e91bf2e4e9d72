/** The scheme of links that other programs may open: spider-studio://spider/default/shop, spider-studio://run/ID, spider-studio://item/ID. */
export const linkScheme = 'spider-studio';

/** The places that a link can name, by first segment, with their numbers of segments. */
const places: Readonly<Record<string, { least: number; most: number }>> = {
  welcome: { least: 1, most: 1 },
  spider: { least: 3, most: 4 },
  run: { least: 2, most: 3 },
  item: { least: 2, most: 2 },
  settings: { least: 1, most: 1 },
  about: { least: 1, most: 1 },
};
const maxCharacters = 2000;

/**
 * The place of the window that a link names, as the hash of its address; null if the link is not valid. Any web page can
 * offer a link, so links only show places, and start, change or delete nothing.
 * @param link for example "spider-studio://run/0193/items?field=title"
 */
export function placeOfLink(link: string): string | null {
  const url = link.length <= maxCharacters ? URL.parse(link) : null;
  if (url === null || url.protocol !== `${linkScheme}:` || url.username !== '' || url.port !== '')
    return null;
  const segments = [url.host, ...url.pathname.split('/')].filter((segment) => segment !== '').map(decoded);
  const names = segments.filter((segment) => segment !== null);
  if (names.length !== segments.length || !names.every(isName)) return null;
  const place = Object.entries(places).find(([name]) => name === names[0]?.toLowerCase());
  if (place === undefined || names.length < place[1].least || names.length > place[1].most) return null;
  const path = [place[0], ...names.slice(1)].map(encodeURIComponent).join('/');
  const query = url.searchParams.toString();
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

/** The first link among the arguments of the program, which is how Windows and Linux pass one. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find((argument) => argument.toLowerCase().startsWith(`${linkScheme}:`)) ?? null;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function isName(segment: string): boolean {
  return (
    segment.length <= 200 && segment !== '.' && segment !== '..' && !/[/\\\u0000-\u001f\u007f]/.test(segment)
  );
}
