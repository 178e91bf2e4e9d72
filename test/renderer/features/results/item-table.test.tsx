import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ItemTable } from '../../../../renderer/features/results/item-table.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { UiProvider } from '../../../../renderer/workbench/ui-provider.tsx';
import type { CallValue } from '../../../../shared/contract/index.ts';
import { createFakeClient, type FakeClient } from '../../fake-client.ts';

const described: CallValue<'results.columns'> = {
  run: '7',
  items: 3,
  earlier: null,
  sampled: false,
  columns: ['title', 'price'].map((name) => ({
    name,
    metadata: name === 'price',
    type: name === 'price' ? 'number' : 'text',
    filled: 3,
    items: 3,
    rate: 1,
  })),
};

let client: FakeClient;

/** The items of a shop; the host says that some of them are newer than the rows. */
function show(arrived: number | null = null) {
  client = createFakeClient({
    'results.query': () => ({
      rows: [],
      total: 3,
      newer: 0,
      snapshot: 's1',
      run: '7',
    }),
    'results.distribution': () => ({
      column: 'price',
      type: 'number',
      items: 3,
      filled: 3,
      distinct: 3,
      distinctCut: false,
      numbers: null,
      lengths: null,
      top: [],
    }),
  });
  setClient(client);
  const source = { project: 'default', spider: 'shop', run: 'latest' };
  const table = (there: number | null) => (
    <UiProvider>
      <ItemTable
        source={source}
        described={described}
        measuring={false}
        arrived={there}
        onRefresh={() => {}}
      />
    </UiProvider>
  );
  const { rerender } = render(table(arrived));
  return { arrive: (there: number) => rerender(table(there)) };
}

describe('the table of items', () => {
  it('shows the fields beside it, and how the values of one spread', async () => {
    const user = userEvent.setup();
    show();
    await user.click(screen.getByRole('button', { name: 'Fields' }));
    const fields = screen.getByRole('region', { name: 'Fields' });
    await user.click(within(fields).getByRole('button', { name: /^price ?number/u }));
    expect(await within(fields).findByRole('region', { name: 'Values of price' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Fields' }));
    expect(screen.queryByRole('region', { name: 'Fields' })).toBeNull();
  });

  it('counts the items, and offers those that have come since', async () => {
    const user = userEvent.setup();
    const { arrive } = show(3);
    expect(await screen.findByText('3 items')).toBeDefined();
    arrive(5);
    const asked = client.made.filter(({ name }) => name === 'results.query').length;
    await user.click(screen.getByRole('button', { name: 'Show 2 newer items' }));
    expect(screen.queryByRole('button', { name: /newer/u })).toBeNull();
    expect(client.made.filter(({ name }) => name === 'results.query').length).toBeGreaterThan(asked);
  });
});
