import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx';
import { FoldingRow, type FoldingPart } from '../../../renderer/ui/folding-row.tsx';

const partWidth = 100;
const pressed = vi.fn();

const parts: FoldingPart[] = ['JSON', 'Save', 'Try', 'Run'].map((label, index) => ({
  id: label,
  rank: label === 'Run' ? 0 : 3 - index,
  part: <button type="button">{label}</button>,
  entry: { label, run: () => pressed(label) },
}));

/** A row of so many pixels, in which each part takes a hundred. */
function rowOf(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function box(
    this: HTMLElement,
  ) {
    const left = [...(this.parentElement?.children ?? [])].indexOf(this) * partWidth;
    return new DOMRect(left, 0, partWidth, 20);
  });
}

const show = () =>
  render(
    <TooltipProvider>
      <FoldingRow parts={parts} />
    </TooltipProvider>,
  );
const shown = () => screen.getAllByRole('button').map((button) => button.textContent);

afterEach(() => vi.restoreAllMocks());

it.each([
  [400, ['JSON', 'Save', 'Try', 'Run']],
  [399, ['Try', 'Run']],
  [299, ['Run']],
  [10, ['Run']],
])('shows in %i pixels what has room, and the rest in a menu', (width, names) => {
  rowOf(width);
  show();
  // The button of the menu has an icon only.
  expect(shown()).toEqual(names.length === parts.length ? names : [...names, '']);
});

it('does from the menu what the button would have done', () => {
  rowOf(200);
  show();
  fireEvent.keyDown(screen.getByRole('button', { name: 'More actions' }), { key: 'Enter' });
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['JSON', 'Save', 'Try']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Save' }));
  expect(pressed).toHaveBeenCalledExactlyOnceWith('Save');
});
