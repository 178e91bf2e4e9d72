import { describe, expect, it } from 'vitest';
import { groupLinks } from '../../../../electron/authoring/links/group-links.ts';
import { compilePattern } from '../../../../electron/patterns/compile.ts';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import { parsePageAs } from '../../../../electron/extract/page.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import { readPattern } from '../../../../shared/patterns/read.ts';
import type { LinkGroup } from '../../../../shared/contract/types.ts';

const origin = 'https://shop.test';
const none: ReadonlySet<string> = new Set();

function groups(
  hrefs: readonly string[],
  { pages = none, details = none }: { pages?: ReadonlySet<string>; details?: ReadonlySet<string> } = {},
): LinkGroup[] {
  const links = hrefs.map((href) => `<a href="${href.replaceAll('&', '&amp;')}">A link</a>`).join('');
  const page = parsePage(links);
  return groupLinks(page, new PageContext(page, { url: `${origin}/list`, fetchedAt: 0 }), { pages, details });
}

const short = (found: readonly LinkGroup[]): [number, string][] =>
  found.map(({ count, pattern }) => [count, pattern.replace(String.raw`^https://shop\.test`, '^')]);

describe('groups of links', () => {
  it('tells kinds of pages by the folder, and numbers from names', () => {
    const items = [1, 2, 3, 4].map((id) => `/item/${id}`);
    const tags = ['red', 'blue', 'green'].map((tag) => `/tag/${tag}`);
    expect(short(groups([...items, ...tags, '/about']))).toEqual([
      [4, String.raw`^/item/\d+$`],
      [3, '^/tag/[^/?#]+$'],
      [1, '^/about$'],
    ]);
  });

  it('tells pages by their arguments', () => {
    expect(short(groups(['/list?page=2', '/list?page=3', '/list?sort=price', '/list?sort=name']))).toEqual([
      [2, String.raw`^/list\?page=\d+$`],
      [2, String.raw`^/list\?sort=[^&#]+$`],
    ]);
  });

  it('keeps what file names have in common', () => {
    expect(short(groups(['/thread-12-a.html', '/thread-7-b.html', '/thread-9-c.html']))).toEqual([
      [3, String.raw`^/thread-[^/?#]+\.html$`],
    ]);
  });

  it('leaves out this page, other sites, and places in a page', () => {
    expect(
      groups(['/list', '/list#top', 'https://other.test/item/1', 'mailto:a@shop.test', '/item/1#reviews']),
    ).toEqual([
      {
        pattern: String.raw`^https://shop\.test/item/1$`,
        count: 1,
        examples: [`${origin}/item/1`],
        kind: 'other',
      },
    ]);
  });

  it('says what a group leads to', () => {
    const pages = new Set([`${origin}/list?page=2`]);
    const details = new Set([`${origin}/item/2`]);
    const found = groups(['/list?page=2', '/item/1', '/item/2', '/tag/a', '/tag/b', '/tag/c'], {
      pages,
      details,
    });
    expect(Object.fromEntries(found.map(({ examples, kind }) => [examples[0], kind]))).toEqual({
      [`${origin}/tag/a`]: 'list',
      [`${origin}/item/1`]: 'detail',
      [`${origin}/list?page=2`]: 'page',
    });
  });

  it.each(Array.from({ length: 60 }, (_, index) => index + 1))(
    'writes patterns that match exactly the links of their group (seed %i)',
    (seed) => {
      const urls = randomUrls(seed);
      const found = groups([...urls]);
      for (const { pattern, count, examples } of found) {
        const read = readPattern(pattern);
        if (!read.ok) throw new Error(`${pattern}: ${read.problem.message}`);
        const compiled = compilePattern(read.pattern);
        expect([...urls].filter((url) => compiled.test(url))).toHaveLength(count);
        expect(examples.every((example) => compiled.test(example))).toBe(true);
      }
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(urls.size);
    },
  );
});

/** Up to 60 URLs of a few folders, names, numbers and arguments. */
function randomUrls(seed: number): Set<string> {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const pick = (list: readonly string[]): string => list[random(list.length)] ?? '';
  const urls = new Set<string>();
  for (let count = 1 + random(60); count > 0; count -= 1) {
    const segments = Array.from({ length: 1 + random(3) }, () =>
      pick(['item', 'tag', 'a-b', '1', '22', 'x.html', 'y.html', 'p-1', 'p-2', '', 'd(e)', '%C3%A9']),
    );
    const query = Array.from(
      { length: random(3) },
      () => `${pick(['page', 'q', '_'])}=${pick(['1', '2', 'a', ''])}`,
    );
    urls.add(`${origin}/x/${segments.join('/')}${query.length === 0 ? '' : `?${query.join('&')}`}`);
  }
  return urls;
}

describe('groups of links of other pages', () => {
  const ids = [1, 2, 3];

  it.each([
    [
      'a sitemap',
      'xml' as const,
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/item/1', '/item/2', '/item/3', '/about'].map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`,
    ],
    [
      'a feed',
      'xml' as const,
      `<rss><channel><link>${origin}/about</link>${ids.map((id) => `<item><link> /item/${id} </link></item>`).join('')}</channel></rss>`,
    ],
    [
      'an Atom feed',
      'xml' as const,
      `<feed xmlns="http://www.w3.org/2005/Atom"><link href="/about"/>${ids.map((id) => `<entry><link href="/item/${id}"/></entry>`).join('')}</feed>`,
    ],
    [
      'JSON',
      'json' as const,
      JSON.stringify({
        items: ids.map((id) => ({ id, link: `${origin}/item/${id}`, image: 'https://other.test/a' })),
        about: `${origin}/about`,
        text: `See ${origin}/item/4`,
      }),
    ],
  ])('are found in %s', (_, kind, text) => {
    const read = parsePageAs(kind, text);
    expect(read.ok).toBe(true);
    if (!read.ok) return;
    const context = new PageContext(read.page, { url: `${origin}/list`, fetchedAt: 0 });
    const details = new Set([`${origin}/item/2`]);
    expect(groupLinks(read.page, context, { pages: none, details })).toMatchObject([
      { count: 3, kind: 'detail', pattern: String.raw`^https://shop\.test/item/\d+$` },
      { count: 1, kind: 'other' },
    ]);
  });
});
