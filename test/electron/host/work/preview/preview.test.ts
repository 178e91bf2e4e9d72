import { given } from '../../../../given.ts';
import { describe, expect, it } from 'vitest';
import { elementsBelow } from '../../../../../electron/extract/walk.ts';
import { parsePage } from '../../../../../electron/extract/tree.ts';
import { outliner } from '../../../../../electron/host/work/preview/outliner.ts';
import { renderPage, type RenderOptions } from '../../../../../electron/host/work/preview/render.ts';

function render(html: string, options: Partial<RenderOptions> = {}) {
  const { document } = parsePage(html);
  const { html: text, ...rest } = renderPage(document, elementsBelow(document), {
    script: '/*outliner*/',
    ...options,
  });
  const head = '<meta charset="utf-8"><script>/*outliner*/</script>';
  expect(text).toContain(head);
  return { body: text.slice(text.indexOf(head) + head.length), text, ...rest };
}

describe('the preview of a page', () => {
  it('numbers the elements in document order and keeps what can be looked at', () => {
    const { body, elements, text } = render(
      '<!doctype html><title>T</title><h1 class="a" id="b">Hi &amp; <b>you</b></h1>',
    );
    expect(text.startsWith('<!doctype html><meta charset="utf-8">')).toBe(true);
    expect(elements).toBe(6);
    expect(body).toContain(
      '<h1 data-spider-studio-n="4" class="a" id="b">Hi &amp; <b data-spider-studio-n="5">you</b></h1>',
    );
  });

  it('stays in the mode of old browsers where the page has no doctype', () => {
    expect(render('<p>x').text.startsWith('<meta')).toBe(true);
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in an svg', '<svg><script>alert(1)</script></svg>'],
    ['an event handler', '<img src="x" onerror="alert(1)">'],
    ['a handler with capitals', '<svg oNloAd="alert(1)">'],
    ['a javascript link', '<a href="javascript:alert(1)">x</a>'],
    ['a link in an svg', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>'],
    ['a frame', '<iframe src="https://alert(1).example"></iframe>'],
    ['a frame with its own document', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['an object', '<object data="https://example.org/alert(1)"></object>'],
    ['an embed', '<embed src="https://example.org/alert(1)">'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://example.org/alert(1)">'],
    ['a base', '<base href="https://example.org/alert(1)/">'],
    ['a style sheet from elsewhere', '<link rel="stylesheet" href="https://example.org/alert(1).css">'],
    [
      'a form',
      '<form action="https://example.org/alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
    ],
    [
      'a picture from elsewhere',
      '<img src="https://example.org/alert(1).png" srcset="https://alert(1).example 2x">',
    ],
    ['a picture as a page', '<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
    ['a film', '<video poster="https://alert(1)" src="https://alert(1)"></video>'],
    ['a template', '<template><img src=x onerror=alert(1)></template>'],
    ['a foreign object', '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>'],
    ['a ping', '<a href="/x" ping="https://example.org/alert(1)">x</a>'],
    ['a text that looks like markup', '<noscript>&lt;img src=x onerror=alert(1)&gt;</noscript>'],
    ['a style that ends early', '<svg><style>&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;</style></svg>'],
    ['a title that ends early', '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>'],
    ['a text area that ends early', '<textarea>&lt;/textarea&gt;&lt;script&gt;alert(1)</textarea>'],
    ['an attribute that ends early', `<p title='"><script>alert(1)</script>'>x</p>`],
    ['a comment that ends early', '<!-- --!><script>alert(1)</script> -->'],
    ['an xmp', '<xmp><script>alert(1)</script></xmp>'],
    [
      'mathml',
      '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
    ],
  ])('leaves nothing to run, load or go to of %s', (_, html) => {
    const { body } = render(`<body>${html}`);
    // What is left is read as a browser would read it: no element and no attribute does anything.
    const elements = elementsBelow(parsePage(body).document);
    const doing = elements.filter(
      ({ name, attribs }) =>
        ['script', 'iframe', 'object', 'embed', 'base', 'meta', 'link', 'form', 'template'].includes(name) ||
        Object.keys(attribs).some((key) =>
          /^on|^(?:srcdoc|action|formaction|srcset|poster|ping|data|xlink:href)$/i.test(key),
        ),
    );
    expect(doing.map(({ name }) => name)).toEqual([]);
    const addresses = elements
      .flatMap(({ attribs }) => [attribs['src'], attribs['href']])
      .filter((value) => value !== undefined);
    expect(addresses.filter((value) => value !== '#')).toEqual([]);
  });

  it('keeps pictures that are part of the page, and styles', () => {
    const { body } = render(
      '<style>p { color: red }</style><p style="margin:0"><img src="data:image/png;base64,AAAA">',
    );
    expect(body).toContain('p { color: red }');
    expect(body).toContain('style="margin:0"');
    expect(body).toContain('src="data:image/png;base64,AAAA"');
  });

  it('says what it does not load', () => {
    const { notes } = render(
      '<link rel="stylesheet" href="/a.css"><link rel="icon" href="/i"><img src="/1.png"><img srcset="/2.png"><img src="data:image/gif;base64,AA">',
    );
    // Where the page comes from is not known here, so nobody can fetch its style sheet.
    expect(notes).toEqual(['Not loaded, because its address is not known: 1 style sheet.']);
  });

  it('has no style that ends early, however its parts are put together', () => {
    for (const css of [
      '<<!--/style><meta http-equiv="refresh" content="0;url=https://example.org/">',
      '<!--</style--><img src="https://example.org/">',
      'a::after { content: "<\\/style><script>alert(1)<\\/script>" }',
    ]) {
      const { body } = render(`<style>${css}</style><p>x`);
      const names = elementsBelow(parsePage(body).document).map(({ name }) => name);
      expect(names.filter((name) => ['meta', 'img', 'script'].includes(name))).toEqual([]);
    }
  });

  it('does not let a page number its elements itself', () => {
    expect(render('<p data-spider-studio-n="999">x').body).toContain('<p data-spider-studio-n="3">x</p>');
  });

  it('leaves out what would stand in for the tools of the outliner', () => {
    expect(render('<img name="querySelectorAll"><form name="body"></form>').body).not.toContain('name=');
  });

  it('shows a huge page in part, and says so', () => {
    const { text, elements, notes, body } = render(`<body>${'<i></i>'.repeat(500)}`, { maxElements: 100 });
    expect(elements).toBe(503);
    expect(body.match(/<i /g)).toHaveLength(97);
    expect(notes).toEqual(['The page is too large to be shown whole: the first 100 of 503 elements are.']);
    expect(text).toContain('</body></html>');
  });

  it('flattens what is nested deeper than browsers nest', () => {
    const { body, notes } = render(`<body>${'<div>'.repeat(100_000)}deep`);
    expect(body).toContain('deep');
    expect(given(body.match(/<div/g)).length).toBeLessThan(500);
    expect(notes[0]).toMatch(/nested more than/);
  });

  it('has one script, which is named by its hash', () => {
    expect(outliner().hash).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/);
    expect(outliner().script).not.toContain('</script');
  });
});
