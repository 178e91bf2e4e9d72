import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForShortcuts } from '../../../../renderer/commands/shortcuts.ts';
import { useAtHand } from '../../../../renderer/features/tester/at-hand.ts';
import { FieldsTab } from '../../../../renderer/features/tester/fields-tab.tsx';
import { getTester, showPage } from '../../../../renderer/features/tester/tester-store.ts';
import {
  getDocument,
  replaceText,
  useDocuments,
  type SpiderKey,
} from '../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { UiProvider } from '../../../../renderer/workbench/ui-provider.tsx';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { ProposedField, SavedPage, TestedRow } from '../../../../shared/contract/types.ts';
import { given } from '../../../given.ts';
import { createFakeClient, failing, type FakeClient } from '../../fake-client.ts';
import { fieldReport, rowsReport } from './reports.ts';
import { openDocument } from '../../open-document.ts';

const saved = (id: string): SavedPage => ({
  id,
  url: `https://shop.example/list?page=${id}`,
  title: `List ${id}`,
  source: 'url',
  run: null,
  bytes: 100,
  encoding: 'utf-8',
  kind: 'html',
  icon: null,
  addedAt: '2026-03-05T12:00:00.000Z',
});

const row = (element: number, name: string, price: number | null): TestedRow => ({
  element,
  values: { name, price },
  cut: false,
  problems: [],
  empty: price === null ? { price: '".price::text" matches nothing in this <li>.' } : {},
  follow: null,
});

/** The rows of each page. */
const rows: Readonly<Record<string, readonly TestedRow[]>> = {
  '1': [row(3, 'Lamp', 12), row(5, 'Rope', null)],
  '2': [row(3, 'Bell', 7), row(6, 'Flag', 8), row(9, 'Coat', null)],
};

function tested({ page, callback }: CallArgs<'tester.callback'>): CallValue<'tester.callback'> {
  const own = [...(rows[page] ?? [])];
  const elements = own.map(({ element }) => element ?? 0);
  const filled = own.filter(({ values }) => values['price'] !== null).length;
  return {
    callback,
    refused: null,
    fields: [
      fieldReport('name', elements, { items: own.length, filled: own.length }),
      fieldReport('price', elements, { items: own.length, filled }),
    ],
    problems: [],
    rows: { ...rowsReport(elements), rows: own },
    parsed: false,
    elapsedMs: 1,
  };
}

const ofAllPages = (): CallValue<'tester.pages'> => ({
  iterates: true,
  fields: ['name', 'price'],
  pages: Object.entries(rows).map(([page, own]) => ({
    page,
    total: own.length,
    rows: [...own],
    filled: { name: own.length, price: own.filter(({ values }) => values['price'] !== null).length },
    problem: null,
  })),
  left: 0,
});

const column = (name: string, selector: string): ProposedField => ({
  name,
  selector,
  language: 'css',
  type: 'text',
  filled: 2,
  samples: ['in stock'],
  raw: 'in stock',
  definition: { css: selector },
});

const proposal: CallValue<'pages.propose'> = {
  url: null,
  title: '',
  state: { kind: 'list', title: '', detail: '', step: null },
  lists: [
    {
      selector: 'li',
      language: 'css',
      count: 2,
      label: 'products',
      confidence: 1,
      fields: [column('title', 'b::text')],
      others: [column('stock', '.stock::text')],
      elements: [3, 5],
      rows: [],
      detail: null,
    },
  ],
  next: [],
  pages: [],
  groups: [],
  structured: null,
  sources: [],
  choices: [],
};

const text = `{
  "name": "shop",
  "callbacks": {
    "parse": {
      "iterate": { "selector": "li" },
      "extract": { "name": { "css": "b::text" }, "price": { "css": ".price::text" } }
    }
  }
}
`;

let spiders = 0;
let client: FakeClient;

