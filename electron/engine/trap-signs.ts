/** Signs of traps in a single URL. Pure functions, cheap enough for every link. */

/** Maximum depth of a path. Deeper ones result from circular links; the value is that of Heritrix. */
const maxSegments = 20;
/** Length from which a path of which at least half is repeated counts as circular. */
const wanderingSegments = 10;

/**
 * Whether a path has grown by following relative links in circles: `/a/b/a/b/a/b`, more than twenty segments, or a query that
 * contains its own URL repeatedly (encoded once more each time). Segments without a letter are ignored: `/1/1/1/1` shards a
 * number.
 */
export function isGrowingPath(url: URL): boolean {
  if (swallowsItself(url)) return true;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > maxSegments) return true;
  if (segments.length < 4) return false;
  const words = segments.filter(isWord);
  if (segments.length >= wanderingSegments && new Set(words).size * 2 <= words.length) return true;
  for (let period = 1; period <= segments.length / 3; period++) {
    const times = period === 1 ? 4 : 3;
    for (let start = 0; start + period * times <= segments.length; start++) {
      const block = segments.slice(start, start + period);
      if (block.some(isWord) && repeats(segments, start, period, times)) return true;
    }
  }
  return false;
}

/**
 * Whether a query contains its own URL repeatedly: `?next=/login?next=/login?next=…`. Other values that are encoded repeatedly do
 * not count.
 */
function swallowsItself(url: URL): boolean {
  if (!url.search.includes('%2525')) return false;
  const decoded = url.search.replace(/%(?:25)*(3D|3F|26)/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [...url.searchParams.keys()].some((name) => name !== '' && decoded.split(`${name}=`).length > 3);
}

const isWord = (segment: string): boolean => segment.length > 1 && /\p{L}/u.test(segment);

function repeats(segments: readonly string[], start: number, period: number, times: number): boolean {
  for (let at = start + period; at < start + period * times; at++) {
    if (segments[at] !== segments[at - period]) return false;
  }
  return true;
}

/** A URL that is about a date. */
export interface DatedUrl {
  /** The URL without its date, which the pages of one calendar share. */
  shape: string;
  year: number;
  /** From 1 to 12. */
  month: number;
  /** Whether the page is about a day, and not a month. */
  daily: boolean;
}

const pathDate = /\/(\d{4})([/-])(0?[1-9]|1[0-2])(?:\2(0?[1-9]|[12]\d|3[01]))?\/?(?:index\.[a-z]+)?$/;
const compactPathDate = /\/(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\/?$/;
const dateValue = /^(\d{4})-?(0[1-9]|1[0-2])(?:-?(0[1-9]|[12]\d|3[01]))?(?:T.*)?$/;
const dateName = /date|day|month|cal|from|until|start|end|check|week|^(?:d|m|ym|when|to|t)$/i;
const yearName = /^(?:\w*_)?(?:year|yr|y)$/i;
const monthName = /^(?:\w*_)?(?:month|mon|m)$/i;
const dayName = /^(?:\w*_)?(?:day|d)$/i;

/**
 * Returns the date of a URL that is about nothing else: `/events/2025/06/`, `/calendar?month=6&year=2025`,
 * `/rooms?from=2025-06-01`. Null for an article below a date (`/2025/06/01/a-title`).
 */
export function datedUrl(url: URL): DatedUrl | null {
  const inPath = pathDate.exec(url.pathname);
  const compact = inPath === null ? compactPathDate.exec(url.pathname) : null;
  const names = [...new Set(url.searchParams.keys())].sort().join('&');
  if (inPath !== null || compact !== null) {
    const [whole = '', year, ...rest] = inPath ?? compact ?? [];
    const [month, day] = inPath === null ? rest : rest.slice(1);
    const prefix = url.pathname.slice(0, url.pathname.length - whole.length);
    const shape = `${url.origin}${prefix}/{date}${names === '' ? '' : `?${names}`}`;
    return { shape, year: Number(year), month: Number(month), daily: day !== undefined };
  }
  if (names === '') return null;
  const shape = `${url.origin}${url.pathname}?${names}`;
  let year: string | undefined;
  let month: string | undefined;
  let daily = false;
  for (const [name, value] of url.searchParams) {
    const found = dateName.test(name) ? dateValue.exec(value) : null;
    if (found !== null) {
      return { shape, year: Number(found[1]), month: Number(found[2]), daily: found[3] !== undefined };
    }
    if (yearName.test(name) && /^\d{4}$/.test(value)) year = value;
    else if (monthName.test(name) && /^(?:0?[1-9]|1[0-2])$/.test(value)) month = value;
    else if (dayName.test(name) && /^\d{1,2}$/.test(value)) daily = true;
  }
  return year === undefined || month === undefined
    ? null
    : { shape, year: Number(year), month: Number(month), daily };
}

/** A URL with a session id. */
export interface SessionUrl {
  /** The URL without its session id. */
  base: string;
  id: string;
  /** Whether the name can only mean a session id; `sid` may also be the id of a story. */
  certain: boolean;
}

const certainName =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|asp\.net_sessionid|session_?id|sessid|cftoken|oscsid|zenid|xtcsid)$/i;
const possibleName = /^(?:sid|session|sess|s_id|sessionkey)$/i;
const pathSession = /;(?:jsessionid|phpsessid|sessionid)=([\w.!-]+)/i;
/** ASP.NET's cookieless sessions: `/(S(h4fd…))/page.aspx`. */
const cookieless = /\/\([A-Z]\(([a-z0-9]{20,})\)\)(?=\/)/i;

/** Returns the session id in a URL; null if there is none. */
export function sessionUrl(url: URL): SessionUrl | null {
  for (const pattern of [pathSession, cookieless]) {
    const found = pattern.exec(url.pathname);
    if (found === null) continue;
    const base = `${url.origin}${url.pathname.replace(found[0], '')}${url.search}`;
    return { base, id: found[1] ?? '', certain: true };
  }
  if (url.search === '') return null;
  for (const [name, value] of url.searchParams) {
    const certain = certainName.test(name);
    if (!certain && !possibleName.test(name)) continue;
    if (!/^[\w,.-]{8,}$/.test(value) || !/\d/.test(value)) continue;
    const rest = new URLSearchParams(url.searchParams);
    rest.delete(name);
    rest.sort();
    return { base: `${url.origin}${url.pathname}?${rest.toString()}`, id: value, certain };
  }
  return null;
}

const pagingName =
  /^(?:\w*[_-])?(?:p|pg|page|paged|pageno|pagenum|pagenumber|page_?number|seite|offset|start|skip|from|first|cursor|after|limit|per_?page)$/i;

/** Returns the parameters that select what a page shows, in a fixed order, without those for pagination. */
export function filtersOf(url: URL): [name: string, value: string][] {
  return [...url.searchParams]
    .filter(([name, value]) => value !== '' && !pagingName.test(name))
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0));
}
