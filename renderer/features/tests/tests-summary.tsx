import { counted } from '../../ui/format.ts';
import { isFailing } from './cell-words.ts';
import type { TestReport } from './use-tests.ts';

/** One line below the grid: how many tests there are, how they stand, and how long they took. */
export function TestsSummary({ report: { grid, locked, elapsedMs } }: { report: TestReport }) {
  const failing = grid.cells.filter(isFailing).length;
  const open = grid.cells.filter((cell) => !cell.locked).length;
  const parts = [
    locked === 0
      ? 'Nothing is locked yet'
      : `${counted(locked, 'test')} on ${counted(grid.pages.length, 'page')}`,
    locked > 0 && (failing === 0 ? 'all as locked' : `${failing} not as locked`),
    open > 0 && `${open} not locked`,
    grid.left > 0 && `${counted(grid.left, 'page')} not looked at: too many or too large`,
  ];
  return (
    <footer className="tests-summary">
      <span role="status">{parts.filter((part) => part !== false).join(', ')}</span>
      <span className="subtle numeric">
        {grid.parts.length} × {counted(grid.pages.length, 'page')} in {Math.max(1, Math.round(elapsedMs))} ms
      </span>
    </footer>
  );
}
