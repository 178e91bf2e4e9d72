import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Pane, SplitPanes } from '../../../renderer/ui/split-panes.tsx';

it.each([
  ['horizontal', 'Width of Table'],
  ['vertical', 'Height of Table'],
] as const)('names the separator of %s panes by what it changes', (direction, name) => {
  render(
    <SplitPanes name="panes" direction={direction}>
      <Pane id="table" label="Table">
        rows
      </Pane>
      <Pane id="item" label="Item">
        values
      </Pane>
    </SplitPanes>,
  );
  expect(screen.getByRole('separator', { name })).toBeDefined();
});
