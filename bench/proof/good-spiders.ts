import { hash } from 'node:crypto';
import { draftLists } from '../../electron/authoring/lists/draft-lists.ts';
import { rankByValues } from '../../electron/authoring/selectors/by-value.ts';
import { describeTree } from '../../electron/authoring/tree.ts';
import { fingerprintUrl } from '../../electron/engine/fingerprint.ts';
import { createOffline } from '../../electron/engine/offline.ts';
import { PageContext } from '../../electron/extract/page-context.ts';
import { extractRows } from '../../electron/extract/rows.ts';
import { selectMatches } from '../../electron/extract/select-matches.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import { isFilled } from '../../shared/filled.ts';
import type { ExpectedField, FieldExtract, Spider } from '../../shared/spider/schema.ts';
import { definitionsOf } from '../../electron/authoring/measure-fields.ts';
import { hitsOf } from '../authoring/is-right.ts';
import { nextLinks, textsOf, type LabelledPage, type LabelledSet } from '../authoring/labelled-set.ts';
import { recordText } from '../authoring/record-text.ts';
import { readSaved, type SavedPage } from './saved-pages.ts';

/** A spider that does what the labels of its pages say, with these pages. */
export interface GoodSpider {
  readonly set: string;
  /** Pages of one site are never on both sides of a comparison. */
  readonly site: string;
  readonly spider: Spider;
  readonly pages: readonly SavedPage[];
}

/** Makes the good spiders of a set. */
type Maker = (set: LabelledSet, seed: string) => GoodSpider[];

const makers: Readonly<Record<string, Maker>> = {
  lists: ofLists,
  'lists-modern': ofLists,
  pagination: ofPagination,
  product: ofProducts,
  'fields-swde': ofFields,
  'fields-exalg': ofFields,
};

/** The sets that good spiders are made of. */
export const setsOfSpiders = Object.keys(makers);

export const goodSpiders = (set: LabelledSet, seed: string): GoodSpider[] =>
  makers[set.name]?.(set, seed) ?? [];

/** Most pages of one spider, and pages whose values are given as examples. */
const maxPages = 20;
const examplePages = 3;

const hostOf = (name: string): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.example`;

/** A list page whose records are labelled: the first proposal that holds just these records, and rows by the labels themselves. */
function ofLists(set: LabelledSet): GoodSpider[] {
  return set.pages.flatMap((page, at) => {
    const url = page.url || `https://${hostOf(page.id)}/list`;
    const tree = set.parse(page);
    const isWanted = (texts: string[]): boolean => {
      const { wanted, hits, found } = hitsOf(textsOf(page), texts);
      return hits === wanted && found === wanted;
    };
    const group = `list ${at}`;
    const pages = [{ url, group, body: set.bytes(page) }];
    const spiders = [
      listSpider({ url, tree }, [], isWanted)?.spider ?? [],
      labelledSpider(page, { url, tree }, isWanted) ?? [],
    ];
    return spiders.flat().map((spider) => ({ set: set.name, site: siteOf(page), spider, pages }));
  });
}

/** A spider whose rows are selected by the paths that the labels name, with the text and the first link of each. */
function labelledSpider(
  { xpath, records }: LabelledPage,
  { url, tree }: ListPage,
  isWanted: (texts: string[]) => boolean,
): Spider | null {
  const paths = Array.isArray(records) ? records.filter((path) => typeof path === 'string') : [];
  const selector = typeof xpath === 'string' ? xpath : paths.join(' | ');
  const selected = selector.startsWith('/') ? selectMatches(tree.document, 'xpath', selector) : null;
  const rows = selected?.ok === true ? selected.matches.flatMap(({ node }) => node ?? []) : [];
  if (rows.length === 0 || !isWanted(rows.map((row) => recordText([row])))) return null;
  const extract = { text: { xpath: 'normalize-space(.)' }, link: { xpath: './/a/@href' } };
  const context = new PageContext(tree, { url, fetchedAt: 0 });
  const made = extractRows(tree, { extract, iterate: { selector } }, context).rows;
  const texts = made.map(({ values }) => values['text']);
  const hasLinks = made.some(({ values }) => isFilled(values['link']));
  return {
    name: 'labelled',
    allowed_domains: [new URL(url).hostname],
    start_urls: [url],
    rules: [{ allow: ['.*'], callback: 'parse_rows', follow: false }],
    callbacks: {
      parse_rows: { iterate: { selector }, extract: hasLinks ? extract : { text: extract.text } },
    },
    expect: { fields: { text: expectedOf(texts) } },
  };
}

