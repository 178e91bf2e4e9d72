import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Selection } from '../../../renderer/ui/table/selection.ts';
import { Table } from '../../../renderer/ui/table/table.tsx';
import { arraySource, type Column } from '../../../renderer/ui/table/types.ts';

const columns: Column<string>[] = ['first', 'second'].map((name) => ({
  name,
  title: name,
  cell: (row) => row,
  text: (row) => row,
}));
const source = arraySource('letters', ['a', 'b']);

it('a table tells the column of the active cell, whatever the function for that returns', async () => {
  const user = userEvent.setup();
  const told: (string | null)[] = [];
  const { unmount } = render(
    <Table
      label="Letters"
      source={source}
      columns={columns}
      onColumn={(column) => column !== null && told.push(column)}
    />,
  );
  screen.getByRole('grid', { name: 'Letters' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  unmount();
  expect(told).toEqual(['first', 'second', 'first']);
});

it('the first row is selected where that is asked for, among other rows again, and another one when it is chosen', async () => {
  const user = userEvent.setup();
  const told: (string | null)[] = [];
  const table = (rows: string[]) => (
    <Table
      label="Letters"
      source={arraySource(rows.join(), rows)}
      columns={columns}
      selectFirst
      onSelect={(row) => row !== null && told.push(row)}
    />
  );
  const { rerender } = render(table(['a', 'b']));
  await waitFor(() => expect(told).toEqual(['a']));
  screen.getByRole('grid', { name: 'Letters' }).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(told).toEqual(['a', 'b']));
  rerender(table(['c', 'd']));
  await waitFor(() => expect(told).toEqual(['a', 'b', 'c']));
});

it('no cell is the active one where there are no rows', async () => {
  render(
    <Table label="Letters" source={arraySource('none', [])} columns={columns} selectFirst empty="nothing" />,
  );
  expect(await screen.findByText('nothing')).toBeDefined();
  expect(screen.getByRole('grid').hasAttribute('aria-activedescendant')).toBe(false);
});

it('goes with the rows that a person is on when those change their places, and leaves what is gone', async () => {
  const user = userEvent.setup();
  const told: (string | null)[] = [];
  const selections: Selection[] = [];
  const table = (version: number, rows: string[]) => (
    <Table
      label="Letters"
      source={arraySource('all', rows, version)}
      columns={columns}
      rowId={(row) => row}
      onSelect={(row) => told.push(row)}
      onSelection={(selection) => selections.push(selection)}
    />
  );
  const { rerender } = render(table(0, ['a', 'b', 'c', 'd']));
  screen.getByRole('grid', { name: 'Letters' }).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  await waitFor(() => expect(told.at(-1)).toBe('d'));
  expect(selections.at(-1)).toEqual([[2, 3]]);
  rerender(table(1, ['x', 'c', 'a', 'b', 'd']));
  await waitFor(() =>
    expect(selections.at(-1)).toEqual([
      [1, 1],
      [4, 4],
    ]),
  );
  await waitFor(() => expect(told.at(-1)).toBe('d'));
  rerender(table(2, ['x', 'c', 'a']));
  await waitFor(() => expect(selections.at(-1)).toEqual([[1, 1]]));
  expect(told.at(-1)).toBeNull();
});
