import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { FieldPane } from '../../../../../renderer/features/tester/hand/field-pane.tsx';
import { changeTester, getTester, type Hand } from '../../../../../renderer/features/tester/tester-store.ts';
import { getDocument, useDocuments } from '../../../../../renderer/spider-document/document.ts';
import { TooltipProvider } from '../../../../../renderer/ui/tooltip.tsx';
import { setClient } from '../../../../../renderer/state/client.ts';
import type { CallArgs, CallValue } from '../../../../../shared/contract/index.ts';
import type { ProposedField, SavedPage, SelectorSuggestion } from '../../../../../shared/contract/types.ts';
import { createFakeClient, type FakeAnswers } from '../../../fake-client.ts';
import { fieldReport } from '../reports.ts';
import { openDocument } from '../../../open-document.ts';

const saved = (id: string, title: string): SavedPage => ({
  id,
  url: null,
  title,
  source: 'file',
  run: null,
  bytes: 100,
  encoding: 'utf-8',
  kind: 'html',
  icon: null,
  addedAt: '2026-03-05T12:00:00.000Z',
});

const suggestion = (selector: string, more: Partial<SelectorSuggestion> = {}): SelectorSuggestion => ({
  language: 'css',
  selector,
  matches: 2,
  value: 'EUR 5',
  kind: 'text',
  why: 'its class',
  family: 'class',
  survival: 0.97,
  pages: [{ page: 'p2', matches: 1, value: 'EUR 7', differs: false }],
  ...more,
});

const suggestions = [
  suggestion('.price::text'),
  suggestion('p:nth-child(2)::text', {
    survival: 0.41,
    pages: [{ page: 'p2', matches: 1, value: 'sold', differs: true }],
  }),
  suggestion('.price::attr(data-price)', { kind: 'attribute', why: 'its data-price' }),
];

const element = {
  element: 7,
  tag: 'p',
  attributes: [],
  text: 'EUR 5',
  ancestors: [{ element: 7, label: 'p' }],
};

const suggested = (more: Partial<CallValue<'tester.suggest'>> = {}): CallValue<'tester.suggest'> => ({
  element,
  suggestions,
  question: null,
  parsed: false,
  elapsedMs: 1,
  ...more,
});

const text = `{
  "name": "shop",
  "callbacks": { "parse": { "extract": { "price": { "css": ".price::text" }, "title": { "css": "h1::text" } } } }
}
`;
const price = '/callbacks/parse/extract/price';
const nothing = { pointer: price, page: 'p1', elements: [7], not: [], elsewhere: [], rows: null };

let spiders = 0;

/** The pane of a spider whose caret is in the price. */
function show(answers: FakeAnswers = {}, hand: Hand | null = null) {
  const key = { project: 'default', spider: `pane-${(spiders += 1)}` };
  const report: CallValue<'tester.callback'> = {
    callback: 'parse',
    refused: null,
    fields: [
      fieldReport('price', [7, 9], { selector: '.price::text', value: 'EUR 5' }),
      fieldReport('title', [3], { selector: 'h1::text' }),
    ],
    problems: [],
    rows: null,
    parsed: false,
    elapsedMs: 1,
  };
  const client = createFakeClient({
    'pages.list': () => [saved('p1', 'First'), saved('p2', 'Second')],
    'tester.callback': () => report,
    'tester.suggest': () => suggested(),
    ...answers,
  });
  setClient(client);
  openDocument(key, text, {
    caret: text.indexOf('.price'),
    place: { kind: 'callback', callback: 'parse', field: ['price'], pointer: price },
  });
  changeTester(key, { hand });
  render(
    <TooltipProvider>
      <FieldPane {...key} />
    </TooltipProvider>,
  );
  const fields = () => JSON.parse(getDocument(key)?.text ?? '').callbacks.parse;
  return { key, client, fields };
}

afterEach(() => useDocuments.setState({ documents: {} }));

it('says of each selector what speaks for it, and takes the one that is chosen', async () => {
  const { fields } = show();
  const taken = await screen.findByRole('group', { name: 'Where it is taken from' });
  const [best, other] = within(taken).getAllByRole('radio');
  expect(best?.closest('label')?.textContent).toBe(
    '.price::textEUR 52 matchessame on 2 pagessurvives 97 %its class',
  );
  expect(other?.closest('label')?.textContent).toContain('differs on Second');
  expect([best, other].map((each) => each instanceof HTMLInputElement && each.checked)).toEqual([
    true,
    false,
  ]);
  const else_ = screen.getByRole('group', { name: 'What else is there' });
  await userEvent.click(within(else_).getByRole('radio'));
  expect(fields().extract.price).toEqual({ css: '.price::attr(data-price)' });
});

