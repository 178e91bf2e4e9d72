import { describe, expect, it } from 'vitest';
import { segmentPage } from '../../../electron/extract/articles/text/segment.ts';
import { renderMarkdown } from '../../../electron/extract/markdown.ts';
import { outlineOf, renderText } from '../../../electron/extract/articles/text/outline.ts';
import { parsePage } from '../../../electron/extract/tree.ts';

const render = (html: string) => {
  const outline = outlineOf(segmentPage(parsePage(html)).blocks);
  return { text: renderText(outline), markdown: renderMarkdown(outline, 'https://example.com/a/') };
};

describe('rendering', () => {
  it.each([
    ['paragraphs', '<p>One.</p><p>Two.</p>', 'One.\n\nTwo.', 'One.\n\nTwo.'],
    [
      'loose lines between line breaks',
      'One.<br><br>Two.<br>Three.',
      'One.\n\nTwo. Three.',
      'One.\n\nTwo. Three.',
    ],
    ['words that markup cuts', '<p>Spi<b>der</b> silk</p>', 'Spider silk', 'Spi**der** silk'],
    ['emphasis with white space inside', '<p>a<b> bold </b>word</p>', 'a bold word', 'a **bold** word'],
    ['links', '<p>See <a href="b c">this</a>.</p>', 'See this.', 'See [this](https://example.com/a/b%20c).'],
    ['code in a line', '<p>Call <code>a_b</code> now</p>', 'Call a_b now', 'Call `a_b` now'],
    ['signs that mean something in Markdown', '<p># 1 * 2_3</p>', '# 1 * 2_3', String.raw`\# 1 \* 2\_3`],
    ['headings', '<h2>Two</h2><p>Text</p>', 'Two\n\nText', '## Two\n\nText'],
    ['lists', '<ul><li>a</li><li>b</li></ul><p>c</p>', '- a\n- b\n\nc', '- a\n- b\n\nc'],
    ['numbered lists', '<ol><li>a</li><li>b</li></ol>', '- a\n- b', '1. a\n2. b'],
    ['nested lists', '<ul><li>a<ul><li>b</li></ul></li></ul>', '- a\n- b', '- a\n  - b'],
    ['quotations', '<blockquote><p>a</p></blockquote><p>b</p>', 'a\n\nb', '> a\n\nb'],
    [
      'tables',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2|3</td></tr></table>',
      'a | b\n1 | 2|3',
      `| a | b |\n| --- | --- |\n| 1 | ${String.raw`2\|3`} |`,
    ],
    ['code', '<pre>if x:\n  y()\n</pre>', 'if x:\n  y()', '```\nif x:\n  y()\n```'],
    ['code with a fence', '<pre>```\na</pre>', '```\na', '````\n```\na\n````'],
    ['invisible characters', '<p>so\u00ADft\u200B</p>', 'soft', 'soft'],
    [
      'links that touch',
      '<p><a href="/1">one</a><a href="/2">two</a></p>',
      'one two',
      '[one](https://example.com/1)[two](https://example.com/2)',
    ],
  ])('%s', (_name, html, text, markdown) => {
    expect(render(html)).toEqual({ text, markdown });
  });
});
