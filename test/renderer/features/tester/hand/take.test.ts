import { afterEach, expect, it } from 'vitest';
import { letGo, pick, step, type Here } from '../../../../../renderer/features/tester/hand/take.ts';
import { changeTester, getTester } from '../../../../../renderer/features/tester/tester-store.ts';
import { getDocument, useDocuments } from '../../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../../renderer/state/client.ts';
import { useToasts } from '../../../../../renderer/state/toasts.ts';
import type { CallArgs } from '../../../../../shared/contract/index.ts';
import type { SelectorSuggestion } from '../../../../../shared/contract/types.ts';
import { createFakeClient } from '../../../fake-client.ts';
import { fieldReport, rowsReport } from '../reports.ts';
import { openDocument } from '../../../open-document.ts';

// A page of three cards at 10, 20 and 30, each with a price (…2) and a stock (…3); at 5 its heading.
const labels = new Map([
  [0, 'body'],
  [5, 'h1'],
  ...[10, 20, 30].flatMap((card): [number, string][] => [
    [card, 'div.card'],
    [card + 2, 'p.price'],
    [card + 3, 'p.stock'],
  ]),
]);
const wayTo = (element: number) => {
  const card = element - (element % 10);
  return [...new Set([0, ...(element >= 10 ? [card] : []), element])].map((each) => ({
    element: each,
    label: labels.get(each) ?? '',
  }));
};

type Suggest = (args: CallArgs<'tester.suggest'>) => string | null;

let spiders = 0;

/** A spider with this callback, whose pages get these selectors. A crawl runs the callback `given` on them. */
function studio(callback: object, suggest: Suggest, given: string | null = 'parse') {
  const key = { project: 'default', spider: `take-${(spiders += 1)}` };
  setClient(
    createFakeClient({
      'tester.given': () => ({
        url: 'https://harbour.example/shop',
        callback: given,
        reason: '',
        unacted: null,
      }),
      'tester.suggest': (args) => {
        const element = args.elements[0] ?? 0;
        const label = labels.get(element) ?? '';
        const [tag = '', word = ''] = label.split('.');
        const selector = suggest(args);
        const only: SelectorSuggestion = {
          language: 'css',
          selector: selector ?? '',
          matches: args.within === null && args.elements.length > 1 ? 3 : 1,
          value: word === 'price' ? 'EUR 5.50' : 'text',
          kind: 'text',
          why: '',
          family: 'class',
          survival: null,
          pages: [],
        };
        return {
          element: {
            element,
            tag,
            attributes: word === '' ? [] : [{ name: 'class', value: word }],
            text: '',
            ancestors: wayTo(element),
          },
          suggestions: selector === null ? [] : [only],
          question: null,
          parsed: false,
          elapsedMs: 1,
        };
      },
    }),
  );
  const text = JSON.stringify({ name: 'take', callbacks: { parse: callback } }, null, 2);
  openDocument(key, text);
  const parsed = () => JSON.parse(getDocument(key)?.text ?? '').callbacks.parse;
  return { key, text, parsed };
}

const here = (more: Partial<Here> = {}): Here => ({
  page: 'p1',
  callback: 'parse',
  field: null,
  reports: [],
  rows: null,
  ...more,
});

const price = { report: fieldReport('price', [12, 22, 32]), names: ['price'] };
const inRows = (field: typeof price | null = price) =>
  here({ field, reports: [price], rows: rowsReport([10, 20, 30]) });
const rows = { iterate: { selector: '.card' }, extract: { price: { css: '.price::text' } } };
const held = (elements: number[]) => ({
  pointer: '/callbacks/parse/extract/price',
  page: 'p1',
  elements,
  not: [],
  elsewhere: [],
  rows: null,
});

afterEach(() => {
  useDocuments.setState({ documents: {} });
  useToasts.setState({ toasts: [] });
});

it('makes a field of the page, with the processors that its value asks for', async () => {
  const { key, parsed } = studio({ extract: {} }, () => '.price::text');
  await pick(key, here(), 12);
  expect(parsed().extract).toEqual({ price: { css: '.price::text', processors: [{ type: 'number' }] } });
  expect(getTester(key).hand).toEqual(held([12]));
});

