import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../../../../electron/extract/articles/metadata.ts';
import { readNews } from '../../../../../electron/extract/articles/news/body.ts';
import { featureNames } from '../../../../../electron/extract/articles/text/features.ts';
import { readMainText } from '../../../../../electron/extract/articles/text/main-text.ts';
import { renderMarkdown } from '../../../../../electron/extract/markdown.ts';
import model from '../../../../../electron/extract/articles/text/model.json' with { type: 'json' };
import { parsePage } from '../../../../../electron/extract/tree.ts';
import { sized } from '../../../../scale.ts';
import { articlePage, deepPage, documentationPage, forumPage, paragraph } from './pages.ts';

const url = 'https://example.com/harbour';
const read = (html: string) => {
  const tree = parsePage(html);
  const metadata = readMetadata(tree, url);
  return readMainText(tree, metadata, readNews(tree, metadata.language), url);
};

it('the model was grown for the features as they are', () => {
  expect(model.features).toEqual(featureNames);
});

describe('the main text of an article', () => {
  const { text, outline } = read(articlePage);

  it('holds its paragraphs, headings, lists and quotations in their order', () => {
    const parts = [
      paragraph(1),
      paragraph(2),
      'A long winter',
      paragraph(3),
      paragraph(4),
      '- The first quay',
      paragraph(5),
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each([
    'Weather',
    'Most read',
    'Ferry company',
    'Related stories',
    'new bridge',
    'it rained all day',
    'my taxes',
    'rights reserved',
    'Photo: C. D.',
  ])('leaves out %j', (other) => {
    expect(text).not.toContain(other);
  });

  it('sets paragraphs apart by a blank line and list items by a line break', () => {
    expect(text).toContain(`${paragraph(1)}\n\n${paragraph(2)}\n\nA long winter\n\n`);
    expect(text).toContain('in a single summer.\n- The second quay');
  });

  it('renders the same blocks as Markdown', () => {
    const markdown = renderMarkdown(outline, url);
    expect(markdown).toContain('\n\n## A long winter\n\n');
    expect(markdown).toContain(`\n\n> ${paragraph(4)}\n\n`);
    expect(markdown).toContain('\n- The second quay had');
  });
});

describe('the main text of other kinds of pages', () => {
  it('is all posts of a forum thread, without names and buttons', () => {
    const { text } = read(forumPage);
    for (const number of [1, 2, 3, 4]) expect(text).toContain(paragraph(number));
    expect(text).not.toMatch(/Reply|Weather|rights reserved/);
  });

  it('is the content of a page of documentation with its code and tables, without its table of contents', () => {
    const { text, outline } = read(documentationPage);
    expect(text).toContain('harbour install\n  --all\nharbour open');
    expect(text).toContain('--all | Opens every quay of the harbour at once\n--slow | Waits');
    expect(text.startsWith('Install')).toBe(false);
    const markdown = renderMarkdown(outline, url);
    expect(markdown).toContain('```\nharbour install\n  --all\nharbour open\n```');
    expect(markdown).toContain('| Option | Meaning |\n| --- | --- |\n| --all | Opens');
  });
});

describe('single rules', () => {
  const body = `<p>${paragraph(1)}</p><p>${paragraph(2)}</p><p>${paragraph(3)}</p>`;

  it('a text that is repeated is taken once', () => {
    const { text } = read(`<title>Twice the same</title><main>${body}${body}</main>`);
    expect(text.split(paragraph(2))).toHaveLength(2);
  });

  it('what stands in noscript counts where the page has nothing else', () => {
    const { text } = read(
      `<title>By script only</title><div id="app">Loading</div><noscript><main>${body}</main></noscript>`,
    );
    expect(text).toContain(paragraph(1));
  });

  it('noscript is passed over on a page that has text', () => {
    const much = Array.from({ length: 8 }, (_, index) => `<p>${paragraph(index + 1)}</p>`).join('');
    const { text } = read(
      `<title>Both of them</title><main>${much}</main><noscript><p>${paragraph(20)}</p></noscript>`,
    );
    expect(text).not.toContain(paragraph(20));
  });

  it('the text of JSON-LD stands in for a page that shows little, and has no outline', () => {
    const script = `<script type="application/ld+json">{"@type":"NewsArticle","articleBody":${JSON.stringify(paragraph(1))}}</script>`;
    expect(read(`<title>By script only</title>${script}<p>Loading</p>`)).toMatchObject({
      outline: [],
      text: paragraph(1),
    });
  });

  it('comments of an article are no text, those of a forum thread are', () => {
    const comment = `<div class="comment"><p>${paragraph(9)}</p></div>`;
    const { text } = read(
      `<title>With a comment</title><meta property="og:type" content="article"><article>${body}</article>${comment}`,
    );
    expect(text).not.toContain(paragraph(9));
  });
});

describe('whatever a page holds (a tenth of it outside the soak tier)', () => {
  it.each([
    ['nothing', ''],
    ['text without markup', 'just text'],
    ['only white space', ' \n\t '.repeat(1000)],
    ['elements 100,000 deep', deepPage],
    ['50,000 siblings', `<p>${paragraph(1)}</p>`.repeat(sized(50_000))],
    ['100,000 links in a paragraph', `<p>${'<a href="/x">y</a> '.repeat(sized(100_000))}`],
    ['a word of 5 MB', `<p>${'x'.repeat(sized(5_000_000))}`],
    [
      'a table of 50,000 cells',
      `<table>${`<tr>${'<td>a cell</td>'.repeat(10)}</tr>`.repeat(sized(5000))}</table>`,
    ],
    ['lists 5,000 deep', `<ul><li>${paragraph(1)}`.repeat(sized(5000))],
    ['half a surrogate and a NUL', `<p>\uD800\u0000${paragraph(1)}</p>`],
  ])('%s does not make it throw', (_name, html) => {
    const { text, outline } = read(html);
    expect(typeof text).toBe('string');
    expect(typeof renderMarkdown(outline, null)).toBe('string');
  });
});
