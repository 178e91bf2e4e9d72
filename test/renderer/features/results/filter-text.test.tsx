import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FilterText } from '../../../../renderer/features/results/filter-text.tsx';
import { UiProvider } from '../../../../renderer/workbench/ui-provider.tsx';
import type { ItemFilter, ResultColumn } from '../../../../shared/contract/types.ts';

const columns: ResultColumn[] = ['title', 'price'].map((name) => ({
  name,
  metadata: name === 'price',
  type: name === 'price' ? 'number' : 'text',
  filled: 3,
  items: 3,
  rate: 1,
}));

function show(filters: ItemFilter[] = []) {
  const onChange = vi.fn();
  const onClose = vi.fn();
  render(
    <UiProvider>
      <FilterText
        columns={columns}
        areAll
        given={{ filters, search: '' }}
        onChange={onChange}
        onCopyCommand={() => {}}
        onClose={onClose}
      />
    </UiProvider>,
  );
  return { onChange, onClose, user: userEvent.setup(), field: screen.getByRole('combobox') };
}

it('completes columns and comparisons, and applies the text with Enter', async () => {
  const { onChange, user, field } = show();
  await user.type(field, 'pri');
  expect(screen.getByRole('option', { name: /price/u })).toBeDefined();
  await user.keyboard('{Tab}');
  expect(field).toHaveProperty('value', 'price ');
  await user.keyboard('>= 10{Enter}');
  expect(onChange).toHaveBeenCalledWith({
    filters: [{ column: 'price', operator: 'greater-or-equal', value: 10 }],
    search: '',
  });
});

it('shows the conditions that hold, and says where a text cannot be read', async () => {
  const { onChange, user, field } = show([{ column: 'title', operator: 'contains', value: 'blue lamp' }]);
  expect(field).toHaveProperty('value', 'title contains "blue lamp"');
  await user.clear(field);
  await user.type(field, 'prise > 1{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('There is no column "prise".');
  expect(field).toHaveProperty('selectionEnd', 5);
  expect(onChange).not.toHaveBeenCalled();
});

it('goes back with Escape, and then closes', async () => {
  const { onClose, user, field } = show([{ column: 'price', operator: 'empty' }]);
  await user.type(field, ' and ');
  await user.keyboard('{Escape}{Escape}');
  expect(field).toHaveProperty('value', 'price is empty');
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});
