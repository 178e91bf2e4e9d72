import { describe, expect, it } from 'vitest';
import { extractCallback } from '../../../electron/extract/callback.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { contextOf } from './page-facts.ts';

const html = `<base href="/docs/"><article id="a">
  <h2>Brass <b>lamp</b></h2><script>let x;</script>
  <p>Made in <a href="../leeds">Leeds</a>.</p>
  <ul><li>old</li><li>heavy</li></ul>
</article><article><h2>Other</h2></article>`;

function valueOf(field: FieldExtract): unknown {
  const tree = parsePage(html);
  const context = contextOf(tree, { url: 'https://example.org/shop/1' });
  return extractCallback(tree, { extract: { f: field } }, context).item['f'];
}

describe('an element', () => {
  it.each<[field: FieldExtract, value: unknown]>([
    [{ css: 'h2', to_text: true }, 'Brass lamp'],
    [{ xpath: '//h2', to_text: true }, 'Brass lamp'],
    [{ css: 'article', to_text: true }, 'Brass lamp Made in Leeds. old heavy'],
    [{ css: 'h2', to_markdown: true }, '## Brass **lamp**'],
    [
      { css: 'article', to_markdown: true },
      '## Brass **lamp**\n\nMade in [Leeds](https://example.org/leeds).\n\n- old\n- heavy',
    ],
    [{ css: 'ul', to_markdown: true }, '- old\n- heavy'],
    [{ css: 'p', to_markdown: true }, 'Made in [Leeds](https://example.org/leeds).'],
    [{ css: 'b', to_markdown: true }, 'lamp'],
    [{ css: 'h3', to_text: true }, null],
    // Without an element the value stays what it is.
    [{ css: 'article::attr(id)', to_text: true }, 'a'],
    [{ css: 'h2::text', to_markdown: true }, 'Brass '],
    [{ xpath: 'count(//h2)', to_text: true }, '2.0'],
    [{ css: 'h2', to_text: false }, '<h2>Brass <b>lamp</b></h2>'],
    // Processors come after.
    [{ css: 'h2', to_text: true, processors: [{ type: 'uppercase' }] }, 'BRASS LAMP'],
    [
      { type: 'nested_list', selector: 'h2', extract: { t: { css: 'b', to_text: true } } },
      [{ t: 'lamp' }, { t: null }],
    ],
  ])('of %j gives %j', (field, value) => {
    expect(valueOf(field)).toEqual(value);
  });

  it('with too much text for Markdown is told, not cut', () => {
    const tree = parsePage('<p>a</p>'.repeat(8001));
    const field = { css: 'body', to_markdown: true };
    const { item, problems } = extractCallback(tree, { extract: { f: field } }, contextOf(tree));
    expect([item['f'], problems.map(({ message }) => message)]).toEqual([
      null,
      ['The element has too many blocks of text for Markdown; choose a smaller one.'],
    ]);
  });
});
