import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { JsonPage } from '../../../../renderer/features/provenance/json-page.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import type { TreeRow } from '../../../../shared/contract/types.ts';
import { createFakeClient } from '../../fake-client.ts';

const row = (number: number, depth: number, more: Partial<TreeRow> = {}): TreeRow => ({
  ...{ number, depth, kind: 'number', name: `n${number}`, attributes: null },
  ...{ value: String(number), size: null, open: false },
  ...more,
});

it('opens the tree around the value that was taken, and asks for what is opened only', async () => {
  const client = createFakeClient({
    'pages.treeOfRequest': ({ reveal, toggled }) => ({
      total: 3,
      from: 0,
      rows: [
        row(0, 0, { kind: 'object', name: null, size: 2, open: true }),
        row(1, 1, { kind: 'list', name: 'rows', size: 4000, open: toggled.includes(1) || reveal === 7 }),
        row(7, 2, { name: 'price' }),
      ],
      revealed: reveal === 7 ? { position: 2, opened: [1] } : null,
    }),
  });
  setClient(client);
  render(<JsonPage request="5" url="https://example.org/api" elements={[7]} />);
  const asked = () => client.made.map(({ args }) => args);
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({
      request: '5',
      openTo: 2,
      toggled: [1],
      from: 0,
      count: 300,
      reveal: null,
    }),
  );
  expect(asked()[0]).toMatchObject({ reveal: 7, toggled: [] });
  const tree = screen.getByRole('tree', { name: 'Stored page https://example.org/api' });
  tree.focus();
  await userEvent.setup().keyboard('{ArrowUp}{ArrowLeft}');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ toggled: [], reveal: null }));
});
