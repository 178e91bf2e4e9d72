import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { letterOf, SiteIcon } from '../../../renderer/ui/site-icon.tsx';

it.each([
  ['harbour-shop', 'H'],
  ['42 jobs', '4'],
  ['— élan', 'É'],
  ['新聞', '新'],
  ['!', '·'],
])('%j has the letter %j', (name, letter) => {
  expect(letterOf(name).letter).toBe(letter);
});

it('colours are spread over names, and stay with a name', () => {
  const names = Array.from({ length: 100 }, (_, index) => `spider-${index}`);
  const found = names.map((name) => letterOf(name).colour);
  expect(found).toEqual(names.map((name) => letterOf(name).colour));
  expect([...new Set(found)].toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('a picture takes the place of the letter', () => {
  const { container, rerender } = render(<SiteIcon name="shop" />);
  const letter = () => container.querySelector('[data-letter]')?.getAttribute('data-letter') ?? null;
  expect(letter()).toBe('S');
  rerender(<SiteIcon name="shop" picture="data:image/png;base64,AAAA" />);
  expect(letter()).toBeNull();
  expect(container.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,AAAA');
});
