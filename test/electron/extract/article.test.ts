import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extractArticle } from '../../../electron/extract/articles/chain.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import { articlePage, productPage, reviewedPage } from './articles/text/pages.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';

const news = readFileSync(new URL('../../fixtures/extract/news.html', import.meta.url), 'utf8');
const url = 'https://news.example/2024/bridge';
const extract = (html: string, settings: Settings = {}, address = url) =>
  extractArticle(parsePage(html), { url: address, settings });
const paragraph =
  'A paragraph of an article that goes on for a while, with commas, as paragraphs do, and then some more of it.';

describe('newsparser and textparser', () => {
  it.each(['newsparser', 'textparser'] as const)('%s reads a news page', (strategy) => {
    const { article, strategies } = extract(news, { EXTRACTOR_ORDER: [strategy] });
    expect(strategies).toEqual([{ strategy, article, reason: null }]);
    expect(article).toMatchObject({
      title: 'Harbour bridge reopens after three years',
      author: "Ada Bell, Ciro D'Amico",
      published_date: '2024-03-05T08:15:00+01:00',
      metadata: {
        description: 'The bridge is open to traffic again.',
        site_name: 'The Example Post',
        image: 'https://news.example/bridge.jpg',
        language: 'en',
        modified_date: '2024-03-06T09:00:00+01:00',
        tags: ['bridge', 'harbour'],
      },
    });
    const content = article?.content ?? '';
    expect(content).toMatch(/^The harbour bridge was opened .+ cracks in two of its steel cables,/);
    expect(content).toMatch(/had measured|will have measured a whole winter\.$/);
    expect(content).toContain('\n\nA long wait\n\n');
    expect(content).toContain('- The cables were replaced one by one.\n- The work cost eleven million.');
    expect(content).not.toMatch(/Tweet|Photo|Ferry company|miss the ferry|Copyright|Sport/);
  });

  it('take the title without the name of the site where no heading repeats it', () => {
    const { article } = extract(
      `<title>Bridge reopens today | The Example Post</title><p>${paragraph}</p><p>${paragraph}</p>`,
    );
    expect(article?.title).toBe('Bridge reopens today');
  });

  it('read the byline and the date that the page shows', () => {
    const { article } = extract(
      `<html lang="de"><h1>Brücke wieder offen</h1><div class="byline">Von Ada Bell</div><span class="date">05.03.2024, 8:15 Uhr</span><p>${paragraph}</p><p>${paragraph}</p>`,
    );
    expect(article?.author).toBe('Ada Bell');
    expect(article?.published_date).toBe('2024-03-05T08:15:00');
  });

  it('read the date off the address as a last resort', () => {
    const html = `<h1>Bridge reopens</h1><p>${paragraph}</p><p>${paragraph}</p>`;
    const { article } = extractArticle(parsePage(html), {
      url: 'https://news.example/2024/03/05/bridge',
      settings: {},
    });
    expect(article?.published_date).toBe('2024-03-05T00:00:00');
  });

  it('find text that stands between line breaks', () => {
    const { article } = extract(`<title>An old page</title><div>${paragraph}<br><br>${paragraph} End.</div>`);
    expect(article?.content).toBe(`${paragraph}\n\n${paragraph} End.`);
  });

  it('believe the JSON-LD where the page shows little', () => {
    const body = `${paragraph} `.repeat(3).trim();
    const { article } = extract(
      `<title>Some title</title><script type="application/ld+json">{"@type":"BlogPosting","articleBody":${JSON.stringify(body)}}</script><p>Loading…</p>`,
    );
    expect(article?.content).toBe(body);
  });
});

