import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSitemap, sitemapLimits, type SitemapEntry } from '../../../electron/engine/sitemap.ts';

async function read(content: string | Uint8Array, limits = sitemapLimits) {
  const entries: SitemapEntry[] = [];
  const batches: number[] = [];
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const report = await readSitemap(
    body,
    async (batch) => {
      batches.push(batch.length);
      entries.push(...batch);
    },
    limits,
  );
  const urls = entries.map(({ kind, url }) => (kind === 'page' ? url : `${kind} ${url}`));
  return { urls, problem: report.problem, report, batches };
}

const urlset = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inside}</urlset>\n`;
const entry = (url: string): string => `<url><loc>${url}</loc></url>`;
const a = 'https://example.org/a';
const b = 'https://example.org/b';

describe('what a sitemap may look like', () => {
  it.each<{ name: string; content: string | Uint8Array; urls: string[] }>([
    { name: 'plain', content: urlset(entry(a) + entry(b)), urls: [a, b] },
    {
      name: 'with everything that the protocol has beside loc',
      content: urlset(
        `<url>\n <lastmod>2024-01-01</lastmod><loc> ${a}\n</loc><changefreq>daily</changefreq><priority>0.8</priority></url>`,
      ),
      urls: [a],
    },
    {
      name: 'an index',
      content: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${a}.xml</loc><lastmod>2024-01-01</lastmod></sitemap><sitemap><loc>${b}.xml.gz</loc></sitemap></sitemapindex>`,
      urls: [`sitemap ${a}.xml`, `sitemap ${b}.xml.gz`],
    },
    {
      name: 'gzip, whatever it is called',
      content: gzipSync(urlset(entry(a))),
      urls: [a],
    },
    {
      name: 'with images and videos, whose addresses are no pages',
      content: urlset(
        `<url><loc>${a}</loc><image:image><image:loc>https://example.org/i.jpg</image:loc></image:image><video:video><video:content_loc>https://example.org/v.mp4</video:content_loc></video:video></url>`,
      ),
      urls: [a],
    },
    {
      name: 'news',
      content: urlset(
        `<url><loc>${a}</loc><news:news><news:publication><news:name>N</news:name></news:publication><news:title>T &amp; U</news:title></news:news></url>`,
      ),
      urls: [a],
    },
    {
      name: 'with alternates, which are other pages of their own',
      content: urlset(`<url><loc>${a}</loc><xhtml:link rel="alternate" hreflang="de" href="${b}"/></url>`),
      urls: [a],
    },
    {
      name: 'with a prefix on everything',
      content: `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9"><sm:url><sm:loc>${a}</sm:loc></sm:url></sm:urlset>`,
      urls: [a],
    },
    {
      name: 'entities',
      content: urlset(entry('https://example.org/?a=1&amp;b=&#50;&amp;c=&#x33;')),
      urls: ['https://example.org/?a=1&b=2&c=3'],
    },
    {
      name: 'a bare ampersand, and entities that nobody knows',
      content: urlset(entry('https://example.org/?a=1&b=2&nbsp;&#xD800;')),
      urls: ['https://example.org/?a=1&b=2&nbsp;&#xD800;'],
    },
    {
      name: 'CDATA',
      content: urlset(`<url><loc><![CDATA[https://example.org/?a=1&b=<2>]]></loc></url>`),
      urls: ['https://example.org/?a=1&b=<2>'],
    },
    {
      name: 'comments, processing instructions and a document type',
      content: `<?xml-stylesheet href="x"?><!DOCTYPE urlset [<!ENTITY x "<url>">]><urlset><!-- <url><loc>${b}</loc></url> --><url><loc>${a}<!-- here --></loc></url></urlset>`,
      urls: [a],
    },
    { name: 'a byte order mark', content: `\uFEFF${urlset(entry(a))}`, urls: [a] },
    {
      name: 'UTF-16 with its mark',
      content: Buffer.from(`\uFEFF${urlset(entry(a))}`, 'utf16le'),
      urls: [a],
    },
    {
      name: 'an encoding that the declaration names',
      content: Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?><urlset>${entry('https://example.org/caf\u00E9')}</urlset>`,
        'latin1',
      ),
      urls: ['https://example.org/caf\u00E9'],
    },
    {
      name: 'no declaration, in capitals',
      content: `<URLSET><URL><LOC>${a}</LOC></URL></URLSET>`,
      urls: [a],
    },
    { name: 'white space before the declaration', content: `\n\n ${urlset(entry(a))}`, urls: [a] },
    {
      name: 'attributes that hold ">"',
      content: `<urlset x="a>b"><url y='>'><loc z=">">${a}</loc></url></urlset>`,
      urls: [a],
    },
    { name: 'a text file', content: `\uFEFF${a}\r\n\r\n${b}\nnot a URL\nftp://example.org/\n`, urls: [a, b] },
    { name: 'a text file without a last line break', content: `${a}\n${b}`, urls: [a, b] },
    {
      name: 'RSS',
      content: `<rss><channel><link>https://example.org/</link><item><title>T</title><link>${a}</link><media:content url="x"/></item></channel></rss>`,
      urls: [a],
    },
    {
      name: 'Atom',
      content: `<feed><link href="https://example.org/"/><entry><link rel="edit" href="${b}"/><link href="${a}"/></entry></feed>`,
      urls: [a],
    },
  ])('$name', async ({ content, urls }) => {
    expect(await read(content)).toMatchObject({ urls, problem: null });
  });
});