function Tab({ spiderKey }: { spiderKey: SpiderKey }) {
  const { page, subject, text: now, callback, names } = useAtHand(spiderKey);
  if (page === null) return null;
  return (
    <FieldsTab
      spiderKey={spiderKey}
      page={page.id}
      rendered={false}
      subject={subject}
      text={now}
      callback={callback}
      names={names}
    />
  );
}

function show(ids: readonly string[] = ['1', '2'], lists = proposal.lists, answer = tested) {
  const key = { project: 'default', spider: `table-${(spiders += 1)}` };
  client = createFakeClient({
    'pages.list': () => ids.map(saved),
    'tester.callback': answer,
    'tester.pages': ofAllPages,
    'tester.given': () => failing('invalid-spider', 'No rules.'),
    'pages.propose': () => ({ ...proposal, lists }),
    'tester.columns': ({ rows }) => ({
      fields: rows === 'li' ? [column('name', 'b::text'), column('size', '.size::text')] : [],
      others: [],
      parsed: false,
      elapsedMs: 1,
    }),
  });
  setClient(client);
  openDocument(key, text);
  render(
    <UiProvider>
      <Tab spiderKey={key} />
    </UiProvider>,
  );
  const extract = () => JSON.parse(given(getDocument(key)).text).callbacks.parse.extract;
  return { key, extract };
}

const cells = (line: HTMLElement) =>
  within(line)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);
const lines = async () => {
  const grid = await screen.findByRole('grid', { name: 'Rows of parse' });
  return within(grid).getAllByRole('row').slice(1);
};
const head = (name: string) => screen.getByRole('columnheader', { name });

beforeEach(() => {
  // What is not drawn in jsdom has no size, and the table draws only what is seen.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

afterEach(() => {
  vi.restoreAllMocks();
  useDocuments.setState({ documents: {} });
});

it('shows the rows of all pages at hand, those of the open page first, and counts them', async () => {
  show();
  expect(await screen.findByText('2 rows on this page, 5 on 2 pages, 2 fields')).toBeDefined();
  await waitFor(async () =>
    expect((await lines()).map(cells)).toEqual([
      ['1', '/list?page=1', 'Lamp', '12'],
      ['2', '/list?page=1', 'Rope', '–'],
      ['1', '/list?page=2', 'Bell', '7'],
      ['2', '/list?page=2', 'Flag', '8'],
      ['3', '/list?page=2', 'Coat', '–'],
    ]),
  );
  expect(head('price').title).toBe('price: number · 3 of 5');
  expect(head('name').title).toBe('name: text · every row');
});

it('asks for no other pages where there is one', async () => {
  show(['1']);
  expect(await screen.findByText('2 rows, 2 fields')).toBeDefined();
  expect(client.made.some(({ name }) => name === 'tester.pages')).toBe(false);
  await waitFor(async () => expect(cells(given((await lines())[0]))).toEqual(['1', 'Lamp', '12']));
});

it('opens the page of a row that is clicked, and goes to the row', async () => {
  const { key } = show();
  await userEvent.click(await screen.findByText('Flag'));
  expect(getTester(key).page).toBe('2');
  await waitFor(async () => expect((await lines())[1]?.getAttribute('aria-selected')).toBe('true'));
  const [, second] = await lines();
  expect(second?.getAttribute('aria-selected')).toBe('true');
  expect(cells(given(second))).toEqual(['2', '/list?page=2', 'Flag', '8']);
  await waitFor(() => expect(getTester(key).scrollTo).toEqual({ element: 6 }));
  // Back, and its rows are first again.
  showPage(key, '1');
  await waitFor(async () => expect(cells(given((await lines())[0]))[2]).toBe('Lamp'));
});

it('says in the menu of a column why it is empty, renames it and deletes it', async () => {
  const { extract } = show();
  const user = userEvent.setup();
  await screen.findByText('Flag');
  const menuOf = async (name: string) => {
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await user.pointer({ keys: '[MouseRight]', target: head(name) });
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menu'));
  };
  await menuOf('price');
  expect(screen.getByRole('menuitem', { name: 'Why it is empty in 2 rows' })).toBeDefined();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}');
  await screen.findByRole('menuitem', { name: '2 rows: ".price::text" matches nothing in this <li>.' });
  await user.keyboard('{Enter}');
  await waitFor(async () => expect((await lines())[1]?.getAttribute('aria-selected')).toBe('true'));

  await menuOf('price');
  expect(screen.getByRole('menuitem', { name: /^Rename…/u })).toBeDefined();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  const input = await screen.findByRole('textbox', { name: 'Name of the column price' });
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.keyboard('cost{Enter}');
  expect(Object.keys(extract())).toEqual(['name', 'cost']);

  await menuOf('name');
  expect(screen.getByRole('menuitem', { name: 'Delete the field' })).toBeDefined();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(Object.keys(extract())).toEqual(['cost']);
});

it('shows the row that a person is on in full, once that is asked for', async () => {
  show();
  const user = userEvent.setup();
  await user.click(await screen.findByText('Flag'));
  expect(screen.queryByRole('tab', { name: 'All rows' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Details of the rows/u }));
  expect(await screen.findByRole('tab', { name: 'Row 2', selected: true })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Details of the rows/u }));
  expect(screen.queryByRole('tab', { name: 'All rows' })).toBeNull();
});

