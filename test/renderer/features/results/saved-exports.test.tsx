import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SavedExports } from '../../../../renderer/features/results/saved-exports.tsx';
import { changeWritten, openDraft, showSaved } from '../../../../renderer/features/results/saved-store.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { Recipe, RecipeSettings, ResultColumn } from '../../../../shared/contract/types.ts';
import { createFakeClient, failing } from '../../fake-client.ts';

const of = { project: 'default', spider: 'shop' };
const toLake: RecipeSettings['target'] = { kind: 'place', place: 'place:lake', key: '{run}' };

beforeEach(() => {
  showSaved(null);
  openDraft(null);
  changeWritten(null);
});
afterEach(() => void Reflect.deleteProperty(window, 'spiderStudio'));

const column = (name: string, type: ResultColumn['type']): ResultColumn => ({
  name,
  metadata: name !== 'title',
  type,
  filled: 2,
  items: 2,
  rate: 1,
});

/** The list of a spider with one saved export. @param refuses whether the host takes no change */
function open(settings: RecipeSettings, { refuses = false } = {}) {
  const recipe: Recipe = {
    name: 'nightly',
    afterRun: true,
    settings,
    createdAt: '2026-11-28T03:00:00.000Z',
    last: null,
  };
  const client = createFakeClient({
    'exports.recipes': () => [recipe],
    'exports.saveRecipe': () =>
      refuses ? failing('not-appendable', 'Nothing can be added to xlsx.', 'Choose csv.') : recipe,
    'exports.preview': ({ columns }) => ({
      text: '',
      rows: 1,
      total: 2,
      columns: columns ?? ['title', 'tags', 'price'],
      cells: [],
      tables: [],
      item: null,
      paths: [],
      lists: [{ path: 'tags', entries: 3 }],
      nested: [{ path: 'tags', kind: 'values' }],
      files: { files: 0, bytes: 0 },
      examined: 2,
    }),
    'results.columns': () => ({
      run: '7',
      items: 2,
      earlier: null,
      sampled: false,
      columns: [column('title', 'text'), column('tags', 'list'), column('price', 'number')],
    }),
    'places.list': () => [],
    'secrets.list': () => [],
  });
  setClient(client);
  showSaved(of);
  render(
    <TooltipProvider>
      <SavedExports />
    </TooltipProvider>,
  );
  const argsOf = (name: string) => client.made.filter((call) => call.name === name).map(({ args }) => args);
  return { argsOf, saved: () => argsOf('exports.saveRecipe') };
}

const change = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Change what nightly writes' }));
  return screen.findByRole('dialog', { name: 'What nightly writes' });
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('what a saved export writes', () => {
  const whole: RecipeSettings = {
    format: 'csv',
    dialect: 'bom',
    columns: ['title', 'tags'],
    rows: null,
    flatten: [{ path: 'tags', as: 'join', separator: '|' }],
    guardFormulas: true,
    items: 'new',
    filters: [{ column: 'price', operator: 'greater', value: 5 }],
    sort: [{ column: 'price', descending: true }],
    target: toLake,
  };

  it('is shown as it was saved, and saved as it is where nothing is changed', async () => {
    const { argsOf, saved } = open(whole);
    await change();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Format' }).value).toBe('csv-bom');
    expect(
      screen.getByRole('radio', { name: /^As it was saved.*2 columns · by price, desc/u }),
    ).toBeDefined();
    const separator = await screen.findByRole<HTMLInputElement>('textbox', {
      name: 'Between the entries of tags',
    });
    expect(separator.value).toBe('|');
    expect(argsOf('exports.preview').at(-1)).toMatchObject({ view: { source: { ...of, run: 'all' } } });
    await press('Save');
    expect(saved()).toEqual([{ ...of, name: 'nightly', afterRun: true, settings: whole }]);
    expect(await screen.findByRole('dialog', { name: 'Saved exports of shop' })).toBeDefined();
  });

  it('changes its columns, its nested values and its format, and keeps where to', async () => {
    const { saved } = open(whole);
    await change();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'price' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How tags is written' }), 'JSON');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'xlsx');
    await press('Save');
    const { dialect: _, guardFormulas: __, ...kept } = whole;
    const settings = {
      ...kept,
      format: 'xlsx',
      columns: ['title', 'tags', 'price'],
      flatten: [{ path: 'tags', as: 'json' }],
    };
    expect(saved()).toEqual([{ ...of, name: 'nightly', afterRun: true, settings }]);
  });

  it('leaves conditions and columns behind where everything is wanted', async () => {
    const { saved } = open(whole);
    await change();
    await userEvent.click(screen.getByRole('radio', { name: /^Everything/u }));
    await press('Save');
    const { filters: _, sort: __, ...kept } = whole;
    expect(saved()).toEqual([
      { ...of, name: 'nightly', afterRun: true, settings: { ...kept, columns: null } },
    ]);
  });

  it('has no format to choose where it goes into a table', async () => {
    const target: RecipeSettings['target'] = {
      kind: 'table',
      database: 'postgresql://db/shop',
      table: 'items',
    };
    const { argsOf, saved } = open({ format: 'table', columns: null, items: 'run', target });
    const dialog = await change();
    expect(within(dialog).getByText('Rows of a database')).toBeDefined();
    expect(within(dialog).queryByRole('combobox', { name: 'Format' })).toBeNull();
    expect(within(dialog).queryByRole('radio')).toBeNull();
    expect(await screen.findByRole('option', { name: 'Usual: JSON' })).toBeDefined();
    expect(screen.getByRole('columnheader', { name: 'In the table' })).toBeDefined();
    expect(argsOf('exports.preview').at(-1)).toMatchObject({ format: 'table' });
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'How tags is written' }),
      'a table of its own',
    );
    await press('Save');
    expect(saved()).toMatchObject([
      { settings: { format: 'table', target, flatten: [{ path: 'tags', as: 'table' }] } },
    ]);
  });

  it('says why it was not saved, and stays open', async () => {
    open(whole, { refuses: true });
    const dialog = await change();
    await press('Save');
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'Nothing can be added to xlsx. Choose csv.',
    );
    await press('Cancel');
    expect(await screen.findByRole('dialog', { name: 'Saved exports of shop' })).toBeDefined();
  });
});

