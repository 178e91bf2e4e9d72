import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { useExportDialog } from '../../../../renderer/features/results/exports-store.ts';
import { RunRows } from '../../../../renderer/features/results/run-rows.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { ResultColumn } from '../../../../shared/contract/types.ts';
import { createFakeClient } from '../../fake-client.ts';
import { run } from '../runs/samples.ts';

const column = (name: string, type: ResultColumn['type'], filled: number): ResultColumn => ({
  name,
  type,
  filled,
  items: 20,
  rate: filled / 20,
  metadata: name !== 'title' && name !== 'callback',
});

function open() {
  const client = createFakeClient({
    'results.columns': () => ({
      run: '7',
      items: 20,
      earlier: null,
      columns: [
        column('title', 'text', 20),
        column('price', 'number', 5),
        column('nothing', 'empty', 0),
        column('link', 'url', 20),
        column('callback', 'text', 20),
      ],
      sampled: false,
    }),
    'results.query': () => ({
      rows: [
        {
          id: '70',
          run: '7',
          problems: 0,
          cells: { title: 'Brass lamp', price: 1249, link: 'https://shop.example/lamp' },
        },
        { id: '71', run: '7', problems: 0, cells: { title: 'Rope', price: null, link: 'not a link' } },
      ],
      run: '7',
      total: 20,
      newer: 0,
      snapshot: 's',
    }),
  });
  setClient(client);
  const shown = run({ counters: { done: 4, items: 20 } });
  const rows = (beat: number) => (
    <TooltipProvider>
      <RunRows run={shown} beat={beat} />
    </TooltipProvider>
  );
  const { rerender } = render(rows(0));
  return { client, again: () => rerender(rows(1)), user: userEvent.setup() };
}

describe('the first items of a run', () => {
  it('are a table of what is filled, with how often it is', async () => {
    open();
    const head = within((await screen.findAllByRole('row'))[0] ?? document.body);
    expect(head.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'titleevery item',
      'price25 %',
      'linkevery item',
    ]);
    expect(screen.getByRole('link', { name: 'Brass lamp' }).getAttribute('href')).toBe('#/item/70');
    expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('#/run/7/items');
  });

  it('have links that open, and texts that are no links', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'shop.example/lamp' }));
    expect(opened).toHaveBeenCalledExactlyOnceWith(
      'https://shop.example/lamp',
      '_blank',
      'noopener,noreferrer',
    );
    expect(screen.queryByRole('link', { name: 'not a link' })).toBeNull();
    opened.mockRestore();
  });

  it('are exported with one click', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Export…' }));
    expect(useExportDialog.getState().request).toEqual({
      view: { source: { project: 'default', spider: 'shop', run: '7' } },
      columns: ['title', 'price', 'link'],
      all: 20,
    });
  });

  it('are read again when there may be more', async () => {
    const { client, again } = open();
    await screen.findByRole('link', { name: 'Brass lamp' });
    const asked = () => client.made.filter(({ name }) => name === 'results.query').length;
    expect(asked()).toBe(1);
    again();
    await waitFor(() => expect(asked()).toBe(2));
  });
});
