import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FieldList, ValueView } from '../../../renderer/ui/value/value-view.tsx';

const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe('a value', () => {
  it('that is a list of records is a table with all their fields', () => {
    render(
      <ValueView
        name="offers"
        value={[
          { seller: 'Ada', price: 3 },
          { seller: 'Bo', stock: true, tags: ['a', 'b'] },
        ]}
      />,
    );
    const table = within(screen.getByRole('table', { name: 'offers' }));
    expect(texts(table.getAllByRole('columnheader'))).toEqual(['seller', 'price', 'stock', 'tags']);
    expect(texts(within(table.getAllByRole('row')[1] ?? document.body).getAllByRole('cell'))).toEqual([
      'Ada',
      '3',
      '–',
      '–',
    ]);
    expect(texts(table.getAllByRole('listitem'))).toEqual(['a', 'b']);
  });

  it.each([
    [null, '–'],
    [0, '0'],
    [false, 'false'],
    ['', 'empty text'],
    [[], 'empty list'],
    [{ a: { b: { c: { d: 1 } } } }, 'abc{"d":1}'],
    ['<b>bold</b>', '<b>bold</b>'],
  ])('%j is shown as %j', (value, text) => {
    const { container } = render(<ValueView name="value" value={value} />);
    expect(container.textContent).toBe(text);
  });

  it('of many rows or letters is shown whole when that is asked for', async () => {
    const user = userEvent.setup();
    const rows = Array.from({ length: 25 }, (_, index) => ({ index }));
    render(<FieldList fields={{ rows, text: 'x'.repeat(700) }} />);
    expect(screen.getAllByRole('row')).toHaveLength(21);
    await user.click(screen.getByRole('button', { name: 'Show all 25 rows' }));
    expect(screen.getAllByRole('row')).toHaveLength(26);
    expect(screen.queryByText('x'.repeat(700), { exact: false })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 700 characters' }));
    expect(screen.getByText('x'.repeat(700), { exact: false })).toBeDefined();
  });

  it('that is an address is a link, and one that only looks like it is a text', () => {
    render(<FieldList fields={{ link: 'https://shop.example/a', trick: 'javascript:alert(1)' }} />);
    expect(texts(screen.getAllByRole('link'))).toEqual(['shop.example/a']);
    expect(screen.getByText('javascript:alert(1)')).toBeDefined();
  });
});