/** The site of a page; each page of a set without sites is one of its own. */
const siteOf = ({ site, id }: LabelledPage): string => site ?? id;

interface ListPage {
  readonly url: string;
  readonly tree: PageTree;
}

/** Fewer rows of another page are no list. */
const minRows = 3;

/**
 * A spider for the first list of a page whose records are wanted, and the other pages on which it finds such a list.
 * @param others pages of the same site
 */
function listSpider(
  { url, tree }: ListPage,
  others: readonly ListPage[],
  isWanted: (texts: string[]) => boolean,
): { spider: Spider; taken: readonly ListPage[] } | null {
  const context = new PageContext(tree, { url, fetchedAt: 0 });
  for (const { selector, list, fields } of draftLists(tree, context, describeTree(tree))) {
    const selected = selectMatches(tree.document, 'css', selector);
    const heads = selected.ok ? selected.matches.flatMap(({ node }) => node ?? []) : [];
    const records = new Map(list.records.map((record) => [record[0], record]));
    if (!isWanted(heads.map((head) => recordText(records.get(head) ?? [head])))) continue;
    const all = definitionsOf(fields);
    const first = extractRows(tree, { extract: all, iterate: { selector } }, context).rows;
    // Proposals leave out what has no value on the page.
    const extract = Object.fromEntries(
      Object.entries(all).filter(([name]) => first.some(({ values }) => isFilled(values[name]))),
    );
    const rowsOf = (page: ListPage) =>
      extractRows(
        page.tree,
        { extract, iterate: { selector } },
        new PageContext(page.tree, { url: page.url, fetchedAt: 0 }),
      ).rows;
    const own = rowsOf({ url, tree });
    const always = Object.keys(extract).filter((name) => own.every(({ values }) => isFilled(values[name])));
    const alike = others.filter((page) => {
      const rows = rowsOf(page);
      return (
        rows.length >= minRows && rows.every(({ values }) => always.every((name) => isFilled(values[name])))
      );
    });
    const rows = [...own, ...alike.flatMap(rowsOf)];
    const expected = Object.fromEntries(
      Object.keys(extract).map((name) => [name, expectedOf(rows.map(({ values }) => values[name]))]),
    );
    const urls = [url, ...alike.map((page) => page.url)];
    const spider = {
      name: 'list',
      allowed_domains: [new URL(url).hostname],
      start_urls: urls,
      rules: [{ allow: urls.map((each) => `^${escapeRegex(each)}$`), callback: 'parse_rows', follow: false }],
      callbacks: { parse_rows: { iterate: { selector }, extract } },
      expect: { fields: expected },
    };
    return { spider, taken: [{ url, tree }, ...alike] };
  }
  return null;
}

/** What a person would expect of the values of a field: it is filled if it is in all records, and one value for all is meant. */
function expectedOf(values: readonly unknown[]): ExpectedField {
  const filled = values.filter(isFilled);
  const texts = new Set(filled.map((value) => JSON.stringify(value)));
  return {
    ...(filled.length === values.length ? { required: true } : {}),
    ...(texts.size === 1 && values.length > 1 ? { constant: true } : {}),
    examples: [filled[0], filled[filled.length >> 1]].filter(isFilled),
  };
}

