import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResultsBackground } from '../../../../renderer/features/results/export-dialog.tsx';
import { closeExport, openExport } from '../../../../renderer/features/results/exports-store.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { usePreferencesStore } from '../../../../renderer/state/preferences.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { CallValue } from '../../../../shared/contract/index.ts';
import { createFakeClient } from '../../fake-client.ts';

beforeEach(() => {
  closeExport();
  usePreferencesStore.setState(({ preferences }) => ({ preferences: { ...preferences, choices: {} } }));
});

afterEach(() => vi.restoreAllMocks());

function open(preview: Partial<CallValue<'exports.preview'>>) {
  const client = createFakeClient({
    'app.setPreferences': () => new Promise(() => undefined),
    'exports.preview': () => ({
      text: 'title,tags\r\n',
      rows: 2,
      total: 2,
      columns: ['title', 'tags'],
      paths: [],
      lists: [],
      examined: 2,
      ...preview,
    }),
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

describe('the dialog of an export', () => {
  it('says what becomes of each field before the file is written', async () => {
    open({
      paths: [{ path: 'tags', notes: ['2 lists joined with ", "', '1 empty list or object as [] or {}'] }],
    });
    expect(await screen.findByText('1 field is not written as it is')).toBeDefined();
    expect(screen.getByText('tags').nextElementSibling?.textContent).toBe(
      '2 lists joined with ", "; 1 empty list or object as [] or {}',
    );
    expect(screen.queryByText(/columns of their own/u)).toBeNull();
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
});
