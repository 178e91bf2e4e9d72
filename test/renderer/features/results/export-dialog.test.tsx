import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResultsBackground } from '../../../../renderer/features/results/results-background.tsx';
import { closeExport, openExport } from '../../../../renderer/features/results/exports-store.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { usePreferencesStore } from '../../../../renderer/state/preferences.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { ResultColumn } from '../../../../shared/contract/types.ts';
import { createFakeClient } from '../../fake-client.ts';

beforeEach(() => {
  closeExport();
  usePreferencesStore.setState(({ preferences }) => ({ preferences: { ...preferences, choices: {} } }));
});

afterEach(() => vi.restoreAllMocks());

const column = (name: string, type: ResultColumn['type'], metadata = true): ResultColumn => ({
  name,
  metadata,
  type,
  filled: 2,
  items: 2,
  rate: 1,
});

type Preview = Partial<CallValue<'exports.preview'>>;

function open(
  preview: Preview | ((args: CallArgs<'exports.preview'>) => Preview | Promise<Preview>),
  exports: CallValue<'projects.defaults'>['exports'] = {},
  ofAll: CallValue<'app.defaults'>['exports'] = {},
) {
  const client = createFakeClient({
    'projects.defaults': () => ({ settings: {}, exports }),
    'app.defaults': () => ({ settings: {}, exports: ofAll }),
    'app.setPreferences': () => new Promise(() => undefined),
    'exports.preview': async (args) => ({
      text: 'title,tags\r\n',
      rows: 2,
      total: 2,
      columns: ['title', 'tags', 'price'],
      cells: [
        ['Shoe', 'a, b', '5'],
        ['Boot', '', ''],
      ],
      tables: [],
      item: null,
      paths: [],
      lists: [],
      nested: [],
      files: { files: 0, bytes: 0 },
      examined: 2,
      ...(await (typeof preview === 'function' ? preview(args) : preview)),
    }),
    'results.columns': () => ({
      run: '7',
      items: 2,
      earlier: null,
      sampled: false,
      columns: [
        column('title', 'text', false),
        column('id', 'text', false),
        column('tags', 'list'),
        column('price', 'number'),
      ],
    }),
    'app.info': () => ({ platform: 'linux', dataFolder: '/data' }) as never,
    'exports.start': () => new Promise(() => undefined),
  });
  setClient(client);
  openExport({
    view: { source: { project: 'default', spider: 'shop', run: '7' } },
    columns: ['title', 'tags'],
    all: 2,
  });
  render(
    <TooltipProvider>
      <ResultsBackground />
    </TooltipProvider>,
  );
  return {
    argsOf: (name: string) => client.made.filter((call) => call.name === name).map(({ args }) => args),
  };
}

