import type { Element } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { devtoolsPath } from '../../../../bench/authoring/devtools-path.ts';
import { mutate } from '../../../../electron/proof/stress/mutations.ts';
import { randomOf } from '../../../../electron/proof/stress/random.ts';
import { changes } from '../../../../electron/authoring/selectors/changes.ts';
import { serializeNode } from '../../../../electron/extract/serialize.ts';
import { parsePage, type PageTree } from '../../../../electron/extract/tree.ts';
import { elementsBelow } from '../../../../electron/extract/walk.ts';
import { given } from '../../../given.ts';

const html = `<!doctype html><title>t</title><body><div class="offers main"><ul><li class="offer" data-sku="7"><b class="name">Lamp</b>
<span class="price">9</span></li><li class="offer"><b class="name">Rope</b></li></ul></div>`;

const targetOf = (page: PageTree): Element =>
  given(elementsBelow(page.document).find(({ attribs }) => attribs['class'] === 'price'));

describe('mutate', () => {
  it.each(changes)('makes the change %s in the tree, the same one for a seed', (change) => {
    const changed = ['a', 'a', 'b'].map((seed) => {
      const page = parsePage(html);
      expect(mutate(page, targetOf(page), change, randomOf(seed))).toBe(true);
      for (const { children } of elementsBelow(page.document)) {
        for (const [at, child] of children.entries()) {
          expect(child.prev).toBe(children[at - 1] ?? null);
          expect(child.next).toBe(children[at + 1] ?? null);
        }
      }
      return serializeNode(page.document);
    });
    expect(changed[0]).not.toBe(serializeNode(parsePage(html).document));
    expect(changed[0]).toBe(changed[1]);
  });

  it('changes nothing where there is nothing to change', () => {
    const page = parsePage('<!doctype html><body><p>x</p>');
    const element = given(elementsBelow(page.document).at(-1));
    expect(mutate(page, element, 'class-dropped', randomOf('a'))).toBe(false);
    expect(mutate(page, element, 'order-swapped', randomOf('a'))).toBe(false);
  });
});

describe('devtoolsPath', () => {
  it.each([
    ['<div><p>1</p><p pick>2</p></div>', 'body > div > p:nth-child(2)'],
    ['<div><i>1</i><p pick>2</p></div>', 'body > div > p'],
    ['<div><p class="a">1</p><p class="b c" pick>2</p></div>', 'body > div > p.b.c'],
    ['<div><p class="b c d">1</p><p class="b c" pick>2</p></div>', 'body > div > p:nth-child(2)'],
    ['<div id="7up"><p pick>2</p></div>', '#\\37 up > p'],
    ['<p><input type="text" pick></p>', 'body > p > input[type="text"]'],
  ])('of %s', (body, path) => {
    const { document } = parsePage(`<!doctype html><body>${body}`);
    const element = given(elementsBelow(document).find(({ attribs }) => attribs['pick'] !== undefined));
    expect(devtoolsPath(element)).toBe(path);
  });
});
