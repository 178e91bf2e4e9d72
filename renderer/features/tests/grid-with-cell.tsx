import type { TestGrid, TestRow } from '../../../shared/contract/types.ts';
import { CellDetail } from './cell-detail.tsx';
import type { Lockable } from './grid-heads.tsx';
import { cellAt } from './grid-groups.ts';
import { TestsGrid } from './tests-grid.tsx';
import type { Place } from './tests-store.ts';
import { openDetail, TwoPanes } from './two-panes.tsx';

interface GridWithCellProps {
  label: string;
  grid: TestGrid;
  /** The chosen cell; null: none. */
  place: Place | null;
  /** Whether it is shown below the grid. */
  isOpen: boolean;
  onLook: (change: { place?: Place; isOpen: boolean }) => void;
  /** The rows of the chosen cell; null: not known yet. */
  rows: readonly TestRow[] | null;
  /** Null: what is shown are newer copies, which cannot be locked before they are kept. */
  onLock: ((meant: Lockable) => void) | null;
}

/** A grid, and below it the cell that is chosen. */
export function GridWithCell({ label, grid, place, isOpen, onLook, rows, onLock }: GridWithCellProps) {
  const page = grid.pages.find((each) => each.page === place?.page);
  const close = (): void => {
    onLook({ isOpen: false });
    document.querySelector<HTMLElement>('.tests-grid [data-current]')?.focus();
  };
  return (
    <TwoPanes
      grid={
        <TestsGrid
          label={label}
          grid={grid}
          place={place}
          onPlace={(next) => onLook({ place: next, isOpen: true })}
          onOpen={openDetail}
          onLock={onLock}
        />
      }
      detail={
        !isOpen || place === null || page === undefined ? null : (
          <CellDetail
            name={place.part.name}
            page={page}
            cell={cellAt(grid, place)}
            rows={rows}
            isCopy={onLock === null}
            onClose={close}
          />
        )
      }
    />
  );
}
