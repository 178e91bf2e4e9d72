import { describe, expect, it } from 'vitest';
import type { DescribedElement } from '../../../../electron/authoring/repair/likeness.ts';
import { matchElements } from '../../../../electron/authoring/repair/match-elements.ts';

const element = (name: string, text: string, more: Partial<DescribedElement> = {}): DescribedElement => ({
  name,
  text,
  attributes: {},
  path: ['html', 'body', 'div', name],
  near: '',
  ...more,
});

const menu = ['Images', 'Videos', 'Maps', 'News'].map((text, at) =>
  element('a', text, {
    attributes: { class: 'menu__link', href: `https://www.example.org/${text.toLowerCase()}?from=menu` },
    path: ['html', 'body', 'header', 'ul', `li[${at + 1}]`, 'a'],
    near: ['Images', 'Videos', 'Maps', 'News'].filter((each) => each !== text).join(' '),
  }),
);

describe('matchElements', () => {
  it.each<[string, (link: DescribedElement) => DescribedElement]>([
    ['are elsewhere', (link) => ({ ...link, path: ['html', 'body', 'div', 'nav', 'div', 'a'] })],
    ['have other classes', (link) => ({ ...link, attributes: { ...link.attributes, class: 'k1 k2' } })],
    ['have lost their address', (link) => ({ ...link, attributes: { class: 'menu__link' } })],
    ['are buttons now', (link) => ({ ...link, name: 'button', path: [...link.path.slice(0, -1), 'button'] })],
    ['have more words', (link) => ({ ...link, text: `${link.text} (opens a page)` })],
  ])('finds links again that %s, in another order', (_change, changed) => {
    const fresh = [...menu].reverse().map(changed);
    const others = [element('p', 'About us'), element('span', 'Sign in'), element('a', 'Privacy')];
    const found = matchElements(menu, [...others, ...fresh]);
    expect(found.map(({ chosen }) => chosen)).toEqual([6, 5, 4, 3]);
  });

  it('chooses none of several that are as like, and names them', () => {
    const twins = Array.from({ length: 4 }, () => element('a', 'More'));
    const [found] = matchElements([element('a', 'More')], [element('p', 'Text'), ...twins]);
    expect(found).toMatchObject({ chosen: null, likely: [1, 2, 3] });
  });

  it('finds nothing on an empty page', () => {
    expect(matchElements(menu.slice(0, 1), [])).toEqual([{ chosen: null, likely: [], sure: 0 }]);
  });
});
