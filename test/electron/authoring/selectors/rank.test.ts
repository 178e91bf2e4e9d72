import { isTag, isText, type AnyNode, type Element, type Text } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { rankByValues } from '../../../../electron/authoring/selectors/by-value.ts';
import type { Part } from '../../../../electron/authoring/selectors/ending.ts';
import {
  rankSelectors,
  type Example,
  type RankedSelector,
} from '../../../../electron/authoring/selectors/rank.ts';
import { selectorFor } from '../../../../electron/extract/select.ts';
import { parsePage, type PageTree } from '../../../../electron/extract/tree.ts';
import { elementsBelow } from '../../../../electron/extract/walk.ts';

function select(root: AnyNode, { language, selector }: Pick<RankedSelector, 'language' | 'selector'>) {
  const read = selectorFor(language, selector);
  if (!read.ok) throw new Error(`${selector}: ${read.problem.message}`);
  return read.selector.select(root);
}

function marked(page: PageTree): Element {
  const found = elementsBelow(page.document).find(({ attribs }) => attribs['pick'] !== undefined);
  if (found === undefined) throw new Error('nothing is marked');
  delete found.attribs['pick'];
  return found;
}

const example = (page: PageTree, part: Part = 'text', text?: Text): Example => ({
  page,
  within: null,
  node: { element: marked(page), part, ...(text === undefined ? {} : { text }) },
});

const page = (body: string): PageTree => parsePage(`<!doctype html><title>t</title><body>${body}`);

/** Pages of one element each that is picked (the attribute `pick`), with the first selector and what it goes by. */
const made: [string, string, Part, string, string][] = [
  ['its id', '<div><p id="price" pick>9</p><p>8</p></div>', 'text', '#price::text', 'id'],
  [
    'its class',
    '<div><p class="price" pick>9</p><p class="vat">8</p></div>',
    'text',
    '.price::text',
    'class',
  ],
  [
    'an attribute, where classes are generated',
    '<div><p class="css-1x9zy3" itemprop="price" pick>9</p><p class="css-1x9zy3">8</p></div>',
    'text',
    'p[itemprop="price"]::text',
    'attribute',
  ],
  [
    'the class around it',
    '<div class="offer"><p><i><b pick>9</b></i></p></div><div class="other"><p><i><b>8</b></i></p></div>',
    'text',
    '.offer b::text',
    'class',
  ],
  [
    'the label in the cell before',
    '<table><tr><td>Weight</td><td>3</td></tr><tr><td>Price</td><td pick>9</td></tr></table>',
    'text',
    '//td[normalize-space()="Price"]/following-sibling::td[1]/text() | ' +
      '//body//tr[2]/td[2]/text()[not(//td[normalize-space()="Price"]/following-sibling::td[1]/text())]',
    'label',
  ],
  [
    'an attribute of an element found by its class',
    '<p><a class="more" href="/item/4711" pick>More</a> <a class="less" href="/">Less</a></p>',
    { attribute: 'href' },
    '//*[has-class("more")]/@href | //a[normalize-space()="More"]/@href',
    'class',
  ],
];