const escapeRegex = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The pages of a list on one site: the best list, and the labelled link to the next page. */
function ofPagination(set: LabelledSet): GoodSpider[] {
  const sites = Map.groupBy(set.pages, siteOf);
  return [...sites].flatMap(([site, all]) => {
    const page = all.find((each) => (nextLinks(each)?.size ?? 0) > 0);
    const css = page === undefined ? null : nextSelector(page);
    if (page?.url === undefined || css === null) return [];
    const listed = all.flatMap((each) => {
      const url = URL.parse(each.url ?? '')?.href;
      const isOther = nextSelector(each) !== null && nextSelector(each) !== css;
      return url === undefined || isOther ? [] : { page: each, url, tree: set.parse(each) };
    });
    const first = listed.find((each) => each.page === page);
    const found =
      first === undefined
        ? null
        : listSpider(
            first,
            listed.filter((each) => each !== first),
            () => true,
          );
    if (first === undefined || found === null) return [];
    const rule = { restrict_css: [css], callback: 'parse_rows', follow: true };
    const made = { ...found.spider, rules: [...(found.spider.rules ?? []), rule] };
    const body = set.bytes(page);
    if (!takesNext(made, { url: first.url, body }, nextLinks(page) ?? new Set())) return [];
    const saved = listed
      .filter(({ url }) => found.taken.some((each) => each.url === url))
      .map((each) => ({ url: each.url, group: 'list', body: set.bytes(each.page) }));
    return [{ set: set.name, site, spider: made, pages: saved }];
  });
}

/** Whether the rules of a spider take one of the links of its page. @param wanted as the page writes them */
function takesNext(
  spider: Spider,
  { url, body }: Omit<SavedPage, 'group'>,
  wanted: ReadonlySet<string>,
): boolean {
  const { links } = createOffline(spider).extract(readSaved(url, body));
  const urls = new Set([...wanted].flatMap((href) => URL.parse(href, url)?.href ?? []).map(fingerprintUrl));
  return links.some(({ fingerprint }) => urls.has(fingerprint));
}

function nextSelector({ labels }: LabelledPage): string | null {
  const all: unknown = labels;
  const next: unknown = typeof all === 'object' && all !== null && 'NEXT' in all ? all.NEXT : null;
  const css: unknown = typeof next === 'object' && next !== null && 'css' in next ? next.css : null;
  return typeof css === 'string' && css !== '' ? css : null;
}

/** One page about a product: a selector for each labelled value that the page shows. */
function ofProducts(set: LabelledSet): GoodSpider[] {
  return set.pages.flatMap((page) => {
    const truth: unknown = page['truth'];
    if (typeof truth !== 'object' || truth === null) return [];
    const tree = set.parse(page);
    const values = Object.fromEntries(
      Object.entries(truth).flatMap(([name, of]: [string, unknown]) =>
        ['price', 'sku', 'brand', 'mpn', 'gtin'].includes(name) && Array.isArray(of)
          ? [[name, [String(of[0])]]]
          : [],
      ),
    );
    const url = `https://${hostOf(page.id.slice(0, 12))}/product`;
    const made = detailSpider([{ tree, values }], { urls: [url], allow: [`^${escapeRegex(url)}$`] });
    if (made === null) return [];
    return [
      {
        set: set.name,
        site: page.id,
        spider: made,
        pages: [{ url, group: 'product', body: set.bytes(page) }],
      },
    ];
  });
}

/** Detail pages of a site: some of its fields, on some of its pages, as often as there are enough of both. */
function ofFields(set: LabelledSet, seed: string): GoodSpider[] {
  const sites = Map.groupBy(set.pages, siteOf);
  return [...sites].flatMap(([site, all]) => {
    const shuffled = all
      .map((page) => ({ page, key: hash('sha256', `${seed} ${page.id}`) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ page }) => page);
    return Array.from({ length: 6 }, (_, number) => {
      const size = [20, 12, 8, 16, 10, 6][number] ?? maxPages;
      const own = Array.from({ length: Math.min(size, shuffled.length) }, (_each, at) => {
        return shuffled[(number * 7 + at) % shuffled.length];
      }).filter((page) => page !== undefined);
      return ofSite(set, site, own, number);
    }).filter((each) => each !== null);
  });
}

