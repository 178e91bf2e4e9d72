import type { Element } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { uniqueSelector } from '../../../../electron/authoring/selectors/unique.ts';
import { selectorFor } from '../../../../electron/extract/select.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import { elementsBelow } from '../../../../electron/extract/walk.ts';

const deep = (levels: number): string =>
  `${'<div>'.repeat(levels)}<b>x</b>${'</div>'.repeat(levels)}<b>y</b>`;

describe('uniqueSelector', () => {
  it.each([
    ['its id', '<p id="total">9</p><p>8</p>', 'p', '#total'],
    ['its class', '<p class="price">9</p><p class="vat">8</p>', 'p', '.price'],
    ['the only heading of the page', '<h1 class="story__headline">A</h1><h2>B</h2>', 'h1', 'h1'],
    [
      'a class, where there may be more of the element',
      '<time class="story__date">A</time>',
      'time',
      '.story__date',
    ],
    ['what is around it', '<div class="offer"><b>9</b></div><div><b>8</b></div>', 'b', '.offer b'],
    [
      'its place, where nothing names it',
      '<p><b>9</b></p><p><b>8</b></p>',
      'b',
      'body > p:nth-of-type(1) > b',
    ],
  ])('goes by %s', (_by, body, name, selector) => {
    const page = parsePage(`<!doctype html><title>t</title><body>${body}`);
    const [first] = elementsBelow(page.document).filter((each) => each.name === name);
    expect(first && uniqueSelector(page.document, first)).toBe(selector);
  });

  const ofDeep = (
    levels: number,
  ): { found: unknown; selector: string | null; wanted: Element | undefined } => {
    const page = parsePage(`<!doctype html><title>t</title><body>${deep(levels)}`);
    const [wanted] = elementsBelow(page.document).filter(({ name }) => name === 'b');
    const selector = wanted === undefined ? null : uniqueSelector(page.document, wanted);
    const read = selectorFor('css', selector ?? '');
    return {
      selector,
      wanted,
      found: read.ok ? read.selector.select(page.document).map(({ node }) => node) : [],
    };
  };

  it.each([3, 30])('finds one element %i levels deep', (levels) => {
    const { found, wanted } = ofDeep(levels);
    expect(found).toEqual([wanted]);
  });

  it('says that it cannot, 300 levels deep', () => {
    expect(ofDeep(300).selector).toBeNull();
  });
});
