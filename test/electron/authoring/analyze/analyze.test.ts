import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyzePage, findText } from '../../../../electron/authoring/analyze/analyze.ts';
import { isMeaningfulClass, isStableId } from '../../../../electron/extract/analyze/names.ts';
import { extractCallback } from '../../../../electron/extract/callback.ts';
import { selectorFor } from '../../../../electron/extract/select.ts';
import { parsePage, type PageTree } from '../../../../electron/extract/tree.ts';
import type { FieldExtract } from '../../../../shared/spider/schema.ts';
import { contextOf } from '../../extract/page-facts.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';

const page = (name: string): PageTree =>
  parsePage(readFileSync(new URL(`../../../fixtures/extract/${name}.html`, import.meta.url), 'utf8'));

function select(tree: PageTree, source: string): string[] {
  const read = selectorFor('css', source);
  if (!read.ok) throw new Error(`${source}: ${read.problem.message}`);
  return read.selector
    .select(tree.document)
    .map(({ kind, text, value }) => (kind === 'element' ? text : value));
}

describe('an article', () => {
  const tree = page('news');
  const analysis = analyzePage(tree, { url: 'https://news.example/2024/bridge' });

  it('is described', () => {
    expect(analysis.title).toBe('Harbour bridge reopens after three years');
    expect(analysis.language).toBe('en');
    expect(analysis.headings).toEqual([
      { level: 1, text: 'Harbour bridge reopens after three years', selector: 'h1' },
      { level: 2, text: 'A long wait', selector: 'h2' },
      { level: 3, text: 'Related', selector: 'h3' },
    ]);
    expect(analysis.dates).toEqual([
      { text: '5 March 2024', selector: '.story__date', date: '2024-03-05T08:15:00+01:00' },
    ]);
    expect(analysis.authors).toEqual([{ text: 'Ada Bell', selector: 'a[rel="author"]' }]);
    expect(analysis.jsonLd.map(({ types }) => types)).toEqual([
      ['WebSite'],
      ['NewsArticle'],
      ['NewsArticle'],
    ]);
    expect(analysis.jsonLd[1]?.fields).toMatchObject({
      headline: 'Harbour bridge reopens after three years',
      author: 'Ada Bell',
    });
    expect(analysis.meta['article:published_time']).toBe('2024-03-05T08:15:00+01:00');
    expect(analysis.links).toEqual({ total: 6, internal: 5, external: 1, nofollow: 0 });
    expect(analysis.notes).toHaveLength(1);
    expect(analysis.notes[0]).toMatch(/^A JSON-LD script could not be read: /);
  });

  it('has its body as the first container', () => {
    expect(analysis.containers[0]?.selector).toBe('.story__body');
    expect(analysis.containers[0]?.preview).toMatch(/^The harbour bridge was opened/);
  });

  it('is given selectors that extract it', () => {
    expect(analysis.suggested).toEqual({
      title: 'h1',
      content: '.story__body',
      author: 'a[rel="author"]',
      date: 'meta[property="article:published_time"]::attr(content)',
    });
    expect(select(tree, analysis.suggested['date'] ?? '')).toEqual(['2024-03-05T08:15:00+01:00']);
  });

  it('has places whose selectors match exactly one element', () => {
    const places = [...analysis.headings, ...analysis.dates, ...analysis.authors, ...analysis.containers];
    for (const { selector } of places)
      expect([selector, select(tree, selector).length]).toEqual([selector, 1]);
  });
});

describe('a listing', () => {
  const tree = page('listing');
  const analysis = analyzePage(tree, { url: 'https://lamps.example/' });
  const block = analysis.repeated[0];

  it('has its items as the first repeated block', () => {
    expect(block?.selector).toBe('.product-card');
    expect(block?.count).toBe(4);
    expect(block?.fields).toEqual([
      { name: 'title', selector: 'a::text', sample: 'Arc lamp', count: 4 },
      { name: 'price', selector: '.price::text', sample: '$129.00', count: 4 },
      { name: 'link', selector: expect.any(String), sample: '/p/1', count: 4 },
      {
        name: 'summary',
        selector: expect.any(String),
        sample: 'Stands in the corner and bends over the sofa.',
        count: 4,
      },
      { name: 'image', selector: 'img::attr(src)', sample: '/1.jpg', count: 4 },
    ]);
  });

  it('proposes a callback that makes each of them an item', () => {
    expect(block?.callback.iterate).toEqual({ selector: '.product-card' });
    expect(Object.keys(block?.callback.extract ?? {})).toEqual(block?.fields.map(({ name }) => name));
    expect(block?.callback.extract['price']).toMatchObject({
      css: '.price::text',
      processors: [{ type: 'number' }],
    });
    expect(block?.callback.extract['image']).toEqual({
      css: 'img::attr(src)',
      processors: [{ type: 'urljoin' }],
    });
    const { problems } = validateSpider({
      name: 'lamps',
      allowed_domains: ['example.com'],
      start_urls: ['https://example.com/'],
      rules: [{ allow: ['/'], callback: 'parse_rows' }],
      callbacks: { parse_rows: block?.callback },
    });
    expect(problems).toEqual([]);
  });

  it('seeds a nested_list that extracts the items', () => {
    const extract = Object.fromEntries(
      (block?.fields ?? []).map(({ name, selector }): [string, FieldExtract] => [name, { css: selector }]),
    );
    const { item } = extractCallback(
      tree,
      { extract: { items: { type: 'nested_list', selector: block?.selector ?? '', extract } } },
      contextOf(tree),
    );
    expect(item['items']).toMatchObject([
      { title: 'Arc lamp', price: '$129.00', link: '/p/1', image: '/1.jpg' },
      { title: 'Desk lamp', price: '$49.00', link: '/p/2', image: '/2.jpg' },
      { title: 'Floor lamp', price: '$89.00', link: '/p/3', image: '/3.jpg' },
      { title: 'Wall lamp', price: '$19.00', link: '/p/4', image: '/4.jpg' },
    ]);
  });
});