function ofSite(
  set: LabelledSet,
  site: string,
  own: readonly LabelledPage[],
  number: number,
): GoodSpider | null {
  const base = `https://${hostOf(site)}/page`;
  const pages = own.map((page) => ({ tree: set.parse(page), values: valuesOf(page) }));
  const urls = own.map(({ id }) => `${base}/${encodeURIComponent(id.replaceAll('/', '-'))}`);
  const made = detailSpider(pages, { urls, allow: [`^${escapeRegex(base)}/`] });
  if (made === null) return null;
  const saved = own.map((page, at) => ({ url: urls[at] ?? base, group: 'detail', body: set.bytes(page) }));
  return { set: set.name, site, spider: { ...made, name: `details-${number}` }, pages: saved };
}

function valuesOf({ fields, values }: LabelledPage): Record<string, string[]> {
  const found = fields ?? values;
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).map(([field, of]: [string, unknown]) => [
      /^\d/.test(field) ? `field_${field}` : field,
      Array.isArray(of) ? of.filter((each) => typeof each === 'string') : [],
    ]),
  );
}

interface LabelledTree {
  readonly tree: PageTree;
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** A spider of detail pages with the fields that one selector finds on all pages that have one value of them. */
function detailSpider(
  pages: readonly LabelledTree[],
  { urls, allow }: { urls: readonly string[]; allow: string[] },
): Spider | null {
  const names = [...new Set(pages.flatMap(({ values }) => Object.keys(values)))];
  const found = names.flatMap((name) => {
    const own = pages.filter(({ values }) => values[name]?.length === 1);
    if (own.length * 2 < pages.length || own.length === 0) return [];
    const wanted = (page: LabelledTree): string => page.values[name]?.[0] ?? '';
    const labelled = own.slice(0, examplePages).map((page) => ({ page: page.tree, value: wanted(page) }));
    const others = pages.filter(({ tree }) => !labelled.some(({ page }) => page === tree));
    const [best] = rankByValues(
      labelled,
      others.map(({ tree }) => tree),
    );
    if (best === undefined) return [];
    const definition: FieldExtract = { [best.language]: best.selector, processors: [{ type: 'strip' }] };
    const isRight = own.every((page) => valueIsRight(firstOf(page.tree, best), wanted(page)));
    const isEmptyElsewhere = pages.every((page) => own.includes(page) || firstOf(page.tree, best) === '');
    if (!isRight || !isEmptyElsewhere) return [];
    const isOne = own.length > 1 && new Set(own.map(wanted)).size === 1;
    const expected: ExpectedField = {
      ...(own.length === pages.length ? { required: true } : {}),
      ...(isOne ? { constant: true } : {}),
      examples: labelled.map(({ value }) => value),
    };
    return [{ name, definition, expected }];
  });
  const [first] = urls;
  if (found.length < 2 || first === undefined) return null;
  return {
    name: 'details',
    allowed_domains: [new URL(first).hostname],
    start_urls: [first],
    rules: [{ allow, callback: 'parse_detail', follow: false }],
    callbacks: { parse_detail: { extract: definitionsOf(found) } },
    expect: { fields: Object.fromEntries(found.map(({ name, expected }) => [name, expected])) },
  };
}

function firstOf(
  tree: PageTree,
  { language, selector }: { language: 'css' | 'xpath'; selector: string },
): string {
  const selected = selectMatches(tree.document, language, selector);
  return (selected.ok ? (selected.matches[0]?.text ?? '') : '').replaceAll(/\s+/g, ' ').trim();
}

/** As the sets are scored: the value, or one that holds it and is not much longer. */
function valueIsRight(value: string, written: string): boolean {
  const truth = written.replaceAll(/\s+/g, ' ').trim();
  return value === truth || (value.includes(truth) && value.length <= 1.6 * truth.length + 12);
}
