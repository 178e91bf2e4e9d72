/** Where a URL holds the number of a page. */
export interface NumberSlot {
  /** `query`: the value of the argument `name`; `path`: a number in the path after the text `name`. */
  readonly where: 'query' | 'path';
  readonly name: string;
}

/** How the URL of a link differs from that of its page. */
export type UrlStep =
  /** Another site, or no URL that can be fetched. */
  | { readonly kind: 'elsewhere' }
  /** The same page, also where only the fragment differs. */
  | { readonly kind: 'same' }
  /** Nothing is added or changed, but a number is missing, as on the first page of many lists. */
  | { readonly kind: 'dropped'; readonly slot: NumberSlot; readonly from: number }
  /** It differs in one number. `from` is null where the page has none; `others` says whether more than it differs. */
  | {
      readonly kind: 'number';
      readonly slot: NumberSlot;
      readonly from: number | null;
      readonly to: number;
      readonly others: boolean;
    }
  /** Another page of the site. `sameFile`: only its arguments differ. */
  | { readonly kind: 'other'; readonly sameFile: boolean };

/** Arguments that hold the number of a page or an offset. */
const pageNames =
  /^(?:p|pg|page|paged|pages|pageno|page_?num(?:ber)?|page_?id|pagenr|page_?index|pn|cp|cur_?page|current_?page|start|start_?index|offset|from|begin|skip|index|first|nao|o|s|st|seite|pagina|página|sida|side|strana|strona|sivu|stran|halaman|trang|sayfa|page_no|to_?page|nextpage|_?page)$/i;

/** Whether an argument holds the number of a page, as far as its name says. */
export const isPageName = (name: string): boolean =>
  pageNames.test(name.replace(/^.*[[.:](?=\w)/, '').replace(/\]$/, ''));

/** Whether an argument sets how many records a page has. */
export const isSizeName = (name: string): boolean =>
  /per_?page|page_?size|^(?:limit|size|show|count|rpp|ipp|display|view_?by|num|items?|records?)$/i.test(name);

const hostOf = (url: URL): string => url.host.replace(/^www\./, '');
const pathOf = (url: URL): string => url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');

/** Compares the URL of a link with that of its page. */
export function stepBetween(page: URL, link: URL): UrlStep {
  if (!/^https?:$/.test(link.protocol) || hostOf(page) !== hostOf(link)) return { kind: 'elsewhere' };
  const [pagePath, linkPath] = [pathOf(page), pathOf(link)];
  if (pagePath.toLowerCase() === linkPath.toLowerCase()) return stepInQuery(page, link);
  return stepInPath(pagePath, linkPath) ?? { kind: 'other', sameFile: false };
}

function stepInQuery(page: URL, link: URL): UrlStep {
  const before = new Map(page.searchParams);
  const after = new Map(link.searchParams);
  const changed = [...after].filter(
    ([name, value]) => before.get(name) !== value && !(value === '' && !before.has(name)),
  );
  if (changed.length === 0) {
    const gone = [...before].filter(([name, value]) => !after.has(name) && /^\d{1,7}$/.test(value));
    const [name, value] = gone.find(([key]) => isPageName(key)) ?? [];
    if (name === undefined || value === undefined) {
      return gone.length === 0 ? { kind: 'same' } : { kind: 'other', sameFile: true };
    }
    return { kind: 'dropped', slot: { where: 'query', name }, from: Number(value) };
  }
  const numeric = changed.filter(([, value]) => /^\d{1,7}$/.test(value));
  const chosen =
    numeric.find(([name]) => isPageName(name)) ?? (changed.length === 1 ? numeric[0] : undefined);
  if (chosen === undefined) return { kind: 'other', sameFile: true };
  const [name, value] = chosen;
  const old = before.get(name) ?? '';
  return {
    kind: 'number',
    slot: { where: 'query', name },
    from: /^\d{1,7}$/.test(old) ? Number(old) : null,
    to: Number(value),
    others: changed.length > 1,
  };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** What two texts have between their common beginning and end, without cutting a number. */
function between(a: string, b: string): { head: string; a: string; b: string } {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  if (isDigit(a.charCodeAt(start)) || isDigit(b.charCodeAt(start))) {
    while (start > 0 && isDigit(a.charCodeAt(start - 1))) start -= 1;
  }
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  if (isDigit(a.charCodeAt(a.length - 1 - end)) || isDigit(b.charCodeAt(b.length - 1 - end))) {
    while (end > 0 && isDigit(a.charCodeAt(a.length - end))) end -= 1;
  }
  return { head: b.slice(0, start), a: a.slice(start, a.length - end), b: b.slice(start, b.length - end) };
}

const addedNumber = /^([/_.=-]{0,2}\p{L}{0,14}[/_.=-]?)(\d{1,7})$/u;
const bareEnd = /^(?:\/?index)?(?:\.[a-z]{3,5})?$/;

/** The text before the number of a page, as far as it belongs to it. */
const slotIn = (before: string): NumberSlot => ({
  where: 'path',
  name: /(?:[^\d/]+[/_.=-]*|[/_.=-]+)$/.exec(before)?.[0] ?? '',
});

function stepInPath(page: string, link: string): UrlStep | null {
  const middle = between(page, link);
  const plain = withoutExtension(middle.b);
  if (/^\d{1,7}$/.test(plain) && /^\d{1,7}$/.test(middle.a)) {
    const slot = slotIn(middle.head);
    return { kind: 'number', slot, from: Number(middle.a), to: Number(plain), others: false };
  }
  const added = addedNumber.exec(plain);
  if (added !== null && bareEnd.test(middle.a)) {
    const slot = slotIn(middle.head + (added[1] ?? ''));
    return { kind: 'number', slot, from: null, to: Number(added[2]), others: false };
  }
  const gone = addedNumber.exec(withoutExtension(middle.a));
  if (gone !== null && bareEnd.test(middle.b)) {
    return { kind: 'dropped', slot: slotIn(middle.head + (gone[1] ?? '')), from: Number(gone[2]) };
  }
  return null;
}

const withoutExtension = (path: string): string => path.replace(/\.[a-z]{3,5}$/, '');

const marked =
  /[/_.-](?:pages?|pg|p|seite|pagina|página|sida|side|strona|strana|halaman|trang|sayfa)[/_.=-]?(\d{1,6})(?=$|[/_.-])/giu;

/** The number of a page that a URL names by itself: "?page=3", "/page/3/". Null: none. */
export function markedNumber(url: URL): number | null {
  for (const [name, value] of url.searchParams) {
    if (name.length > 1 && isPageName(name) && /^\d{1,7}$/.test(value)) return Number(value);
  }
  const found = [...url.pathname.matchAll(marked)].at(-1);
  return found === undefined ? null : Number(found[1]);
}
