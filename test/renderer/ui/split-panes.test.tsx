import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pane, showAndFocus, SplitPanes, type SplitPanesProps } from '../../../renderer/ui/split-panes.tsx';

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

describe('panes without the room to stand side by side', () => {
  afterEach(() => vi.restoreAllMocks());

  const panes = (props: Partial<SplitPanesProps> = {}) => (
    <SplitPanes name="panes" direction="vertical" foldBelow={300} {...props}>
      <Pane id="table" label="Table">
        <input aria-label="Search" />
      </Pane>
      <Pane id="item" label="Item">
        values
      </Pane>
    </SplitPanes>
  );
  const height = (pixels: number) =>
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(pixels);

  it('are shown one at a time, and keep what is in them', () => {
    height(299);
    render(panes());
    expect(screen.queryByRole('separator')).toBeNull();
    fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'lamp' } });
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Item' }));
    expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull();
    expect(screen.getByRole('tabpanel', { name: 'Item' }).textContent).toBe('values');
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Table' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('lamp');
  });

  it('show the one that is asked for, and say which one is chosen', () => {
    height(299);
    const onShown = vi.fn();
    render(panes({ shown: 'item', onShown }));
    expect(screen.getByRole('tab', { name: 'Item', selected: true })).toBeDefined();
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Table' }));
    expect(onShown).toHaveBeenLastCalledWith('table');
  });

  it('show one for what is to have the focus in it', () => {
    height(299);
    render(panes());
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Item' }));
    showAndFocus('[aria-label="Search"]');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
  });

  it.each([300, 0])('stand side by side with %i pixels', (pixels) => {
    height(pixels);
    render(panes());
    expect(screen.getByRole('separator', { name: 'Height of Table' })).toBeDefined();
  });
});

it('keeps what is in a pane while others come, go and fold', () => {
  const panes = (more: boolean, hidden = false, foldBelow?: number) => (
    <SplitPanes name="panes" {...(foldBelow === undefined ? {} : { foldBelow })}>
      <Pane id="page" label="Page" hidden={hidden}>
        <input aria-label="Search" />
      </Pane>
      {more && (
        <Pane id="field" label="Field">
          values
        </Pane>
      )}
      <Pane id="text" label="Text">
        text
      </Pane>
    </SplitPanes>
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const { rerender } = render(panes(false));
  const box = screen.getByRole('textbox', { name: 'Search' });
  for (const next of [panes(true), panes(false, true), panes(true, false, 400), panes(true)]) {
    rerender(next);
    expect(screen.getByRole('textbox', { name: 'Search', hidden: true })).toBe(box);
  }
  expect(screen.getAllByRole('separator')).toHaveLength(2);
  vi.restoreAllMocks();
});
