import { checksumOf, type BenchItem } from './checksum.ts';
import type { Crawl } from './process.ts';
import { sitePages, type SiteKind } from './site.ts';

/** What a crawl of the site must find. */
export type Expected = Pick<Crawl, 'pages' | 'items' | 'checksum'>;

/** What a crawl of the site with these pages must find: every page, and the same values as its markup says. */
export function expectedOf(pages: number, seed: number, kind: SiteKind): Expected {
  const items = function* (): Generator<BenchItem> {
    for (const [path, html] of sitePages(pages, seed, kind)) yield expectedItem(path, html);
  };
  return { pages, items: pages, checksum: checksumOf(items()) };
}

/** Why the figures of a crawl do not count, in a sentence; null: it found what is there. */
export function wrongWork(found: Expected, expected: Expected): string | null {
  if (found.pages !== expected.pages || found.items !== expected.items)
    return `${found.pages} pages and ${found.items} items instead of ${expected.pages}.`;
  if (found.checksum !== expected.checksum)
    return `The items differ from what is on the pages: checksum ${found.checksum} instead of ${expected.checksum}.`;
  return null;
}

/**
 * What every crawler must find on a page of `site.ts`, read off the markup as that file writes it: with expressions that
 * fit these pages only, and with nobody's parser, so that a mistake of all crawlers alike is still seen.
 */
export function expectedItem(path: string, html: string): BenchItem {
  const inside = (pattern: RegExp): string => {
    const found = pattern.exec(html)?.[1];
    if (found === undefined) throw new Error(`The page ${path} of the bench has nothing for ${pattern}.`);
    return textOf(found);
  };
  const tags = inside(/<ul class="tags">(.*?)<\/ul>/s);
  return {
    url: `http://127.0.0.1${path}`,
    title: inside(/<title>(.*?)<\/title>/),
    h1: inside(/<h1 [^>]*>(.*?)<\/h1>/),
    description: inside(/<meta name="description" content="(.*?)">/),
    author: inside(/<a class="author" [^>]*>(.*?)<\/a>/),
    date: inside(/<time datetime="(.*?)"/),
    price: inside(/<span class="price">(.*?)<\/span>/),
    tags: tags.split(' '),
    first: inside(/<div class="body">\s*<p>(.*?)<\/p>/s),
  };
}

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  eacute: 'é',
  gt: '>',
  lt: '<',
  mdash: '—',
  nbsp: '\u00A0',
  ndash: '–',
  quot: '"',
};

/** Markup without its tags and with its characters; an element of a list ends a word. */
function textOf(markup: string): string {
  return markup
    .replaceAll('</li>', ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|(\w+));/g, (written, code: string | undefined, name: string | undefined) =>
      code === undefined ? (characters[name ?? ''] ?? written) : String.fromCodePoint(Number(code)),
    )
    .trim();
}