it('renames the field where the name is free', async () => {
  const { fields } = show();
  const name = await screen.findByRole('textbox', { name: 'Name of the field' });
  await userEvent.clear(name);
  await userEvent.type(name, 'title{Enter}');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(name, '_of_it{Enter}');
  await waitFor(() => expect(Object.keys(fields().extract)).toEqual(['title_of_it', 'title']));
});

it('deletes the field', async () => {
  const { fields } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the field' }));
  expect(fields().extract).toEqual({ title: { css: 'h1::text' } });
  expect(await screen.findByText('Click what you want')).toBeTruthy();
});

it.each([
  ['Yes', { page: 'p2', elements: [4], not: [] }],
  ['No', { page: 'p2', elements: [], not: [4] }],
])('takes the answer %s to what the selectors disagree on', async (said, told) => {
  const asked: CallArgs<'tester.suggest'>[] = [];
  const { key, fields } = show(
    {
      'pages.preview': () => new Promise(() => undefined),
      'tester.suggest': (args) => {
        asked.push(args);
        return (args.elsewhere ?? []).length === 0
          ? suggested({ question: { page: 'p2', element: 4, value: 'sold', yes: [1], no: [0] } })
          : suggested({ suggestions: [suggestion('p:nth-child(2)::text')] });
      },
    },
    nothing,
  );
  const question = await screen.findByRole('region', { name: 'A question' });
  expect(question.textContent).toContain('Is this it, too, on “Second”?');
  await userEvent.click(within(question).getByRole('button', { name: said }));
  await waitFor(() => expect(fields().extract.price).toEqual({ css: 'p:nth-child(2)::text' }));
  expect(asked.at(-1)?.elsewhere).toEqual([told]);
  expect(getTester(key).hand?.elsewhere).toEqual([told]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'A question' })).toBeNull());
});

it('offers what a selector that matches nothing here took on another page, by one click', async () => {
  const { key, client, fields } = show({
    'tester.callback': () => ({
      callback: 'parse',
      refused: null,
      fields: [fieldReport('price', [], { selector: '.price::text' })],
      problems: [],
      rows: null,
      parsed: false,
      elapsedMs: 1,
    }),
    'tester.relocate': () => ({
      found: { element: 7, page: 'p2', was: 4, value: 'EUR 7' },
      parsed: false,
      elapsedMs: 1,
    }),
    'tester.suggest': () => suggested({ suggestions: [suggestion('.cost::text')] }),
  });
  await screen.findByText(/matches nothing here\. On “Second” it takes “EUR 7”/u);
  const said = { elements: [7], not: [], elsewhere: [{ page: 'p2', elements: [4], not: [] }] };
  expect(client.made.find(({ name }) => name === 'tester.suggest')?.args).toMatchObject({
    page: 'p1',
    ...said,
  });
  await userEvent.click(screen.getByRole('radio', { name: /^\.cost::text/u }));
  expect(fields().extract.price).toEqual({ css: '.cost::text' });
  expect(getTester(key).hand).toMatchObject(said);
});

const column = (name: string, selector: string, raw: string): ProposedField => ({
  name,
  selector,
  language: 'css',
  type: 'text',
  filled: 12,
  samples: [raw],
  raw,
  definition: { css: selector },
});

it.each([
  ['Make 12 rows', {}],
  // What the field that was picked takes comes once, and names stay apart.
  ['Make 12 rows with all columns', { title_2: { css: 'h3::text' }, stock: { css: '.stock::text' } }],
])('"%s" of what two picks lie in; every field starts at the row then', async (name, more) => {
  // The title stands above the rows.
  const inRow = (args: CallArgs<'tester.suggest'>) =>
    args.elements[0] === 7 ? [suggestion('./p/text()', { language: 'xpath' })] : [];
  const { fields } = show(
    {
      'tester.suggest': (args) =>
        args.within === '.card'
          ? suggested({ suggestions: inRow(args) })
          : args.elements.join() === '5,8'
            ? suggested({ suggestions: [suggestion('.card::text'), suggestion('.card', { kind: 'list' })] })
            : suggested(),
      'tester.selector': () => ({
        matches: 12,
        samples: [],
        nodes: { total: 12, elements: [5, 8], cut: false },
        problem: null,
        hint: null,
        empty: null,
        parsed: false,
        elapsedMs: 1,
      }),
      'tester.columns': () => ({
        fields: [
          column('title', 'h3::text', 'Lamp'),
          column('cost', '.price::text', ' EUR 5\n'),
          column('stock', '.stock::text', '3 left'),
        ],
        others: [column('noise', 'i::text', 'new')],
        parsed: false,
        elapsedMs: 1,
      }),
    },
    { ...nothing, elements: [7, 9], rows: [5, 8] },
  );
  await userEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() =>
    expect(fields()).toEqual({
      iterate: { selector: '.card' },
      extract: { price: { xpath: './p/text()' }, title: { css: 'h1::text' }, ...more },
    }),
  );
});
