import type { ReactNode } from 'react';
import { Pane, reveal, SplitPanes } from '../../ui/split-panes.tsx';

/** The grid with the chosen cell beside it, or below a switch where there is little room. */
export function TwoPanes({ grid, detail }: { grid: ReactNode; detail: ReactNode }) {
  return (
    <SplitPanes name="tests" foldBelow={720} className="grow">
      <Pane id="grid" label="Grid" size={70} min={320}>
        {grid}
      </Pane>
      <Pane id="cell" label="Cell" min={240} collapsible>
        <div className="tests-detail-pane">{detail}</div>
      </Pane>
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