it('renames the column that the keyboard is on by F2, from a cell and from its head', async () => {
  const stop = listenForShortcuts();
  const { extract } = show();
  const user = userEvent.setup();
  await user.click(await screen.findByText('Lamp'));
  await user.keyboard('{F2}');
  const input = await screen.findByRole('textbox', { name: 'Name of the column name' });
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.keyboard('label{Enter}');
  expect(Object.keys(extract())).toEqual(['label', 'price']);
  const grid = screen.getByRole('grid');
  await waitFor(() => expect(document.activeElement).toBe(grid));
  await user.keyboard('{Control>}{Home}{/Control}{ArrowUp}{ArrowRight}{ArrowRight}{ArrowRight}{F2}');
  expect(await screen.findByRole('textbox', { name: 'Name of the column price' })).toBeDefined();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('grid'));
  stop();
});

it('adds what else the rows hold by one click', async () => {
  const { extract } = show();
  (await screen.findByRole('button', { name: '1 more column' })).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'stock: in stock' }));
  expect(extract()).toEqual({
    name: { css: 'b::text' },
    price: { css: '.price::text' },
    stock: { css: '.stock::text' },
  });
  expect(screen.getByRole('menuitemcheckbox', { name: 'title: in stock' }).getAttribute('aria-checked')).toBe(
    'true',
  );
});

it('adds what else is found in rows that no proposal has', async () => {
  const { extract } = show(['1', '2'], []);
  (await screen.findByRole('button', { name: '1 more column' })).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'size: in stock' }));
  expect(extract()).toEqual({
    name: { css: 'b::text' },
    price: { css: '.price::text' },
    size: { css: '.size::text' },
  });
});

it('says at once why a column is empty, and mends it by one click', async () => {
  const line = '".prise" is not in these 2 <li>; ".price" is, 2 matches.';
  const fix = { label: 'Use ".price"', language: 'css', selector: '.price::text' } as const;
  const isMended = (part: string) => part.includes('.price::text');
  const { key, extract } = show(['1'], proposal.lists, (args) => {
    const answer = tested(args);
    const [name, price] = answer.fields;
    const empty = isMended(args.text) ? null : { line, fix, steps: [] };
    return { ...answer, fields: [given(name), { ...given(price), empty }] };
  });
  const before = given(getDocument(key)).text;
  replaceText(key, [{ offset: before.indexOf('.price'), length: '.price'.length, text: '.prise' }], 'Type');
  const why = await screen.findByText(line);
  expect(why).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use ".price"' }));
  expect(extract().price).toEqual({ css: '.price::text' });
  await waitFor(() => expect(screen.queryByText(line)).toBeNull());
});
