import type { ReactNode } from 'react';
import { Pane, reveal, SplitPanes } from '../../ui/split-panes.tsx';

/** The grid, and while a cell is chosen that cell below it, or behind a switch where there is little room. */
export function TwoPanes({ grid, detail }: { grid: ReactNode; detail: ReactNode }) {
  return (
    <SplitPanes name="tests" direction="vertical" foldBelow={300} className="grow">
      <Pane id="grid" label="Grid" size={62} min={140}>
        {grid}
      </Pane>
      {detail !== null && (
        <Pane id="cell" label="Cell" min={130}>
          {detail}
        </Pane>
      )}
    </SplitPanes>
  );
}

/** Shows the chosen cell where it is folded away, and puts the focus into it. */
export function openDetail(): void {
  const detail = document.querySelector<HTMLElement>('.tests-detail');
  if (detail === null) return;
  reveal(detail);
  detail.querySelector<HTMLElement>('button, [tabindex="0"]')?.focus();
}
