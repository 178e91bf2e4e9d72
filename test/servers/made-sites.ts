import { thing, things, type Thing } from './made-data.ts';
import { startServer, type TestServer } from './server.ts';
import { listMakings, type ListMaking, type TrueRow } from './made-lists.ts';

/** A site of one making, whose rows are known. */
export interface MadeSite {
  name: string;
  /** The path to begin at. */
  start: string;
  /** What is to be taken: the rows of the page, of all pages, or also of the pages of the rows. */
  scope: 'page' | 'all' | 'details';
  /** The rows of all pages that are to be taken. */
  rows: readonly TrueRow[];
  /** The page at a path with its query; null where there is none. */
  page(path: string): string | null;
}

/** How the pages of a list lead to each other. */
interface Pager {
  /** The path of a page, which counts from 1. */
  path(page: number): string;
  /** Its markup on a page. */
  html(page: number, last: number): string;
}

const perPage = 10;

const linkTo = (href: string, text: string, more = ''): string => `<a href="${href}"${more}>${text}</a>`;

const numbered = (path: (page: number) => string, page: number, last: number): string =>
  Array.from({ length: last }, (_, index) =>
    index + 1 === page ? `<span>${page}</span>` : linkTo(path(index + 1), String(index + 1)),
  ).join(' ');

const query =
  (name: string, step = 1) =>
  (page: number): string =>
    page === 1 ? '/list' : `/list?${name}=${step === 1 ? page : (page - 1) * step}`;
const folder = (page: number): string => (page === 1 ? '/list' : `/list/seite/${page}`);

const pagers = {
  relNext: {
    path: query('page'),
    html: (page, last) =>
      `<div class="pages">${numbered(query('page'), page, last)} ${page < last ? linkTo(query('page')(page + 1), 'Next', ' rel="next"') : ''}</div>`,
  },
  numbers: {
    path: query('p'),
    html: (page, last) =>
      `<ul class="pagination"><li>${numbered(query('p'), page, last).replaceAll('</a> ', '</a></li><li>')}</li></ul>`,
  },
  german: {
    path: folder,
    html: (page, last) =>
      `<nav>${page > 1 ? linkTo(folder(page - 1), 'Vorherige Seite') : ''} ${page < last ? linkTo(folder(page + 1), 'Nächste Seite') : ''}</nav>`,
  },
  offset: {
    path: query('start', perPage),
    html: (page, last) =>
      `<p class="pager">${page > 1 ? linkTo(query('start', perPage)(page - 1), '«') : ''} Page ${page} of ${last} ${page < last ? linkTo(query('start', perPage)(page + 1), '»') : ''}</p>`,
  },
  more: {
    path: query('p'),
    html: (page, last) => (page < last ? `<p>${linkTo(query('p')(page + 1), 'More')}</p>` : ''),
  },
} satisfies Record<string, Pager>;

