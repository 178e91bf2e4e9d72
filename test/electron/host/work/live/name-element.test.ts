import { expect, it } from 'vitest';
import { nameElement } from '../../../../../electron/host/work/live/name-element.ts';

const page = (inner: string): string => `<html><head></head><body>${inner}</body></html>`;
const mark = 'data-spider-studio-seen=""';
const of = (html: string | null) => ({ element: 1, html, rough: 'button[title="x"]', inLogin: false });

it.each([
  [
    'by a class',
    page(`<button class="more" ${mark}>More</button><button class="less">Less</button>`),
    '.more',
  ],
  ['by its name', page(`<input name="q" ${mark}><input name="z">`), 'input[name="q"]'],
  ['by its place', page(`<p><b>1</b><b ${mark}>2</b><b>3</b></p>`), 'p > b:nth-of-type(2)'],
])('names an element %s', (_what, html, selector) => {
  expect(nameElement(of(html), [])).toBe(selector);
});

it('keeps a selector that finds it before all others', () => {
  const html = page(
    `<div><button class="more" ${mark}>More</button></div><button class="more">More</button>`,
  );
  expect(nameElement(of(html), ['.less', '.more'])).toBe('.more');
  expect(nameElement(of(html), ['body'])).not.toBe('.more');
});

it('takes what the page says where there is no document, or no mark in it', () => {
  expect(nameElement(of(null), [])).toBe('button[title="x"]');
  expect(nameElement(of(page('')), [])).toBe('button[title="x"]');
});
