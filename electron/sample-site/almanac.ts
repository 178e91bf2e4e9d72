import { almanac, articles, authorOf, products, site } from './content.ts';
import { framed, html, render, scriptJson, type Page } from './layout.ts';
import { siteModified } from './news.ts';
import { escapeHtml, type View } from './template.ts';
import { priceText } from './text.ts';

/** The almanac of the harbour: rows, rankings, data in pages, an interface and a feed. */

/** The page of the almanac, its interface or its feed at a URL; null: there is none. */
export function almanacPage({ origin, pathname: path, searchParams }: URL): Page | null {
  if (path === '/api/catches') return catches(origin, searchParams.get('cursor'));
  if (path === '/feed.xml') return feed(origin);
  const [, first, second = '', third = ''] = path.split('/');
  if (first !== 'almanac' || path.split('/').length > 4) return null;
  switch (second) {
    case '':
      return index(origin);
    case 'ferries':
      return ferries(origin, path, third);
    case 'regatta':
      return third === '' ? regatta(origin, path) : null;
    case 'boats':
      return boat(origin, path, third);
    case 'lots':
      return third === '' ? lots(origin, path) : lot(origin, path, third);
    case 'dues':
      return third === '' ? dues(origin, path) : null;
    case 'notices':
      return notice(third, 'Notice of sale', almanac.notices);
    case 'updates':
      return notice(third, 'Water level', almanac.updates);
    case 'log':
      return third === '' ? null : log(origin, path, third);
    case 'ask':
    case 'find':
      return third === '' ? find(origin, path, searchParams.get('q') ?? '') : null;
    default:
      return null;
  }
}

const folders = [
  ...almanac.ferries.map(({ season }) => ({
    href: `/almanac/ferries/${season}.html`,
    name: `Ferries in ${season}`,
  })),
  { href: '/almanac/regatta/', name: 'Regatta' },
  { href: '/almanac/lots/', name: 'Auction' },
  { href: '/almanac/dues/', name: 'Harbour dues' },
  ...almanac.notices.map(({ slug }) => ({
    href: `/almanac/notices/${slug}.html`,
    name: `Notice of sale: ${slug}`,
  })),
  ...almanac.updates.map(({ slug }) => ({
    href: `/almanac/updates/${slug}.html`,
    name: `Water level: ${slug}`,
  })),
  { href: '/almanac/log/2026-1.html', name: 'Log of the pilots' },
  { href: '/almanac/find/?q=brass', name: 'Find in the shop' },
];

function index(origin: string): Page {
  const heading = 'Almanac';
  return framed({ origin, path: '/almanac/', title: heading, modified: siteModified }, 'almanac', {
    heading,
    intro: almanac.about,
    pages: folders,
  });
}

/** A cell of a table: its class, its text and where it leads to. */
type Cell = readonly [name: string, text: string, href?: string | null];

interface Table {
  kind: string;
  heading: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

function table(origin: string, path: string, { rows, ...shown }: Table): Page {
  const cells = ([name, text, href = null]: Cell): View => ({ name, text, href });
  return framed({ origin, path, title: shown.heading, modified: siteModified }, 'almanac-table', {
    ...shown,
    rows: rows.map((row) => ({ cells: row.map(cells) })),
  });
}

function ferries(origin: string, path: string, file: string): Page | null {
  const found = almanac.ferries.find(({ season }) => file === `${season}.html`);
  if (found === undefined) return null;
  return table(origin, path, {
    kind: 'ferries',
    heading: `Ferries in ${found.season}`,
    columns: ['Departs', 'Boat', 'To', 'Pier'],
    rows: found.sailings.map(([departs = '', boat = '', to = '', pier = '']): Cell[] => [
      ['departs', departs],
      ['boat', boat],
      ['to', to],
      ['pier', pier],
    ]),
  });
}

function regatta(origin: string, path: string): Page {
  return table(origin, path, {
    kind: 'ranking',
    heading: 'Regatta',
    columns: ['Place', 'Race', 'Boat', 'Points'],
    rows: almanac.regatta.map(({ place, race, boat: name, points, unlisted }): Cell[] => [
      ['place', place],
      ['race', race],
      ['name', name, unlisted === true ? null : `/almanac/boats/${name.toLowerCase()}.html`],
      ['points', points],
    ]),
  });
}

function boat(origin: string, path: string, file: string): Page | null {
  const found = almanac.boats.find(({ slug }) => file === `${slug}.html`);
  if (found === undefined) return null;
  return framed({ origin, path, title: found.name, modified: siteModified }, 'almanac-boat', found);
}

function lots(origin: string, path: string): Page {
  return framed({ origin, path, title: 'Auction', modified: siteModified }, 'almanac', {
    heading: 'Auction',
    intro: 'What the harbour has found in its sheds.',
    pages: almanac.lots.map(({ number, name }) => ({ href: `/almanac/lots/${number}.html`, name })),
  });
}

/** A lot, told in structured data and in the data of a script; its text says nothing but its name. */
function lot(origin: string, path: string, file: string): Page | null {
  const found = almanac.lots.find(({ number }) => file === `${number}.html`);
  if (found === undefined) return null;
  const { name, price, currency, bids, seller } = found;
  const structured = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: currency,
      seller: { '@type': 'Organization', name: seller },
    },
  };
  const pageProps = {
    lot: { number: found.number, bids: bids.map((amount, at) => ({ number: at + 1, amount })) },
  };
  return framed({ origin, path, title: name, modified: siteModified, structured }, 'almanac-lot', {
    heading: name,
    data: scriptJson({ props: { pageProps }, page: '/lots/[number]' }),
  });
}