describe('a sitemap that is broken gives what can be read, and says what is wrong', () => {
  const many = urlset(Array.from({ length: 2000 }, (_, n) => entry(`https://example.org/${n}`)).join('\n'));
  it.each<{ name: string; content: string | Uint8Array; urls: string[]; problem: RegExp | null }>([
    { name: 'cut off in a tag', content: `<urlset>${entry(a)}<url><lo`, urls: [a], problem: /cut off/ },
    {
      name: 'cut off in a URL',
      content: `<urlset>${entry(a)}<url><loc>https://exa`,
      urls: [a],
      problem: /cut off/,
    },
    { name: 'cut off in a comment', content: `<urlset>${entry(a)}<!-- `, urls: [a], problem: /cut off/ },
    {
      name: 'tags that are never closed',
      content: urlset(`<url><loc>${a}</loc><url><loc>${b}</loc>`),
      urls: [a, b],
      problem: null,
    },
    {
      name: 'a ">" that was forgotten',
      content: urlset(`<url<loc>${a}</loc></url>${entry(b)}`),
      urls: [a, b],
      problem: null,
    },
    {
      name: 'a quote that was forgotten',
      content: urlset(`<url x="1><loc>${a}</loc></url>${entry(b)}`),
      urls: [a, b],
      problem: null,
    },
    {
      name: 'a bare "<" in the text',
      content: urlset(`<url><title>1 < 2</title><loc>${a}</loc></url>`),
      urls: [a],
      problem: null,
    },
    {
      name: 'two documents in one',
      content: urlset(entry(a)) + urlset(entry(b)),
      urls: [a, b],
      problem: null,
    },
    {
      name: 'an HTML page',
      content: '<!doctype html><html><body><a href="/">home</a></body></html>',
      urls: [],
      problem: /HTML page/,
    },
    { name: 'other XML', content: '<kml><Placemark/></kml>', urls: [], problem: /not a sitemap/ },
    { name: 'no URLs', content: urlset(''), urls: [], problem: /no URLs/ },
    { name: 'nothing', content: '', urls: [], problem: /empty/ },
    { name: 'JSON', content: '{"urls": []}', urls: [], problem: /not a sitemap/ },
    {
      name: 'bytes',
      content: Buffer.from([1, 2, 3, 0, 255, 254, 60, 60]),
      urls: [],
      problem: /not a sitemap/,
    },
  ])('$name', async ({ content, urls, problem }) => {
    const result = await read(content);
    expect(result.urls).toEqual(urls);
    expect(result.problem ?? '').toMatch(problem ?? /^$/);
  });

  it('gzip that is cut off', async () => {
    const packed = gzipSync(many);
    const result = await read(packed.subarray(0, packed.length - 2000));
    expect(result.urls.length).toBeGreaterThan(100);
    expect(result.urls.every((url, n) => url === `https://example.org/${n}`)).toBe(true);
    expect(result.problem).toMatch(/cannot be unpacked/);
  });

  it('gzip that is none', async () => {
    expect(await read(Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5]))).toMatchObject({
      urls: [],
      problem: 'cannot be unpacked to its end',
    });
  });

  it('entities that multiply stay as they are', async () => {
    const bomb = `<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${urlset(entry('https://example.org/&b;&b;'))}`;
    expect((await read(bomb)).urls).toEqual(['https://example.org/&b;&b;']);
  });

  it.each([
    { name: 'a tag', content: `<urlset><x y="${'y'.repeat(3_000_000)}"/>${entry(a)}</urlset>` },
    {
      name: 'a text',
      content: `<urlset><url><title>${'y'.repeat(3_000_000)}</title><loc>${a}</loc></url></urlset>`,
    },
    {
      name: 'a nesting',
      content: `<urlset>${'<x>'.repeat(300_000)}${'</x>'.repeat(300_000)}<url><loc>${a}</loc></url></urlset>`,
    },
  ])('$name without end is passed over', async ({ content }) => {
    expect((await read(content)).urls).toContain(a);
  });

  it('a URL without end is none', async () => {
    const content = urlset(entry(`https://example.org/${'y'.repeat(3_000_000)}`) + entry(a));
    const { urls } = await read(content);
    expect(urls).toContain(a);
    for (const url of urls) expect(url.length).toBeLessThan(10_000);
  });
});

describe('limits', () => {
  const thirty = urlset(Array.from({ length: 30 }, (_, n) => entry(`https://example.org/${n}`)).join(''));

  it('entries', async () => {
    const { urls, problem } = await read(thirty, { bytes: 1e6, entries: 20 });
    expect(urls).toHaveLength(20);
    expect(problem).toMatch(/more than 20 URLs/);
    expect(await read(thirty, { bytes: 1e6, entries: 30 })).toMatchObject({ problem: null });
  });

  it('unpacked bytes: a bomb is cut off', async () => {
    const bomb = gzipSync(`${thirty.replace('</urlset>', '')}${' '.repeat(5_000_000)}`);
    const { urls, problem } = await read(bomb, { bytes: 1024 * 1024, entries: 50_000 });
    expect(urls).toHaveLength(30);
    expect(problem).toBe('is larger than 1 MiB; the rest was not read');
  });

  it('are those of the protocol', () => {
    expect(sitemapLimits).toEqual({ bytes: 52_428_800, entries: 50_000 });
  });

  it('hands a full sitemap over in small batches', async () => {
    const full = urlset(Array.from({ length: 50_000 }, (_, n) => entry(`https://example.org/${n}`)).join(''));
    const { report, batches } = await read(full);
    expect(report).toEqual({ pages: 50_000, sitemaps: 0, problem: null });
    expect(Math.max(...batches)).toBeLessThanOrEqual(500);
  });
});
