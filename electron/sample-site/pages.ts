import { almanacPage } from './almanac.ts';
import { articles, live, products, resource, site, tags } from './content.ts';
import { framed, html, picture, redirect, scriptJson, type Page } from './layout.ts';
import {
  aboutPage,
  archiveIndex,
  archivePage,
  articlePage,
  authorPage,
  authorsPage,
  frontPage,
  latestPath,
  searchPage,
  sectionPage,
  siteModified,
  tagPage,
} from './news.ts';
import { categoryPage, productPage, shopPage } from './shop.ts';

const assets = new Map([
  ['/assets/site.js', 'text/javascript; charset=utf-8'],
  ['/assets/live.js', 'text/javascript; charset=utf-8'],
  ['/assets/notices.js', 'text/javascript; charset=utf-8'],
  ['/assets/board.js', 'text/javascript; charset=utf-8'],
  ['/assets/staff.js', 'text/javascript; charset=utf-8'],
]);

/** A listing that people know without its slash at the end. */
const folder =
  /^\/(?:news\/[a-z]+|tags\/[a-z-]+|authors(?:\/[a-z-]+)?|shop(?:\/[a-z]+)?|live(?:\/(?:notices|board|staff))?|archive|almanac(?:\/(?:regatta|lots|dues|find))?)$/;

/** The page at a URL of the site; a page with status 404 where there is none. Depends on nothing but the URL. */
export function pageAt(url: URL): Page {
  const path = url.pathname;
  const moved = movedTo(path);
  if (moved !== null) return moved;
  return newspaper(url) ?? theShop(url) ?? almanacPage(url) ?? machinery(url) ?? notFound(url.origin, path);
}

function movedTo(path: string): Page | null {
  if (path === '/latest') return redirect(302, latestPath(), siteModified);
  if (path === '/news' || path === '/news/') return redirect(301, '/', siteModified);
  return folder.test(path) ? redirect(301, `${path}/`, siteModified) : null;
}

function newspaper({ origin, pathname: path, searchParams }: URL): Page | null {
  const page = Number(searchParams.get('page') ?? 1);
  const [, first = '', second = '', third] = path.split('/');
  if (path === '/') return frontPage(origin);
  if (path === '/about.html') return aboutPage(origin);
  if (path === '/authors/') return authorsPage(origin);
  if (path === '/archive/') return archiveIndex(origin);
  if (path === '/search') return searchPage(origin, searchParams.get('q') ?? '');
  if (path === '/live/') return livePage(origin);
  if (path === '/live/notices/') return noticesPage(origin);
  if (path === '/live/board/') return boardPage(origin);
  if (path === '/live/staff/') return staffPage(origin);
  if (path === '/private/newsroom.html') return newsroom(origin);
  if (first === 'archive') return archivePage(path);
  if (first === 'news' && third === '') return sectionPage(origin, second, page);
  if (first === 'authors' && third === '') return authorPage(origin, second, page);
  if (first === 'tags' && third === '') return tagPage(origin, second, page);
  return first === 'news' ? articlePage(origin, path) : null;
}

function theShop({ origin, pathname: path, searchParams }: URL): Page | null {
  if (path === '/shop/') return shopPage(origin);
  const category = /^\/shop\/([a-z]+)\/$/.exec(path)?.[1];
  if (category !== undefined) return categoryPage(origin, category, Number(searchParams.get('page') ?? 1));
  return path.startsWith('/shop/item/') ? productPage(origin, path) : null;
}

function machinery({ origin, pathname: path, searchParams }: URL): Page | null {
  if (path === '/robots.txt') return text(robots(origin), 'text/plain; charset=utf-8');
  if (path === '/sitemap.xml') return text(sitemap(origin), 'application/xml');
  if (path === '/api/notices') return text(JSON.stringify(notices(searchParams)), 'application/json');
  const contentType = assets.get(path);
  if (contentType !== undefined) return text(resource(path.slice(1)), contentType);
  const motif = /^\/img\/([a-z]+)\.svg$/.exec(path)?.[1];
  if (motif === undefined) return null;
  return picture(motif, Number.parseInt(searchParams.get('hue') ?? '200', 10) || 0, siteModified);
}

function text(body: string, contentType: string): Page {
  return { ...html(body, siteModified), contentType };
}

function livePage(origin: string): Page {
  const { title, updated: modified } = live.regatta;
  return framed({ origin, path: '/live/', title, modified }, 'live', {
    title,
    data: scriptJson(live.regatta),
  });
}

function noticesPage(origin: string): Page {
  const frame = { origin, path: '/live/notices/', title: 'Notice board', modified: siteModified };
  return framed(frame, 'notices', {});
}

/** The first notices; a button fetches the others, once the banner is answered. */
function boardPage(origin: string): Page {
  const frame = { origin, path: '/live/board/', title: 'Notices on request', modified: siteModified };
  const first = live.notices.slice(0, 10).map((words, index) => ({ id: index + 1, words }));
  return framed(frame, 'board', { first, next: first.length });
}

/** The authors, three at a time; a button shows the next three in place of them. */
function staffPage(origin: string): Page {
  const frame = { origin, path: '/live/staff/', title: 'Staff', modified: siteModified };
  return framed(frame, 'staff', {
    first: site.authors.slice(0, 3),
    data: scriptJson(site.authors.map(({ slug, name, role }) => ({ slug, name, role }))),
  });
}

function notices(query: URLSearchParams): unknown {
  const offset = Math.max(0, Number.parseInt(query.get('offset') ?? '0', 10) || 0);
  const limit = Math.min(20, Math.max(1, Number.parseInt(query.get('limit') ?? '10', 10) || 10));
  const end = offset + limit;
  const page = live.notices
    .slice(offset, end)
    .map((notice, index) => ({ id: offset + index + 1, text: notice }));
  return { notices: page, next: end < live.notices.length ? end : null };
}

function newsroom(origin: string): Page {
  return framed(
    { origin, path: '/private/newsroom.html', title: 'Newsroom', modified: siteModified },
    'message',
    { heading: 'Newsroom', text: 'For the staff. A crawler that obeys robots.txt never sees this sentence.' },
  );
}

function notFound(origin: string, path: string): Page {
  return framed({ origin, path, title: 'Not found', modified: siteModified, status: 404 }, 'message', {
    heading: 'This page has gone out with the tide',
    text: `There is nothing at ${path}.`,
  });
}

function robots(origin: string): string {
  return `User-agent: *\nDisallow: /private/\nDisallow: /search\nDisallow: /basket\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function sitemap(origin: string): string {
  const listings = [
    '/',
    ...site.sections.map((section) => `/news/${section.slug}/`),
    ...tags.map((tag) => `/tags/${tag}/`),
    '/authors/',
    ...site.authors.map((author) => `/authors/${author.slug}/`),
    '/shop/',
    '/archive/',
    ...site.archive.map((page) => page.path),
    ...products.map((product) => product.path),
  ];
  const entries = [
    ...articles.map((article) => {
      const modified = article.modified ?? article.published;
      return `<url><loc>${origin}${article.path}</loc><lastmod>${modified}</lastmod></url>`;
    }),
    ...listings.map((path) => `<url><loc>${origin}${path}</loc></url>`),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}
