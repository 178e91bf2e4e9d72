import { describe, expect, it } from 'vitest';
import type { OtherPage } from '../../../../../electron/host/work/tester/question.ts';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import { suggestSelectors } from '../../../../../electron/host/work/tester/suggest.ts';
import { given } from '../../../../given.ts';

const open = (body: string): OpenPage =>
  new OpenPage(`<!doctype html><title>t</title><body>${body}`, {
    url: 'https://shop.example/',
    fetchedAt: 0,
  });

/** Numbers of the elements with a class, in order. */
const numbers = (page: OpenPage, name: string): number[] =>
  page.elements.flatMap(({ attribs }, at) =>
    (attribs['class'] ?? '').split(' ').includes(name) ? [at] : [],
  );

const cards = (count: number): OpenPage =>
  open(
    `<aside><p class="price">0</p></aside><ul>${Array.from(
      { length: count },
      (_, at) => `<li class="card"><b class="name">n${at}</b><p class="price">${at}</p></li>`,
    ).join('')}</ul>`,
  );

describe('several elements', () => {
  it('make a list of all like them, with the count', () => {
    const page = cards(24);
    const [, first = 0, second = 0] = numbers(page, 'price');
    const { suggestions, question } = suggestSelectors(page, { elements: [first, second] }, []);
    expect(question).toBeNull();
    expect(suggestions[0]).toMatchObject({ kind: 'list', matches: 24, value: '0', language: 'css' });
    expect(suggestions[0]?.why).toMatch(/^all 24 like it, by /);
  });

  it('leave out what is excluded', () => {
    const page = open('<p class="price">1</p><p class="price">2</p><p class="price old">3</p>');
    const [one = 0, two = 0, old = 0] = numbers(page, 'price');
    const { suggestions } = suggestSelectors(page, { elements: [one, two], not: [old] }, []);
    for (const { selector, matches } of suggestions) expect(matches, selector).toBeLessThanOrEqual(2);
    const all = suggestSelectors(page, { elements: [one, two] }, []);
    expect(all.suggestions[0]).toMatchObject({ selector: '.price::text', matches: 3 });
  });

  it('of different rows are one field of the row', () => {
    const page = cards(5);
    const [, first = 0, second = 0] = numbers(page, 'price');
    const { suggestions } = suggestSelectors(page, { elements: [first, second], within: '.card' }, []);
    expect(suggestions[0]).toMatchObject({ selector: '.price::text', matches: 5, kind: 'text' });
    expect(suggestions[0]?.why).toMatch(/in 5 of 5 items$/);
  });
});

