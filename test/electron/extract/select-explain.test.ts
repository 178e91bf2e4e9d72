import { describe, expect, it } from 'vitest';
import { explainEmpty } from '../../../electron/extract/explain-empty.ts';
import { parsePage } from '../../../electron/extract/tree.ts';

const page = parsePage(`
  <div id="main" class="card wide"><h2 class="Title"><a href="/x" data-id="1"><b>x</b></a></h2></div>
  <template><section class="late"><em>y</em></section></template>
  <div class="card"><p><span>z</span></p></div>`).document;

describe('why a CSS selector finds nothing', () => {
  it.each([
    [
      'div.card h3',
      [
        ['div.card', 2],
        ['div.card h3', 0],
      ],
      'There is no <h3> on the page.',
      null,
    ],
    [
      'div .title',
      [
        ['div', 2],
        ['div .title', 0],
      ],
      'No element on the page has the class "title".',
      'Write ".Title"; capitals matter here.',
    ],
    ['card', [['card', 0]], 'There is no <card> on the page.', 'There is a class "card"; write ".card".'],
    [
      '.main',
      [['.main', 0]],
      'No element on the page has the class "main".',
      'There is an id "main"; write "#main".',
    ],
    [
      '#card',
      [['#card', 0]],
      'No element on the page has the id "card".',
      'There is a class "card"; write ".card".',
    ],
    [
      '.card > a',
      [
        ['.card', 2],
        ['.card > a', 0],
      ],
      '"a" matches 1, but none of them stands to ".card" as the selector says.',
      'There are 1 deeper inside; write a space in place of ">".',
    ],
    ['h2.card', [['h2.card', 0]], '".card" matches 2, but none of them is "h2".', null],
    [
      'a::text',
      [
        ['a', 1],
        ['a::text', 0],
      ],
      'What "a" matches has no text of its own.',
      'Write "a ::text", with a space, for the text of everything inside.',
    ],
    [
      'a::attr(src)',
      [
        ['a', 1],
        ['a::attr(src)', 0],
      ],
      'None of the one element before it has the attribute "src".',
      'They have href, data-id.',
    ],
    [
      'a::attr(HREF)',
      [
        ['a', 1],
        ['a::attr(HREF)', 0],
      ],
      'None of the one element before it has the attribute "HREF".',
      'Attribute names are lower case on a page; write "href".',
    ],
    [
      'section',
      [['section', 0]],
      '<section> is found only inside <template>, where a page keeps markup that it does not show.',
      'Selectors do not look into templates.',
    ],
    [
      '.late',
      [['.late', 0]],
      'The class "late" is found only inside <template>, where a page keeps markup that it does not show.',
      'Selectors do not look into templates.',
    ],
    ['a:hover', [['a:hover', 0]], '":hover" is never true on a saved page.', 'Leave it out.'],
    ['//a', [], 'This looks like XPath, not like a CSS selector.', 'Put it into "xpath" instead of "css".'],
  ])('%s', (source, steps, reason, hint) => {
    expect(explainEmpty(page, 'css', source)).toEqual({
      steps: steps.map(([selector, matches]) => ({ selector, matches })),
      reason,
      hint,
    });
  });
});

describe('why an XPath expression finds nothing', () => {
  it.each([
    [
      '//div/h2/h3',
      [
        ['//div', 2],
        ['//div/h2', 1],
        ['//div/h2/h3', 0],
      ],
      'There is no <h3> on the page.',
      null,
    ],
    ['//DIV', [['//DIV', 0]], 'There is no <DIV> on the page.', 'Write "div"; capitals matter here.'],
    [
      '//div.card',
      [['//div.card', 0]],
      'There is no <div.card> on the page.',
      'A class is written div[has-class("card")] in XPath.',
    ],
    [
      '//h2/b',
      [
        ['//h2', 1],
        ['//h2/b', 0],
      ],
      'There is a <b> on the page, but not where the path looks for it.',
      'There are 1 deeper inside; write // in place of /.',
    ],
    [
      '//div[@class="wide"]/h2',
      [['//div[@class="wide"]', 0]],
      '2 nodes come this far, but none fulfils [@class="wide"].',
      'The class stands beside others; write [has-class("wide")].',
    ],
    ['//div[@id][2]', [['//div[@id][2]', 0]], '1 node comes this far, but none fulfils [2].', null],
    [
      '//a/@src',
      [
        ['//a', 1],
        ['//a/@src', 0],
      ],
      'None of the one element before it has the attribute "src".',
      'They have href, data-id.',
    ],
    [
      '//a/text()',
      [
        ['//a', 1],
        ['//a/text()', 0],
      ],
      'The part before text() has no text of its own.',
      'Write //text() for the text of everything inside.',
    ],
    [
      '//em',
      [['//em', 0]],
      '<em> is found only inside <template>, where a page keeps markup that it does not show.',
      'Selectors do not look into templates.',
    ],
    [
      '.card',
      [],
      '"." cannot be followed by "card".',
      'This looks like a CSS class; use a CSS selector, or has-class("…") in XPath.',
    ],
  ])('%s', (source, steps, reason, hint) => {
    expect(explainEmpty(page, 'xpath', source)).toEqual({
      steps: steps.map(([selector, matches]) => ({ selector, matches })),
      reason,
      hint,
    });
  });
});