const frame = (
  title: string,
  main: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><header><a href="/">The harbour book</a><nav><ul><li><a href="/about">About</a></li><li><a href="/help">Help</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>
<main><h1>${title}</h1>${main}</main><footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer></body></html>`;

function site(
  name: string,
  making: ListMaking,
  pager: Pager | null = null,
  detail: { page: (thing: Thing) => string; cells: (thing: Thing) => TrueRow } | null = null,
): MadeSite {
  const last = pager === null ? 1 : 2;
  const all = things(1, perPage * last);
  const pathOf = pager?.path ?? (() => '/list');
  const pages = new Map<string, string>();
  for (let page = 1; page <= last; page += 1) {
    const some = all.slice((page - 1) * perPage, page * perPage);
    pages.set(pathOf(page), frame('The list', `${making.html(some)}${pager?.html(page, last) ?? ''}`));
  }
  return {
    name,
    start: '/list',
    scope: detail !== null ? 'details' : pager !== null ? 'all' : 'page',
    rows: all.map((each) =>
      detail === null ? making.cells(each) : { ...making.cells(each), ...detail.cells(each) },
    ),
    page(path) {
      const id = Number(/^\/thing\/(\d+)$/u.exec(path)?.[1] ?? Number.NaN);
      if (all.some((each) => each.id === id)) {
        const of = thing(id);
        return frame(of.name, detail?.page(of) ?? `<p>${of.text}</p>`);
      }
      return pages.get(path) ?? null;
    },
  };
}

const euros = ({ cents }: Thing): string => (cents / 100).toFixed(2);

const structured = {
  page: (of: Thing) =>
    `<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: of.name,
      sku: `HB-${1000 + of.id}`,
      description: of.text,
      brand: { '@type': 'Brand', name: of.person },
      offers: { '@type': 'Offer', price: euros(of), priceCurrency: 'EUR' },
    })}</script><div class="buy"><h2>${of.name}</h2><p>${of.text}</p><p class="amount">€${euros(of)}</p></div>`,
  cells: (of: Thing) => ({ sku: `HB-${1000 + of.id}`, maker: of.person }),
};

const properties = {
  page: (of: Thing) =>
    `<p class="lead">${of.text}</p><table class="facts"><tr><th>Master</th><td>${of.person}</td></tr><tr><th>Home port</th><td>${of.place}</td></tr><tr><th>Crew</th><td>${of.count}</td></tr></table>`,
  cells: (of: Thing) => ({ master: of.person, crew: of.count }),
};

/** Sites of different makings. */
export const madeSites: readonly MadeSite[] = [
  site('cards', listMakings.cards, pagers.relNext),
  site('a table', listMakings.table, pagers.numbers),
  site('dt and dd', listMakings.terms, pagers.more),
  site('pairs of rows', listMakings.pairs, pagers.more),
  site('rows of unique classes', listMakings.unique, pagers.offset),
  site('a thread', listMakings.thread),
  site('a grid with columns', listMakings.grid, pagers.german),
  site('paragraphs between rules', listMakings.ruled),
  site('articles', listMakings.articles, pagers.relNext),
  site('hashed classes', listMakings.hashed, pagers.numbers),
  site('details with structured data', listMakings.plain, null, structured),
  site('details with a table', listMakings.cards, null, properties),
];

/** Serves a site. It has no robots.txt. */
export const serveMadeSite = (site: MadeSite): Promise<TestServer> =>
  startServer({
    '*': ({ request, response }) => {
      const html = site.page(request.url ?? '/');
      response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html ?? '<h1>Not found</h1>');
    },
  });

/** The value as the truth of a site tells it: an address of the site by its path. */
const asTold = (value: unknown, origin: string): unknown =>
  typeof value === 'string' && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;

/**
 * How rows compare with the truth of a site.
 * @param taken the rows that were taken, in any order, with any names of their columns
 * @returns the fields that no column holds, how many rows are not told by the truth, and how many there are
 */
export function judge(
  taken: readonly Readonly<Record<string, unknown>>[],
  truth: readonly TrueRow[],
  origin: string,
): { missing: string[]; wrong: number; rows: number } {
  const names = [...new Set(taken.flatMap((row) => Object.keys(row)))];
  const valuesOf = (name: string): string[] =>
    taken.map((row) => JSON.stringify(asTold(row[name], origin)) ?? '');
  const columns = names.map(valuesOf);
  const fields = Object.keys(truth[0] ?? {}).map((field) => {
    const values = truth.map((row) => JSON.stringify(row[field]));
    return { field, values, column: columns.find((column) => sameValues(column, values)) };
  });
  const found = fields.flatMap(({ values, column }) => (column === undefined ? [] : [{ values, column }]));
  const trueRows = new Set(truth.map((_, at) => found.map(({ values }) => values[at]).join()));
  const takenRows = taken.map((_, at) => found.map(({ column }) => column[at]).join());
  return {
    missing: fields.filter(({ column }) => column === undefined).map(({ field }) => field),
    wrong: takenRows.filter((row) => !trueRows.has(row)).length,
    rows: taken.length,
  };
}

const sameValues = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join() === others.toSorted().join();