describe('one element', () => {
  it('is taken with the attributes that it has', () => {
    const page = open('<a class="buy" href="/x" data-sku="A1" data-price="9" onclick="f()">Buy</a>');
    const [number = 0] = numbers(page, 'buy');
    const { suggestions } = suggestSelectors(page, { elements: [number] }, []);
    const attributes = suggestions.filter(({ kind }) => kind === 'attribute');
    const taken = (selector: string): string => /(?:::attr\(|@)([\w-]+)\)?$/.exec(selector)?.[1] ?? selector;
    expect(attributes.map(({ selector, value }) => [taken(selector), value])).toEqual([
      ['href', '/x'],
      ['data-sku', 'A1'],
      ['data-price', '9'],
    ]);
  });

  it('that is a label offers the cell beside it', () => {
    const page = open(
      '<table><tr><th class="l">Weight</th><td>3 kg</td></tr><tr><th>Price</th><td>9</td></tr></table>',
    );
    const [number = 0] = numbers(page, 'l');
    const { suggestions } = suggestSelectors(page, { elements: [number] }, []);
    const beside = suggestions.find(({ why }) => why.startsWith('the value beside this label'));
    expect(beside).toMatchObject({ value: '3 kg', family: 'label', matches: 1 });
    expect(beside?.selector).toMatch(/^\/\/th\[normalize-space\(\)="Weight"\]\//);
  });

  const terms = (end = ''): string =>
    `<dl>${['Lamp', 'Bowl', 'Cup'].map((name, at) => `<dt>${name}</dt><dd class="pick">${at + 7} kg</dd><dd><a href="/p/${at}">more</a></dd>`).join('')}${end}</dl>`;
  const pairs = `<table>${['Lamp', 'Bowl', 'Cup'].map((name, at) => `<tr class="head"><td>${name}</td></tr><tr><td>by <b${at === 1 ? ' class="pick"' : ''}>Ada ${at}</b></td></tr>`).join('')}</table>`;

  it.each([
    ['a sibling', terms(), 'dt', '7 kg', './following-sibling::*[has-class("pick")][1]/text()'],
    [
      'what is in the second row of a pair',
      pairs,
      'tr.head',
      'Ada 0',
      './following-sibling::tr[1]//td/text()[normalize-space()="by"]/following-sibling::b[1]/text()',
    ],
  ])(
    'behind the first element of its row is taken from there: %s',
    (_what, body, within, value, selector) => {
      const page = open(body);
      const [number = 0] = numbers(page, 'pick');
      const { suggestions } = suggestSelectors(page, { elements: [number], within }, []);
      expect(suggestions[0]).toMatchObject({ language: 'xpath', selector, value, matches: 3 });
    },
  );

  it('behind the rows and of none of them has no selector in them', () => {
    const page = open(terms('<dd class="foot"><i class="total">24 kg</i></dd>'));
    const [number = 0] = numbers(page, 'total');
    expect(suggestSelectors(page, { elements: [number], within: 'dt' }, []).suggestions).toEqual([]);
  });

  it('outside of the rows has no selector in them', () => {
    const page = cards(3);
    const [outside = 0] = numbers(page, 'price');
    expect(suggestSelectors(page, { elements: [outside], within: '.card' }, [])).toEqual({
      suggestions: [],
      question: null,
    });
  });
});

describe('on the other pages', () => {
  const detail = (rows: readonly [string, string][]): OpenPage =>
    open(
      `<h1>Lamp</h1><table class="facts">${rows
        .map(([label, value]) => `<tr><td>${label}</td><td class="v">${value}</td></tr>`)
        .join('')}</table>`,
    );
  const page = detail([
    ['Weight', '3'],
    ['Price', '9'],
  ]);
  const [, price = 0] = numbers(page, 'v');
  const other = detail([
    ['Weight', '4'],
    ['Colour', '5'],
    ['Price', '7'],
  ]);
  const there: OtherPage = { id: 'p2', page: other, elements: [], not: [] };

  it('each suggestion tells what it selects, and one question is asked where they disagree', () => {
    const { suggestions, question } = suggestSelectors(page, { elements: [price] }, [there]);
    const asked = given(question);
    expect(asked.page).toBe('p2');
    expect(['5', '7']).toContain(asked.value);
    expect(asked.yes.length * asked.no.length).toBeGreaterThan(0);
    for (const at of asked.yes) expect(suggestions[at]?.pages[0]?.value).toBe(asked.value);
    for (const at of asked.no) expect(suggestions[at]?.pages[0]?.value).not.toBe(asked.value);
  });

  it.each([
    ['yes', (at: number) => ({ elements: [at], not: [] })],
    ['no', (at: number) => ({ elements: [], not: [at] })],
  ])('the answer %s leaves only what agrees with it', (_, answer) => {
    const [, wrong = 0, right = 0] = numbers(other, 'v');
    const told = answer(_ === 'yes' ? right : wrong);
    const { suggestions, question } = suggestSelectors(page, { elements: [price] }, [{ ...there, ...told }]);
    expect(question).toBeNull();
    const texts = suggestions.filter(({ kind }) => kind === 'text');
    expect(new Set(texts.map(({ pages }) => pages[0]?.value))).toEqual(new Set(['7']));
  });
});
