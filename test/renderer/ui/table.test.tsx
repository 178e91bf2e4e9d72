import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
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