describe('rankSelectors', () => {
  it.each(made)('finds a node by %s', (_by, body, part, selector, family) => {
    const tree = page(body);
    const picked = example(tree, part);
    const ranked = rankSelectors([picked]);
    expect(ranked[0]).toMatchObject({ selector, family, matches: 1, agreement: null });
    for (const each of ranked) {
      const [match, ...more] = select(tree.document, each);
      expect(more, each.selector).toEqual([]);
      expect(match?.value, each.selector).toBe(
        typeof part === 'string' ? '9' : picked.node.element.attribs[part.attribute],
      );
    }
  });

  it('finds one text of several by the label before it', () => {
    const tree = page('<p pick><b>Format:</b> Paperback<br><b>Pages:</b> 95<br></p><p>Pages: 3</p>');
    const element = marked(tree);
    const text = element.children.filter(isText).find(({ data }) => data.includes('95'));
    const [best] = rankSelectors([
      { page: tree, within: null, node: { element, part: 'text', ...(text && { text }) } },
    ]);
    expect(best?.why).toBe('by the label “Pages:”, else by its place');
    expect(best && select(tree.document, best).map(({ value }) => value.trim())).toEqual(['95']);
  });

  it.each([
    ['the text of a link', '<p><a>Lamps</a><a pick>Bowls</a><a>Chairs</a></p>', 'its text “Bowls”'],
    [
      'the text of the link around it',
      '<p><a><i>Lamps</i></a><a><i pick>Bowls</i></a></p>',
      'its text “Bowls”',
    ],
    [
      'the first words of a paragraph',
      `<div><p>Short.</p><p pick>${'The bridge was opened again after years of repair. '.repeat(2)}</p><p>End.</p></div>`,
      'its beginning “The bridge was opened again after”',
    ],
    [
      'the text after it',
      '<div><div><p>1</p><p>2</p></div><div><p>3</p><p pick>12</p><p>as of today</p><p>5</p></div><div><p>6</p></div></div>',
      'the text “as of today” after it',
    ],
  ])('finds what has no name on one page alone by %s', (_by, body, why) => {
    const [best] = rankSelectors([example(page(body), 'markup')]);
    expect(best?.why).toContain(why);
  });

  it('never finds a value by the value', () => {
    const ranked = rankSelectors([example(page('<ul><li>9</li><li pick>Sold out</li><li>7</li></ul>'))]);
    expect(ranked).not.toEqual([]);
    expect(ranked.filter(({ selector }) => selector.includes('Sold out'))).toEqual([]);
  });

  it('never asks for the attribute that it takes', () => {
    const body =
      '<h1>Shop</h1><main><p><a href="/lamps" pick>Lamps</a></p><p><a href="/ropes">Ropes</a></p></main>';
    const ranked = rankSelectors([example(page(body), { attribute: 'href' })]);
    expect(ranked.some(({ family }) => family === 'heading')).toBe(true);
    for (const { selector } of ranked) expect(selector).not.toContain('/lamps');
  });

  it('finds nothing by the words of one page where the field is taken of others too', () => {
    const options = { isForOthers: true };
    const ranked = rankSelectors([example(page('<h2>Lamps</h2><h2 pick>Bowls</h2>'))], options);
    expect(ranked).not.toEqual([]);
    expect(ranked.filter(({ selector }) => selector.includes('Bowls'))).toEqual([]);
  });

  it('gives no counter-example', () => {
    const one = page('<p class="cost total" pick>1</p>');
    const two = page('<p class="cost">2</p>');
    const [wrong] = elementsBelow(two.document).filter(({ name }) => name === 'p');
    expect(rankSelectors([example(one)])[0]?.selector).toBe('.cost::text');
    const again = page('<p class="cost total" pick>1</p>');
    const counterExamples: Example[] =
      wrong === undefined ? [] : [{ page: two, within: null, node: { element: wrong, part: 'text' } }];
    const ranked = rankSelectors([example(again)], { counterExamples });
    expect(ranked[0]?.selector).toBe('.total::text');
    for (const each of ranked) expect(select(two.document, each), each.selector).toEqual([]);
  });

  it('is relative to a row', () => {
    const tree = page(
      [1, 2, 3].map((n) => `<li><span class="name">n${n}</span><em class="cost">${n}</em></li>`).join(''),
    );
    const rows = elementsBelow(tree.document).filter(({ name }) => name === 'li');
    const [first, ...others] = rows;
    const element = first?.children.filter(isTag)[1];
    if (first === undefined || element === undefined) throw new Error('no rows');
    const [best] = rankSelectors([{ page: tree, within: first, node: { element, part: 'text' } }], {
      unlabelled: others.map((within) => ({ page: tree, within })),
    });
    expect(best?.selector).toBe('.cost::text');
    expect(best?.agreement).toBeGreaterThan(0.9);
    expect(rows.map((row) => best && select(row, best)[0]?.value)).toEqual(['1', '2', '3']);
  });

  it('prefers what is right on the other pages', () => {
    // The place of the price differs, its label does not.
    const shop = (rows: readonly string[]): PageTree => page(`<table>${rows.join('')}</table>`);
    const row = (label: string, value: string, mark = ''): string =>
      `<tr><td>${label}</td><td ${mark}>${value}</td></tr>`;
    const first = shop([row('Weight', '3 kg'), row('Price', '9.50 €', 'pick')]);
    const second = shop([row('Weight', '4 kg'), row('Colour', 'red'), row('Price', '7.20 €')]);
    const third = shop([row('Price', '1.00 €')]);
    const [best] = rankSelectors([example(first)], {
      unlabelled: [second, third].map((each) => ({ page: each, within: null })),
    });
    expect([second, third].map(({ document }) => best && select(document, best)[0]?.value)).toEqual([
      '7.20 €',
      '1.00 €',
    ]);
  });
});

describe('rankByValues', () => {
  const detail = (title: string, year: string, extra = ''): PageTree =>
    page(
      `<h2>${title}</h2><p>Since ${year}</p>${extra}<dl><dt>Name</dt><dd>${title}</dd><dt>Year</dt><dd>${year}</dd></dl>`,
    );
  const pages = [
    detail('Brass lamp', '1932'),
    detail('Hemp rope', '1950', '<p>new</p>'),
    detail('Oilskin coat', '1961'),
    detail('Jumper', '1932', '<p>new</p><p>cheap</p>'),
  ];
  const [first, ...others] = pages;

  it.each([
    ['Brass lamp', ['Hemp rope', 'Oilskin coat', 'Jumper']],
    ['1932', ['1950', '1961', '1932']],
  ])('finds the field that is %s on one page on the others', (value, expected) => {
    if (first === undefined) throw new Error('no page');
    const [best] = rankByValues([{ page: first, value }], others);
    expect(others.map(({ document }) => best && select(document, best)[0]?.text)).toEqual(expected);
  });

  it('cuts a value out of a longer text by the words around it', () => {
    const titled = (letter: string): PageTree =>
      parsePage(
        `<!doctype html><title>Players - Index: ${letter} - The Official Site</title><body><p>M and N</p>`,
      );
    const known = [titled('M'), titled('N'), titled('O'), titled('P')];
    const [one, ...rest] = known;
    if (one === undefined) throw new Error('no page');
    const [best] = rankByValues([{ page: one, value: 'M' }], rest);
    expect(rest.map(({ document }) => best && select(document, best)[0]?.value)).toEqual(['N', 'O', 'P']);
  });

  it('finds nothing where a value is not on its page', () => {
    if (first === undefined) throw new Error('no page');
    expect(rankByValues([{ page: first, value: 'Compass' }], others)).toEqual([]);
  });
});