describe('selectors', () => {
  it('are unique for every element of a page', () => {
    const tree = page('listing');
    for (const text of ['Arc lamp', '$49.00', 'Needs no wire', 'Chairs', 'Example Shop']) {
      const [found] = findText(tree, text);
      expect(select(tree, found?.selector ?? '')).toHaveLength(1);
      expect(select(tree, found?.selector ?? '')[0]).toContain(text);
    }
  });

  it('use nth-of-type where nothing else tells elements apart', () => {
    const tree = parsePage('<div><p>a</p><p>b</p></div><div><p>c</p><p>d</p></div>');
    const [found] = findText(tree, 'd');
    expect(found?.selector).toContain(':nth-of-type(2)');
    expect(select(tree, found?.selector ?? '')).toEqual(['d']);
  });

  it('escape names that are no plain identifiers', () => {
    const tree = parsePage('<p class="a:b">x</p><p class="price@2">y</p><b id="1st">z</b><i id="a.b">w</i>');
    for (const text of ['x', 'y', 'z', 'w']) {
      const selector = findText(tree, text)[0]?.selector ?? '';
      expect([selector, ...select(tree, selector)]).toEqual([selector, text]);
    }
  });

  it.each([
    ['product-name', true],
    ['mainNav', true],
    ['story__body', true],
    ['h-card', true],
    ['tags', true],
    ['post-48213', false],
    ['css-1x2y3z4', false],
    ['sc-bdVaJa', false],
    ['MDqKe', false],
    ['Title_title__3xK9a', false],
    ['mt-4', false],
    ['md:flex', false],
    ['active', false],
    ['is-open', false],
  ])('take the class %s for meaningful: %s', (name, meaningful) => {
    expect(isMeaningfulClass(name)).toBe(meaningful);
  });

  it.each([
    ['content', true],
    ['main-menu', true],
    ['post-48213', false],
    ['ember1234', false],
    ['3f2a9c1d', false],
    [':r1:', false],
  ])('take the id %s for stable: %s', (id, stable) => {
    expect(isStableId(id)).toBe(stable);
  });
});

describe('findText', () => {
  const tree = page('news');

  it('finds the smallest element, whatever the case and the white space', () => {
    expect(findText(tree, 'a LONG  wait')).toEqual([
      { selector: 'h2', tag: 'h2', attribute: null, text: 'A long wait' },
    ]);
  });

  it('finds text that runs over several elements', () => {
    expect(findText(tree, 'two of its steel cables')[0]?.tag).toBe('p');
    expect(findText(tree, 'By Ada Bell').map(({ selector }) => selector)).toEqual(['.story__byline']);
  });

  it('finds text in attributes', () => {
    const found = findText(tree, '2024-03-05T08:15');
    expect(found.map(({ attribute }) => attribute)).toEqual(['content', 'datetime']);
    for (const { selector, text } of found) expect(select(tree, selector)).toEqual([text]);
  });

  it.each(['', '   ', 'not on this page'])('finds nothing for %j', (text) => {
    expect(findText(tree, text)).toEqual([]);
  });
});

describe('notes', () => {
  it.each([
    ['', 'The page is empty.'],
    [
      '{"items": []}',
      'This is JSON, not an HTML page. It is built from like a page: "propose" reads it, and in the window its tree makes rows and fields.',
    ],
    ['plain text', 'This is not HTML: it holds text without any elements.'],
    [
      '<?xml version="1.0"?><urlset><url><loc>https://a.example/</loc></url></urlset>',
      'This is a sitemap in XML, not an HTML page. As a start URL it is read where USE_SITEMAP is true.',
    ],
    [
      '<title>App</title><div id="root"></div><script src="/app.js"></script>',
      'The page seems to be made by script: it holds no text and its <div id="root"> is empty. It has to be rendered in a browser.',
    ],
    [
      '<title>x</title><iframe src="/inner"></iframe>',
      'The page holds almost no text: its content is in frames, which are pages of their own.',
    ],
  ])('say of %j: %s', (html, note) => {
    expect(analyzePage(parsePage(html), { url: null }).notes).toContain(note);
  });

  it('advise no browser for a page as a browser shows it', () => {
    const tree = parsePage('<title>App</title><div id="root"></div><script src="/app.js"></script>');
    const said = 'The page holds almost no text, even as a browser shows it.';
    expect(analyzePage(tree, { url: null, rendered: true }).notes).toEqual([said]);
  });

  it('are written for a page nested 30,000 deep as for any other', () => {
    const analysis = analyzePage(parsePage(`<title>Deep</title>${'<div>'.repeat(30_000)}x`), { url: null });
    expect(analysis.title).toBe('Deep');
  });
});