/** The texts of the table in a region, row by row. */
async function tableTexts(region: string): Promise<string[][]> {
  const table = within(await screen.findByRole('region', { name: region })).getByRole('table');
  const [, ...more] = await within(table).findAllByRole('row');
  expect(more.length).toBeGreaterThan(0);
  return [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
}

describe('the dialog of an export', () => {
  it('says what becomes of each field before the file is written', async () => {
    open({
      item: JSON.stringify({ id: '1', title: 'Shoe', tags: ['a', 'b'], price: null }),
      paths: [{ path: 'tags', notes: ['2 lists joined with ", "', '1 empty list or object as [] or {}'] }],
    });
    expect(await screen.findByText('1 field is not written as it is.')).toBeDefined();
    expect((await tableTexts('What becomes of each field')).slice(1)).toEqual([
      ['title', 'Shoe', 'as it is'],
      ['tags', '[ "a", "b" ]', '2 lists joined with ", "; 1 empty list or object as [] or {}'],
      ['price', 'none', 'left out'],
      ['id', '1', 'left out'],
    ]);
  });

  it('says which fields are left out', async () => {
    open({ columns: ['title'] });
    expect((await tableTexts('What becomes of each field')).slice(1)).toEqual([
      ['title', 'none', 'as it is'],
      ['tags', 'none', 'left out'],
      ['price', 'none', 'left out'],
      ['id', 'none', 'left out'],
    ]);
    expect(screen.getByText('2 fields are not written as they are.')).toBeDefined();
    expect(screen.getByRole('tab', { name: /^Fields ?2 changes$/u })).toBeDefined();
  });

  it('chooses for each nested value how it is written, and copies the command that does the same', async () => {
    const { argsOf } = open({
      nested: [
        { path: 'tags', kind: 'values' },
        { path: 'price', kind: 'object' },
      ],
    });
    const way = await screen.findByRole('combobox', { name: 'How tags is written' });
    expect(screen.queryByRole('combobox', { name: 'How price is written' })).toBeNull();
    await userEvent.selectOptions(way, 'joined as one text');
    const separator = screen.getByRole('textbox', { name: 'Between the entries of tags' });
    await userEvent.clear(separator);
    await userEvent.type(separator, '|');
    await userEvent.click(screen.getByRole('checkbox', { name: /^An apostrophe before cells/u }));
    const wanted = { flatten: [{ path: 'tags', as: 'join', separator: '|' }], guardFormulas: true };
    await vi.waitFor(() => expect(argsOf('exports.preview').at(-1)).toMatchObject(wanted));
    expect(screen.getByText(/--flatten 'tags=join:\|'.*--guard-formulas$/u)).toBeDefined();
    await userEvent.selectOptions(way, 'a row for each entry');
    await vi.waitFor(() => expect(argsOf('exports.preview').at(-1)).toMatchObject({ rows: 'tags' }));
    expect(argsOf('exports.preview').at(-1)).not.toHaveProperty('flatten');
  });

  it('chooses columns and their order, by the keyboard too', async () => {
    const { argsOf } = open({});
    await userEvent.click(await screen.findByRole('checkbox', { name: 'price' }));
    const last = () => argsOf('exports.preview').at(-1);
    expect(last()).toMatchObject({ columns: ['title', 'tags', 'price'] });
    screen.getByRole('checkbox', { name: 'price' }).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(last()).toMatchObject({ columns: ['title', 'price', 'tags'] });
    expect(screen.getByText('price is column 2 of 3.')).toBeDefined();
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(last()).toMatchObject({ columns: ['price', 'title', 'tags'] });
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'price' }));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'title' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'title' }));
    expect(last()).toMatchObject({ columns: ['price', 'tags'] });
    await userEvent.click(screen.getByRole('radio', { name: /^Everything/u }));
    expect(last()).toMatchObject({ columns: null });
    // Everything in the order of the file, with what is known about the crawl.
    await userEvent.click(screen.getByRole('checkbox', { name: 'tags' }));
    expect(last()).toMatchObject({ columns: ['title', 'price'] });
  });

  it('counts on all items where it knows only the first ones', async () => {
    const { argsOf } = open({ total: 900, examined: 500 });
    await vi.waitFor(() => expect(argsOf('exports.preview').at(-1)).toMatchObject({ whole: true }));
    expect(screen.queryByRole('button', { name: /^Count in all/u })).toBeNull();
  });

  it('counts on very many items when it is told to', async () => {
    const { argsOf } = open({ total: 900_000, examined: 500 });
    await userEvent.click(await screen.findByRole('button', { name: 'Count in all 900,000' }));
    await vi.waitFor(() => expect(argsOf('exports.preview').at(-1)).toMatchObject({ whole: true }));
  });

  it('ends a count on all items where it is cancelled, and counts again when it is told to', async () => {
    const { argsOf } = open(({ whole }) =>
      whole === true ? new Promise(() => undefined) : { total: 900, examined: 500 },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the count' }));
    expect(screen.queryByText('Counting in all 900')).toBeNull();
    const wholes = () => argsOf('exports.preview').filter((args) => 'whole' in Object(args)).length;
    expect(wholes()).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'Count in all 900' }));
    expect(await screen.findByText('Counting in all 900')).toBeDefined();
    expect(wholes()).toBe(2);
  });

  it('says where nothing is changed, and from how many items it knows', async () => {
    open({ total: 900, examined: 500 });
    expect(
      await screen.findByText('No value is nested: every field is one column (in the first 500 items).'),
    ).toBeDefined();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'jsonl');
    expect(
      await screen.findByText('Every value keeps its type and shape (in the first 500 items).'),
    ).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'One row for' })).toBeNull();
  });

  it('shows the first rows as a table, and the beginning of the file', async () => {
    open({});
    await userEvent.click(await screen.findByRole('tab', { name: 'First rows' }));
    expect(await tableTexts('The first rows')).toEqual([
      ['title', 'tags', 'price'],
      ['Shoe', 'a, b', '5'],
      ['Boot', '', ''],
    ]);
    await userEvent.click(screen.getByRole('tab', { name: 'Beginning of the file' }));
    expect(screen.getByLabelText('The beginning of the file').textContent).toBe('title,tags\r\n');
  });

  it('writes one row for each entry of a list, and says how many', async () => {
    const { argsOf } = open({ lists: [{ path: 'reviews.replies', entries: 1061 }] });
    const rows = await screen.findByRole('combobox', { name: 'One row for' });
    rows.focus();
    await userEvent.selectOptions(rows, 'each entry of reviews.replies');
    expect(
      await screen.findByText(
        '1,061 rows; the other columns are repeated. Items without an entry have no row.',
      ),
    ).toBeDefined();
    expect(document.activeElement).toBe(rows);
    await userEvent.click(await screen.findByRole('button', { name: 'Export 1,061 rows' }));
    const wanted = { rows: 'reviews.replies', columns: ['title', 'tags', 'reviews.replies'] };
    expect(argsOf('exports.preview').at(-1)).toMatchObject(wanted);
    expect(argsOf('exports.start')).toEqual([expect.objectContaining(wanted)]);
  });

  it('estimates the rows where it has not read all items', async () => {
    open({ lists: [{ path: 'tags', entries: 1061 }], total: 900, examined: 500 });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'One row for' }), 'tags');
    expect(await screen.findByText(/^About 1,900 rows;/u)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDefined();
    expect(await screen.findByText('one row for each entry of tags')).toBeDefined();
  });

  it.each([
    ['Windows NT 10.0; Win64; x64', 'CSV for Excel', { format: 'csv', dialect: 'excel' }],
    ['Macintosh; Intel Mac OS X 10_15_7', 'CSV with commas', { format: 'csv', dialect: 'standard' }],
    ['X11; Linux x86_64', 'CSV with commas', { format: 'csv', dialect: 'standard' }],
  ])('begins with what people on %s open: %s', async (system, label, shape) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${system})`);
    const { argsOf } = open({});
    await screen.findByText(/No value is nested/u);
    expect(screen.getByRole('option', { selected: true }).textContent).toBe(label);
    expect(argsOf('exports.preview')).toEqual([expect.objectContaining(shape)]);
  });

  it('begins with what was chosen last, on every system', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Windows NT 10.0; Win64; x64)');
    usePreferencesStore.setState(({ preferences }) => ({
      preferences: { ...preferences, choices: { 'results.export-format': 'csv' } },
    }));
    const { argsOf } = open({});
    await screen.findByText(/No value is nested/u);
    expect(argsOf('exports.preview')).toEqual([expect.objectContaining({ dialect: 'standard' })]);
  });

  it('writes what is shown, and remembers the choice', async () => {
    const { argsOf } = open({});
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Format' }), 'csv-excel');
    await userEvent.click(await screen.findByRole('button', { name: 'Export 2 items' }));
    const shape = { format: 'csv', dialect: 'excel' };
    expect(argsOf('exports.preview').at(-1)).toMatchObject(shape);
    expect(argsOf('exports.start')).toEqual([expect.objectContaining(shape)]);
    expect(argsOf('app.setPreferences')).toEqual([
      { patch: { choices: { 'results.export-format': 'csv-excel' } } },
    ]);
  });

  it('begins as the project exports, before what was chosen last', async () => {
    usePreferencesStore.setState(({ preferences }) => ({
      preferences: { ...preferences, choices: { 'results.export-format': 'json' } },
    }));
    const { argsOf } = open({}, { format: 'csv', dialect: 'excel' });
    expect(await screen.findByText(/^As the project exports\. Opens in Excel/u)).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Export 2 items' }));
    const shape = { format: 'csv', dialect: 'excel' };
    expect(argsOf('exports.preview')).toEqual([expect.objectContaining(shape)]);
    expect(argsOf('exports.start')).toEqual([expect.objectContaining(shape)]);
    expect(argsOf('app.setPreferences')).toEqual([]);
  });

  it.each([
    ['as all projects export where the project does not say', {}, { format: 'jsonl' }, 'jsonl', /^As all/u],
    [
      'as the project exports, before all projects',
      { format: 'json' },
      { format: 'jsonl' },
      'json',
      /^As the/u,
    ],
    ['as chosen last where nobody says', {}, {}, 'xlsx', /^Numbers/u],
  ] as const)('begins %s', async (_, ofProject, ofAll, format, words) => {
    usePreferencesStore.setState(({ preferences }) => ({
      preferences: { ...preferences, choices: { 'results.export-format': 'xlsx' } },
    }));
    const { argsOf } = open({}, ofProject, ofAll);
    expect(await screen.findByText(words)).toBeDefined();
    expect(argsOf('exports.preview')).toEqual([expect.objectContaining({ format })]);
  });
});
