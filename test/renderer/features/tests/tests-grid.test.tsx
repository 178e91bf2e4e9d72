import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TestsGrid } from '../../../../renderer/features/tests/tests-grid.tsx';
import type { Place } from '../../../../renderer/features/tests/tests-store.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { TestCell, TestGrid } from '../../../../shared/contract/types.ts';

const none = { same: 0, changed: 0, empty: 0, filled: 0, added: 0, removed: 0 };

const cell = (page: string, name: string, change: Partial<TestCell> = {}): TestCell => ({
  page,
  kind: 'field',
  name,
  state: 'same',
  locked: true,
  total: 1,
  filled: 1,
  counts: { ...none, same: 1 },
  sample: `${name} of ${page}`,
  why: null,
  rows: null,
  ...change,
});

const grid: TestGrid = {
  pages: ['1', '2', '3'].map((page) => ({
    page,
    title: `Page ${page}`,
    url: `https://shop.example/p/${page}`,
    callback: 'parse',
    rows: null,
    reason: null,
    unacted: null,
    fetchedAt: '2026-11-20T12:00:00.000Z',
    newer: null,
  })),
  parts: ['title', 'price'].map((name) => ({ kind: 'field', name })),
  cells: [
    cell('1', 'title'),
    cell('2', 'title', { state: 'empty', filled: 0, why: 'There is no <h3>.' }),
    cell('1', 'price', { locked: false, state: 'new' }),
    cell('3', 'price', { state: 'changed' }),
  ],
  renamed: [],
  left: 0,
};

const onOpen = vi.fn();
const onLock = vi.fn();

function Shown() {
  const [place, setPlace] = useState<Place | null>(null);
  return (
    <TooltipProvider>
      <TestsGrid label="Tests" grid={grid} place={place} onPlace={setPlace} onOpen={onOpen} onLock={onLock} />
    </TooltipProvider>
  );
}

const selected = (): string => screen.getByRole('gridcell', { selected: true }).textContent;

it('is gone through by arrow keys, to its edges and not beyond', async () => {
  const user = userEvent.setup();
  render(<Shown />);
  await user.click(screen.getByRole('gridcell', { name: /^title of 1/u }));
  expect(selected()).toBe('title of 1: same');
  await user.keyboard('{ArrowRight}');
  expect(selected()).toBe('empty, was title of 2: There is no <h3>.: empty');
  expect(document.activeElement).toBe(screen.getByRole('gridcell', { selected: true }));
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{End}{ArrowRight}');
  expect(selected()).toBe('price of 3: changed');
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('gridcell', { name: 'Not on this page', selected: true })).toBeDefined();
  await user.keyboard('{Control>}{Home}{/Control}{Enter}');
  expect(selected()).toBe('title of 1: same');
  expect(onOpen).toHaveBeenCalledOnce();
});

it('locks a page or a field by one click, where not all of it is locked', async () => {
  const user = userEvent.setup();
  render(<Shown />);
  await user.click(screen.getByRole('button', { name: '/p/1 is right: lock all of it' }));
  expect(onLock).toHaveBeenLastCalledWith({ page: '1' });
  await user.click(screen.getByRole('button', { name: 'price is right: lock all of it' }));
  expect(onLock).toHaveBeenLastCalledWith({ part: { kind: 'field', name: 'price' } });
  expect(screen.getByRole('gridcell', { name: /^price of 1/u }).textContent).toBe('price of 1: not locked');
});

const renderCells = (cells: TestCell[]) =>
  render(
    <TooltipProvider>
      <TestsGrid
        label="Tests"
        grid={{ ...grid, cells }}
        place={null}
        onPlace={vi.fn()}
        onOpen={onOpen}
        onLock={onLock}
      />
    </TooltipProvider>,
  );

it('has a mark in the place of a lock to click where all of a head is locked', () => {
  renderCells([cell('1', 'title'), cell('2', 'title', { state: 'changed' })]);
  expect(screen.getByRole('img', { name: 'All of /p/1 is locked' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^\/p\/1/u })).toBeNull();
  expect(screen.getByRole('button', { name: '/p/2 is right: lock all of it' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'title is right: lock all of it' })).toBeDefined();
});

it('says once at the head of a page what all of its empty cells say', () => {
  const why = 'The page seems to be made by script.';
  const empty = { state: 'empty', filled: 0, why } as const;
  renderCells([cell('1', 'title', empty), cell('1', 'price', empty)]);
  expect(screen.getAllByText(why)).toHaveLength(1);
  expect(screen.getByRole('columnheader', { name: /^\/p\/1/u }).textContent).toContain(why);
  expect(screen.getByRole('gridcell', { name: /^empty, was title of 1/u })).toBeDefined();
});