it('adds the rule by which a crawl runs the callback on the page, and only once', async () => {
  const { key, text } = studio({ extract: {} }, () => '.price::text', null);
  const rulesOf = () => JSON.parse(getDocument(key)?.text ?? '').rules;
  await pick(key, here(), 12);
  const rule = { allow: [String.raw`^https://harbour\.example/shop$`], callback: 'parse' };
  expect(rulesOf()).toEqual([rule]);
  expect(JSON.parse(text).rules).toBeUndefined();
  await step(key, here({ field: { ...price, report: fieldReport('price', [12]) } }), 13);
  expect(rulesOf()).toEqual([rule]);
});

it('makes a field of a row by a selector that starts there', async () => {
  const { key, parsed } = studio(rows, ({ within }) => (within === '.card' ? '.stock::text' : 'wrong'));
  await pick(key, inRows(null), 23);
  expect(parsed().extract).toEqual({ price: { css: '.price::text' }, stock: { css: '.stock::text' } });
});

it('says why what lies outside of the rows cannot be taken from a row', async () => {
  const { key, text } = studio(rows, () => 'h1::text');
  await pick(key, inRows(null), 5);
  expect(getDocument(key)?.text).toBe(text);
  expect(useToasts.getState().toasts[0]?.title).toBe('No selector takes this from a row');
});

it('makes a list of two that are alike, and remembers what could be rows', async () => {
  const { key, parsed } = studio({ extract: { price: { css: '.a::text' } } }, ({ elements }) =>
    elements.length > 1 ? '.price::text' : '.b::text',
  );
  changeTester(key, { hand: held([12]) });
  const one = { report: fieldReport('price', [12]), names: ['price'] };
  await pick(key, here({ field: one, reports: [one] }), 22);
  expect(parsed().extract).toEqual({ price: { css: '.price::text', get_all: true } });
  expect(getTester(key).hand).toEqual({ ...held([12, 22]), rows: [10, 20] });
});

it('brings the field into hand that takes what is clicked', async () => {
  const { key, text } = studio(rows, () => 'wrong');
  await pick(key, inRows(null), 22);
  expect(getDocument(key)?.text).toBe(text);
  expect(getTester(key).hand).toEqual(held([22]));
});

it('excludes what is wrong, by a selector that takes the others', async () => {
  const { key, parsed } = studio(rows, ({ elements, not = [] }) =>
    not.join() === '22' && elements.join() === '12,32' ? '.price:not(.old)::text' : '.price::text',
  );
  changeTester(key, { hand: held([12]) });
  await pick(key, inRows(), 22);
  expect(parsed().extract.price).toEqual({ css: '.price:not(.old)::text' });
  expect(getTester(key).hand).toEqual({ ...held([12]), not: [22] });
});

it('leaves the row out where no selector of the field can', async () => {
  const { key, parsed } = studio(rows, ({ elements, not = [], within }) => {
    if (not.length === 0) return '.price::text';
    return within === null && not.join() === '30' && elements.join() === '10,20' ? 'main .card' : null;
  });
  changeTester(key, { hand: held([12]) });
  await pick(key, inRows(), 32);
  expect(parsed()).toEqual({ ...rows, iterate: { selector: 'main .card' } });
});

it('leaves the field as it is where nothing can tell a wrong one from the others', async () => {
  const { key, text } = studio(rows, ({ not = [] }) => (not.length === 0 ? '.price::text' : null));
  changeTester(key, { hand: held([12]) });
  await pick(key, inRows(), 22);
  expect(getDocument(key)?.text).toBe(text);
  expect(useToasts.getState().toasts[0]?.title).toBe('No selector takes the others without this one');
});

it('adds what is missed in a row', async () => {
  const { key, parsed } = studio(rows, ({ elements }) =>
    elements.includes(33) && elements.includes(12) ? 'p::text' : '.price::text',
  );
  changeTester(key, { hand: held([12]) });
  const missing = { report: fieldReport('price', [12, 22]), names: ['price'] };
  await pick(key, { ...inRows(missing), reports: [missing] }, 33);
  expect(parsed().extract).toEqual({ price: { css: 'p::text' } });
  expect(getTester(key).hand?.elements).toEqual([12, 33]);
});

it('takes what the arrow keys went to, in the same field, and lets go', async () => {
  const { key, parsed } = studio(rows, ({ elements }) => (elements[0] === 13 ? '.stock::text' : 'wrong'));
  changeTester(key, { hand: held([12]) });
  await step(key, inRows(), 13);
  expect(parsed().extract).toEqual({ price: { css: '.stock::text' } });
  expect(getTester(key).hand).toEqual(held([13]));
  letGo(key);
  expect(getTester(key).hand).toBeNull();
});
