/** A URL in the parts that a pattern can vary. */
export interface UrlParts {
  readonly url: string;
  /** Position of each part: the segments of the path, then the values of the query. */
  readonly values: readonly string[];
}

/** URLs of one form: of one host, with as many segments, and the same arguments in the same order. */
export interface UrlForm {
  readonly origin: string;
  /** Number of segments of the path; the parts after them are values of arguments. */
  readonly segments: number;
  /** Names of the arguments as written. */
  readonly names: readonly string[];
  readonly urls: UrlParts[];
}

/** What a part of the URLs of a group is. */
export type Part =
  | { readonly kind: 'constant'; readonly value: string }
  /** One of these values. */
  | { readonly kind: 'some'; readonly values: readonly string[] }
  /** Anything else than these values, which belong to other groups. */
  | { readonly kind: 'other'; readonly than: readonly string[]; readonly values: readonly string[] }
  | { readonly kind: 'any'; readonly values: readonly string[] };

/** URLs that differ in the parts that are no constants. */
export interface UrlGroup {
  readonly form: UrlForm;
  readonly parts: readonly Part[];
  readonly urls: readonly string[];
}

/** Puts URLs of one form together. URLs without a fragment, each once. */
export function formsOf(urls: readonly string[]): UrlForm[] {
  const forms = new Map<string, UrlForm>();
  for (const url of urls) {
    const [, origin, path = '', query] = /^(https?:\/\/[^/?#]*)([^?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
    if (origin === undefined) continue;
    const segments = path.split('/').slice(1);
    const written = query === undefined ? [] : query.split('&');
    const names = written.map((argument) => /^[^=]*=?/.exec(argument)?.[0] ?? '');
    const values = [
      ...segments,
      ...written.map((argument, index) => argument.slice(names[index]?.length ?? 0)),
    ];
    const last = segments.at(-1) === '' ? 'folder' : 'file';
    const key = JSON.stringify([origin, segments.length, last, names]);
    const form = forms.get(key) ?? { origin, segments: segments.length, names, urls: [] };
    forms.set(key, form);
    form.urls.push({ url, values });
  }
  return [...forms.values()];
}

/** Values of the first part that varies, which often names the kind of a page, that get groups of their own. */
const maxKinds = 30;
/** The same for other parts. */
const maxValues = 5;
/** URLs that a value needs for a group of its own. */
const minUrls = 2;

/** Splits the URLs of a form into groups by the parts with few values. The groups do not overlap. */
export function splitForm(form: UrlForm): UrlGroup[] {
  const groups: UrlGroup[] = [];
  const open: { urls: readonly UrlParts[]; fixed: ReadonlyMap<number, Part>; depth: number }[] = [
    { urls: form.urls, fixed: new Map(), depth: 0 },
  ];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    const { urls, fixed, depth } = task;
    const counts = countValues(form, urls);
    const at = depth < 8 ? partToSplit(form, counts, fixed, urls.length) : null;
    if (at === null) {
      groups.push({
        form,
        parts: counts.map((values, index) => fixed.get(index) ?? partOf(values)),
        urls: urls.map(({ url }) => url),
      });
      continue;
    }
    const frequent = [...(counts[at] ?? [])].filter(([, count]) => count >= minUrls).map(([value]) => value);
    const names = new Set(frequent);
    const with_ = (part: Part): Map<number, Part> => new Map(fixed).set(at, part);
    const rest = urls.filter(({ values }) => !names.has(values[at] ?? ''));
    if (rest.length > 0) {
      const values = [...new Set(rest.map((url) => url.values[at] ?? ''))];
      const part: Part =
        values.length <= maxValues ? { kind: 'some', values } : { kind: 'other', than: frequent, values };
      open.push({ urls: rest, fixed: with_(part), depth: depth + 1 });
    }
    for (const value of frequent.toReversed()) {
      const own = urls.filter(({ values }) => values[at] === value);
      open.push({ urls: own, fixed: with_({ kind: 'constant', value }), depth: depth + 1 });
    }
  }
  return groups;
}

function countValues({ segments, names }: UrlForm, urls: readonly UrlParts[]): Map<string, number>[] {
  return Array.from({ length: segments + names.length }, (_, index) => {
    const counts = new Map<string, number>();
    for (const { values } of urls)
      counts.set(values[index] ?? '', (counts.get(values[index] ?? '') ?? 0) + 1);
    return counts;
  });
}

function partOf(counts: ReadonlyMap<string, number>): Part {
  const values = [...counts.keys()];
  const [value = ''] = values;
  return values.length === 1 ? { kind: 'constant', value } : { kind: 'any', values };
}

/** The part with the fewest values that tells kinds of pages apart; null: none does. */
function partToSplit(
  { segments }: UrlForm,
  counts: readonly ReadonlyMap<string, number>[],
  fixed: ReadonlyMap<number, Part>,
  total: number,
): number | null {
  const first = counts.findIndex((values, index) => values.size > 1 && index < segments);
  let best: number | null = null;
  for (const [index, values] of counts.entries()) {
    if (fixed.has(index) || values.size < 2 || values.size * 2 > total) continue;
    if (values.size > (index === first ? maxKinds : maxValues)) continue;
    // Numbers are values and no names.
    if ([...values.keys()].every((value) => /^\d*$/.test(value))) continue;
    if (best === null || values.size < (counts[best]?.size ?? 0)) best = index;
  }
  return best;
}