function dues(origin: string, path: string): Page {
  return table(origin, path, {
    kind: 'dues',
    heading: 'Harbour dues',
    columns: ['Port', 'Due'],
    rows: almanac.dues.map(({ port, due }): Cell[] => [
      ['port', port],
      ['due', due],
    ]),
  });
}

interface Notice {
  readonly slug: string;
  readonly lang: string | null;
  readonly dates: readonly string[];
}

/** A notice in its own language, outside of the frame of the site. */
function notice(file: string, title: string, notices: readonly Notice[]): Page | null {
  const found = notices.find(({ slug }) => file === `${slug}.html`);
  if (found === undefined) return null;
  return html(render('notice', { ...found, title: `${title}: ${found.slug}` }), siteModified);
}

function log(origin: string, path: string, file: string): Page | null {
  const [, year, week] = /^(\d{4})-(\d+)\.html$/.exec(file) ?? [];
  const { years, weeks, wind } = almanac.log;
  const at = years.indexOf(Number(year)) * weeks + Number(week) - 1;
  if (!years.includes(Number(year)) || Number(week) > weeks) return null;
  return table(origin, path, {
    kind: 'log',
    heading: `Log of week ${week}, ${year}`,
    columns: ['Week', 'Wind'],
    rows: [
      [
        ['week', `${year}-W${week}`],
        ['wind', wind[at] ?? ''],
      ],
    ],
  });
}

/** The products of the shop that name a word. Robots may ask, unlike the search of the newspaper. */
function find(origin: string, path: string, query: string): Page {
  const word = query.trim().toLowerCase();
  const found = products.filter(
    ({ name, text, tags }) => word !== '' && [name, ...text, ...tags].join(' ').toLowerCase().includes(word),
  );
  return table(origin, path, {
    kind: 'found',
    heading: `Products with “${query}”`,
    columns: ['Name', 'Price'],
    rows: found.map(({ name, price, path: href }): Cell[] => [
      ['name', name, href],
      ['price', priceText(price)],
    ]),
  });
}

/** Catches in portions of three; `next` leads to the portion after them. The cursor tells nothing but where to go on. */
function catches(origin: string, cursor: string | null): Page | null {
  const from = cursor === null ? 0 : cursorPlace(cursor);
  if (from === null) return null;
  const to = from + 3;
  const next =
    to < almanac.catches.length
      ? `${origin}/api/catches?cursor=${Buffer.from(`after ${to}`).toString('base64url')}`
      : null;
  const body = JSON.stringify({ results: almanac.catches.slice(from, to), next });
  return { ...html(body, siteModified), contentType: 'application/json' };
}

function cursorPlace(cursor: string): number | null {
  const place = Number(/^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? Number.NaN);
  return place > 0 && place < almanac.catches.length ? place : null;
}

/** The newest articles as RSS 2.0. */
function feed(origin: string): Page {
  const entries = articles
    .slice(0, 10)
    .map((article) =>
      [
        '<item>',
        `<title>${escapeHtml(article.title)}</title>`,
        `<link>${origin}${article.path}</link>`,
        `<guid isPermaLink="true">${origin}${article.path}</guid>`,
        `<pubDate>${new Date(article.published).toUTCString()}</pubDate>`,
        `<dc:creator>${escapeHtml(authorOf(article.author).name)}</dc:creator>`,
        ...article.tags.map((tag) => `<category>${escapeHtml(tag)}</category>`),
        `<description><![CDATA[<p>${escapeHtml(article.summary)}</p>]]></description>`,
        '</item>',
      ].join('\n'),
    );
  const head = `<title>${escapeHtml(site.name)}</title><link>${origin}/</link><description>${escapeHtml(site.motto)}</description>`;
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${head}\n${entries.join('\n')}\n</channel></rss>\n`;
  return { ...html(body, siteModified), contentType: 'application/rss+xml; charset=utf-8' };
}