describe('where a saved export goes', () => {
  const how = { format: 'csv', columns: null } as const;
  const kinds = () =>
    within(screen.getByRole('combobox', { name: 'Where to' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  /** A desktop whose dialogs answer with these paths. */
  function desktop(paths: { folder: string | null; file: string | null }) {
    const asked: string[] = [];
    const answer = (kind: 'folder' | 'file') => async (text: string) => {
      asked.push(`${kind}: ${text}`);
      return paths[kind];
    };
    Object.assign(window, {
      spiderStudio: { chooseFolder: answer('folder'), chooseSavePath: answer('file') },
    });
    return asked;
  }
  const begin = async () => {
    openDraft({ of, how, recipe: null });
    await screen.findByRole('dialog', { name: 'Save this export' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'files');
  };
  const choose = async (label: string) => {
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Where to' }), label);
    await press('Choose…');
  };

  it('is a folder that the dialog of the desktop has named', async () => {
    const asked = desktop({ folder: String.raw`C:\Users\Ann\out`, file: null });
    const { saved } = open({ ...how, items: 'run', target: toLake });
    await begin();
    await choose('A folder of this computer');
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Folder' }).value).toBe(
        String.raw`C:\Users\Ann\out`,
      ),
    );
    await press('Save');
    expect(asked).toEqual(['folder: ']);
    expect(saved()).toMatchObject([
      {
        settings: {
          target: { kind: 'folder', folder: String.raw`C:\Users\Ann\out`, name: '{spider}-{run}' },
        },
      },
    ]);
  });

  it('is a SQLite database that the dialog of the desktop has named', async () => {
    const asked = desktop({ folder: null, file: '/home/ann/shop.db' });
    const { saved } = open({ ...how, items: 'run', target: toLake });
    await begin();
    await choose('A table of SQLite');
    await waitFor(() => expect(screen.getByDisplayValue('/home/ann/shop.db')).toBeDefined());
    await press('Save');
    expect(asked).toEqual(['file: shop.db']);
    expect(saved()).toMatchObject([
      {
        settings: {
          format: 'table',
          target: { kind: 'table', database: '/home/ann/shop.db', table: 'shop' },
        },
      },
    ]);
  });

  it('is not chosen where the dialog was cancelled', async () => {
    desktop({ folder: null, file: null });
    const { saved } = open({ ...how, items: 'run', target: toLake });
    await begin();
    await choose('A folder of this computer');
    await press('Save');
    expect(await screen.findByText('Choose the folder.')).toBeDefined();
    expect(saved()).toEqual([]);
  });

  it('is nothing of this computer in a browser', async () => {
    open({ ...how, items: 'run', target: toLake });
    await begin();
    expect(kinds()).toEqual(['A bucket (S3-compatible)', 'A table of PostgreSQL']);
  });
});
