import { describe, expect, it } from 'vitest';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import { relocate } from '../../../../../electron/host/work/tester/relocate.ts';

const open = (body: string): OpenPage =>
  new OpenPage(`<!doctype html><title>t</title><body>${body}`, {
    url: 'https://shop.example/',
    fetchedAt: 0,
  });

const before = open(
  '<nav><a href="/">Home</a></nav><main><h1>Lamp</h1><p class="price">€ 12</p><p class="note">In stock</p></main>',
);
const price = { language: 'css', selector: '.price::text' } as const;

/** The text of the element that is found; null: none is. */
function found(page: OpenPage, sought: Parameters<typeof relocate>[2], other = before): string | null {
  const answer = relocate(page, other, sought);
  const [child] = answer === null ? [] : (page.elements[answer.element]?.children ?? []);
  return child !== undefined && 'data' in child ? child.data : null;
}

describe('what a selector took', () => {
  it.each([
    {
      name: 'under another class',
      body: '<nav><a href="/">Home</a></nav><main><h1>Lamp</h1><p class="cost">€ 12</p><p class="note">In stock</p></main>',
    },
    {
      name: 'in another element',
      body: '<nav><a href="/">Home</a></nav><main><h1>Lamp</h1><div><span class="price-now">€ 12</span></div><p class="note">In stock</p></main>',
    },
  ])('is found $name', ({ body }) => {
    const sought = { ...price, selector: 'p.price::text' };
    expect(found(open(body), sought)).toBe('€ 12');
  });

  it('is told with its place on the other page', () => {
    const page = open('<main><h1>Rope</h1><p class="cost">€ 12</p></main>');
    const answer = relocate(page, before, price);
    expect(answer?.value).toBe('€ 12');
    expect(before.elements[answer?.was ?? -1]?.attribs['class']).toBe('price');
  });

  it('is looked for in the rows, where it is of a row', () => {
    const rows = (name: string) =>
      open(
        `<p class="${name}">€ 1</p><ul>${[1, 2].map((at) => `<li class="card"><b>Thing ${at}</b><i class="${name}">€ ${at}</i></li>`).join('')}</ul>`,
      );
    const sought = { ...price, within: '.card' };
    const page = rows('cost');
    const answer = relocate(page, rows('price'), sought);
    expect(page.elements[answer?.element ?? -1]?.name).toBe('i');
  });

  it.each([
    { name: 'nothing is taken elsewhere', sought: { ...price, selector: '.missing' }, body: '<p>€ 12</p>' },
    { name: 'the selector is not valid', sought: { ...price, selector: 'p[' }, body: '<p>€ 12</p>' },
    { name: 'the page is empty', sought: price, body: '' },
  ])('is not found where $name', ({ sought, body }) => {
    const other = body === '' ? open('<ul><li class="price">1</li></ul>') : before;
    const page = body === '' ? open('<p>x</p>'.repeat(40)) : open(body);
    expect(relocate(page, other, sought)).toBeNull();
  });

  it('is looked for on pages that are as deep as they like', () => {
    const deep = (name: string) => open(`${'<div>'.repeat(10_000)}<p class="${name}">€ 12</p>`);
    expect(() => relocate(deep('cost'), deep('price'), price)).not.toThrow();
  });
});
