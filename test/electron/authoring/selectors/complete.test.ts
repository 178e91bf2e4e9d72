import { describe, expect, it } from 'vitest';
import { completeCss } from '../../../../electron/authoring/selectors/complete.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';

const { document } = parsePage(`<!doctype html><title>t</title><body><main id="shop">
<article class="card new" data-sku="A 1"><h2 class="name">a</h2><a href="/1" rel="next">x</a></article>
<article class="card" data-sku="B"><h2 class="name">b</h2></article></main><footer class="copy"><h2>c</h2></footer>`);

describe('completeCss', () => {
  it.each<[string, string, string[]]>([
    ['a name of the page', 'ar', ['article 2']],
    ['a name below a class', '.card ', ['h2 2', 'a 1']],
    ['a name of children', 'main > ', ['article 2']],
    ['a name after a comma', '.card h2, foo', ['footer 1']],
    ['classes', '.', ['card 2', 'name 2', 'copy 1', 'new 1']],
    ['classes of an element', 'article.', ['card 2', 'new 1']],
    ['classes that begin so', 'footer .n', []],
    ['more classes', '.card.n', ['card 0', 'new 1'].slice(1)],
    ['ids', '#', ['shop 1']],
    ['attributes', 'article[', ['class 2', 'data-sku 2']],
    ['values of an attribute', '[data-sku="', ['A 1 1', 'B 1']],
    ['what is taken', 'h2::', ['text -', 'attr( -']],
    ['nothing inside a function', 'h2:not(', []],
    ['nothing in an invalid selector', 'h2 >> .', []],
  ])('gives %s after "%s"', (_, before, expected) => {
    const { entries, from } = completeCss(before, [document]);
    const told = entries.map(({ text, count }) => `${text} ${count ?? '-'}`);
    const body = ['body', 'head', 'html', 'title'];
    expect(told.filter((each) => !body.some((name) => each.startsWith(`${name} `)))).toEqual(expected);
    for (const { text } of entries) expect(text.startsWith(before.slice(from)), text).toBe(true);
  });
});
