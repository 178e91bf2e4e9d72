import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ResultsBackground } from '../../../../renderer/features/results/export-dialog.tsx';
import { closeExport, openExport } from '../../../../renderer/features/results/exports-store.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { forgetQueries } from '../../../../renderer/state/query.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { CallValue } from '../../../../shared/contract/index.ts';
import { createFakeClient } from '../../fake-client.ts';

beforeEach(() => {
  forgetQueries();
  closeExport();
});

function open(preview: Partial<CallValue<'exports.preview'>>): void {
  setClient(
    createFakeClient({
      'exports.preview': () => ({
        text: 'title,tags\r\n',
        rows: 2,
        total: 2,
        columns: ['title', 'tags'],
        paths: [],
        examined: 2,
        ...preview,
      }),
    }),
  );
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
});