describe('the chain', () => {
  it('tries newsparser, then textparser, and gives the reasons', () => {
    const { article, strategies } = extract('<title>Hi</title><p>Too short.</p>');
    expect(article).toBeNull();
    expect(strategies).toEqual([
      {
        strategy: 'newsparser',
        article: null,
        reason: 'the title is too short (2 of at least 5 characters) and no content was found',
      },
      {
        strategy: 'textparser',
        article: null,
        reason:
          'the title is too short (2 of at least 5 characters) and the content is too short (10 of at least 100 characters)',
      },
    ]);
  });

  it('keeps to newsparser where its article is the main text', () => {
    const { strategies } = extract(articlePage);
    expect(strategies).toMatchObject([{ strategy: 'newsparser', reason: null }]);
  });

  it.each([
    ['leaves out', productPage, /^its content leaves out \d+ % of the page's main text; left to textparser$/],
    ['puts in', reviewedPage, /^\d+ % of its content is not the page's main text; left to textparser$/],
  ])('takes textparser where newsparser %s a part of the page', (_name, html, reason) => {
    const shop = 'https://shop.example/lamp';
    const { article, strategies } = extract(html, {}, shop);
    expect(strategies).toEqual([
      { strategy: 'newsparser', article: null, reason: expect.stringMatching(reason) },
      { strategy: 'textparser', article, reason: null },
    ]);
    expect(article).not.toBeNull();
    expect(article).toEqual(extract(html, { EXTRACTOR_ORDER: ['textparser'] }, shop).article);
    // Asked alone, or last, newsparser has nothing to step aside for.
    const alone = extract(html, { EXTRACTOR_ORDER: ['newsparser'] }, shop).article;
    expect(alone?.content).not.toBe(article?.content);
    expect(extract(html, { EXTRACTOR_ORDER: ['custom', 'newsparser'] }, shop).article).toEqual(alone);
  });

  it('counts exactly: 5 characters of title, 100 of content', () => {
    const page = (title: string, length: number) =>
      `<title>${title}</title><p>${'word '.repeat(40).slice(0, length - 1)}.</p>`;
    expect(extract(page('Title', 100)).article?.content).toHaveLength(100);
    expect(extract(page('Title', 99)).strategies[1]?.reason).toBe(
      'the content is too short (99 of at least 100 characters)',
    );
    expect(extract(page('Titl', 100)).strategies[1]?.reason).toBe(
      'the title is too short (4 of at least 5 characters)',
    );
  });

  it('goes on after a strategy that failed and stops at the first that succeeds', () => {
    const { article, strategies } = extract(news, {
      EXTRACTOR_ORDER: ['browser', 'custom', 'textparser', 'newsparser'],
    });
    expect(article).not.toBeNull();
    expect(strategies.map(({ strategy, reason }) => [strategy, reason])).toEqual([
      ['browser', 'the page was not rendered in a browser'],
      ['custom', 'CUSTOM_SELECTORS is not set'],
      ['textparser', null],
    ]);
  });

  it.each([
    ['nothing at all', ''],
    ['text without markup', 'just text'],
    ['JSON', '{"a": 1}'],
    ['broken JSON-LD', '<script type="application/ld+json">{"@type": [[[</script><p>x'],
    ['JSON-LD that refers to nothing', '<script type="application/ld+json">null</script>'],
    [
      'deep JSON-LD',
      `<script type="application/ld+json">${'['.repeat(200_000)}${']'.repeat(200_000)}</script>`,
    ],
    ['a page nested 30,000 deep', `<title>A deep page</title>${'<div>'.repeat(30_000)}${paragraph}`],
    ['30,000 links', '<a href="/">x</a>'.repeat(30_000)],
  ])('survives %s', (_name, html) => {
    const { strategies } = extract(html);
    expect(strategies.length).toBeGreaterThan(0);
    for (const { article, reason } of strategies) expect(article === null).toBe(reason !== null);
  });
});

describe('custom', () => {
  const custom = (CUSTOM_SELECTORS: Record<string, string>, html = news) =>
    extract(html, { EXTRACTOR_ORDER: ['custom'], CUSTOM_SELECTORS });

  it('fills columns and metadata, with text as a reader sees it', () => {
    const { article } = custom({
      title: 'h1',
      content: '.story__body',
      author: '[rel=author]::text',
      date: 'time::attr(datetime)',
      image: 'figure img::attr(src)',
      shown: '.story__date',
      missing: '.missing',
    });
    expect(article).toMatchObject({
      title: 'Harbour bridge reopens after three years',
      author: 'Ada Bell',
      published_date: '2024-03-05T08:15:00+01:00',
      metadata: { image: '/bridge.jpg', shown: '5 March 2024', missing: null },
    });
    expect(article?.content).toMatch(/^The harbour bridge was opened to traffic on Tuesday morning,/);
    expect(article?.content).not.toMatch(/\s{2}|\n/);
  });

  it('joins the paragraphs that a content selector matches', () => {
    const { article } = custom({ title: 'h1', content: '.story__body > p' });
    expect(article?.content).toMatch(/^The harbour .+ the council says\. The next inspection .+ winter\.$/);
  });

  it('parses the date where it can and keeps its text where not', () => {
    expect(custom({ date: '.story__date' }).article?.published_date).toBe('2024-03-05T00:00:00');
    expect(custom({ date: '.story__byline' }).article?.published_date).toBe('By Ada Bell');
  });

  it('needs no title and content when there is no content selector', () => {
    const { article } = custom({ price: '.price', name: 'h1' }, '<h1>Lamp</h1><b class="price">12 EUR</b>');
    expect(article).toEqual({
      title: null,
      content: null,
      author: null,
      published_date: null,
      metadata: { price: '12 EUR', name: 'Lamp' },
    });
  });

  it.each([
    ['finds nothing', { price: '.price' }, 'no selector matched anything'],
    [
      'finds too little',
      { title: 'h1', content: 'h1' },
      'the content is too short (40 of at least 100 characters)',
    ],
    ['misses the title', { title: '.missing', content: '.story__body' }, 'no title was found'],
  ])('says why when it %s', (_name, selectors, reason) => {
    expect(custom(selectors).strategies[0]?.reason).toBe(reason);
  });

  it('names a selector that is not valid', () => {
    expect(custom({ price: 'h1[' }).strategies[0]?.reason).toMatch(
      /^no selector matched anything; the selector "h1\[" of price is not valid: /,
    );
  });
});
