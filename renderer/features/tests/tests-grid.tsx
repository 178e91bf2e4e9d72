import { useEffect, useRef, type KeyboardEvent } from 'react';
import {
  Check,
  CircleDashed,
  CircleSlash,
  Lock,
  LockOpen,
  PencilLine,
  Plus,
  type LucideIcon,
} from 'lucide-react';
import type { TestCell, TestGrid, TestPage, TestPart } from '../../../shared/contract/types.ts';
import { IconButton } from '../../ui/button.tsx';
import { cellWords, pageName, stateSentence, toneOf, type CellTone } from './cell-words.ts';
import type { Place } from './tests-store.ts';

interface GridProps {
  label: string;
  grid: TestGrid;
  place: Place | null;
  onPlace: (place: Place) => void;
  /** Enter was pressed on a cell. */
  onOpen: () => void;
  /** Locks all cells of a page or a part; null: nothing can be locked here. */
  onLock: ((meant: { page: string } | { part: TestPart }) => void) | null;
}

const icons: Readonly<Record<CellTone, LucideIcon>> = {
  same: Check,
  changed: PencilLine,
  empty: CircleSlash,
  new: Plus,
  open: CircleDashed,
};

const isPart =
  (part: TestPart) =>
  (other: TestPart): boolean =>
    other.kind === part.kind && other.name === part.name;

/** The cell of a grid at a place; null: there is none. */
export const cellAt = ({ cells }: TestGrid, { page, part }: Place): TestCell | null =>
  cells.find((cell) => cell.page === page && isPart(part)(cell)) ?? null;

/** Fields as rows, pages as columns. Arrow keys go along them. */
export function TestsGrid({ label, grid, place, onPlace, onOpen, onLock }: GridProps) {
  const table = useRef<HTMLTableElement | null>(null);
  const { pages, parts } = grid;
  const row = place === null ? 0 : Math.max(0, parts.findIndex(isPart(place.part)));
  const column =
    place === null
      ? 0
      : Math.max(
          0,
          pages.findIndex(({ page }) => page === place.page),
        );
  const go = (toRow: number, toColumn: number): void => {
    const part = parts[Math.min(parts.length - 1, Math.max(0, toRow))];
    const page = pages[Math.min(pages.length - 1, Math.max(0, toColumn))];
    if (part !== undefined && page !== undefined) onPlace({ page: page.page, part });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const { key, ctrlKey } = event;
    const moves: Readonly<Record<string, [number, number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      Home: [ctrlKey ? 0 : row, 0],
      End: [ctrlKey ? parts.length - 1 : row, pages.length - 1],
    };
    const move = moves[key];
    if (move !== undefined) go(...move);
    else if (key === 'Enter' && event.target instanceof HTMLTableCellElement) onOpen();
    else return;
    event.preventDefault();
  };
  // The focus follows the place while it is in the grid.
  useEffect(() => {
    const element = table.current;
    if (element === null || !element.contains(document.activeElement)) return;
    element.querySelector<HTMLElement>('[data-current]')?.focus();
  }, [row, column]);
  return (
    <div className="tests-grid-box">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells are reached by arrow keys is a grid */}
      <table className="tests-grid" role="grid" aria-label={label} ref={table} onKeyDown={press}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {pages.map((page) => (
              <PageHead key={page.page} page={page} onLock={onLock} cells={grid.cells} />
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part, rowIndex) => (
            <tr key={`${part.kind} ${part.name}`}>
              <th scope="row">
                <span className="tests-head">
                  <span className="ellipsis" data-kind={part.kind}>
                    {part.name}
                  </span>
                  {onLock !== null && (
                    <LockButton
                      what={part.name}
                      cells={grid.cells.filter(isPart(part))}
                      onLock={() => onLock({ part })}
                    />
                  )}
                </span>
              </th>
              {pages.map((page, columnIndex) => {
                const isCurrent = rowIndex === row && columnIndex === column;
                return (
                  <GridCell
                    key={page.page}
                    page={page}
                    cell={cellAt(grid, { page: page.page, part })}
                    isCurrent={isCurrent}
                    isSelected={isCurrent && place !== null}
                    onSelect={() => onPlace({ page: page.page, part })}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PageHead({
  page,
  cells,
  onLock,
}: {
  page: TestPage;
  cells: readonly TestCell[];
  onLock: GridProps['onLock'];
}) {
  const name = pageName(page);
  const { callback, rows } = page;
  const given = callback ?? 'nothing extracted';
  return (
    <th
      scope="col"

      title={[page.title, page.url ?? '', page.reason ?? ''].filter((part) => part !== '').join('\n')}
    >
      <span className="tests-head">
        <span className="tests-page">
          <span className="tests-page-name">{name}</span>
          <span className="tests-page-facts">{rows === null ? given : `${given}, ${rows} rows`}</span>
        </span>
        {onLock !== null && (
          <LockButton
            what={name}
            cells={cells.filter((cell) => cell.page === page.page)}
            onLock={() => onLock({ page: page.page })}
          />
        )}
      </span>
    </th>
  );
}

function LockButton({
  what,
  cells,
  onLock,
}: {
  what: string;
  cells: readonly TestCell[];
  onLock: () => void;
}) {
  const isLocked = cells.length > 0 && cells.every(({ locked, state }) => locked && state === 'same');
  return (
    <IconButton
      className="tests-lock"
      size="small"
      tabIndex={-1}
      icon={isLocked ? Lock : LockOpen}
      label={isLocked ? `All of ${what} is locked` : `${what} is right: lock all of it`}
      disabled={isLocked}
      onClick={onLock}
    />
  );
}

interface GridCellProps {
  page: TestPage;
  cell: TestCell | null;
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

/** The words of a cell; where its values are gone also why. */
const cellText = (cell: TestCell, page: TestPage): string =>
  cell.state === 'empty' && cell.why !== null
    ? `${cellWords(cell, page)}: ${cell.why}`
    : cellWords(cell, page);

function GridCell({ page, cell, isCurrent, isSelected, onSelect }: GridCellProps) {
  const shared = {
    role: 'gridcell',
    tabIndex: isCurrent ? 0 : -1,
    'aria-selected': isSelected,
    'data-current': isCurrent || undefined,
    onClick: onSelect,
  };
  if (cell === null) return <td {...shared} className="tests-cell" aria-label="Not on this page" />;
  const tone = toneOf(cell);
  const Icon = icons[tone];
  return (
    <td {...shared} className="tests-cell" data-tone={tone} title={stateSentence(cell)}>
      <span className="tests-cell-line">
        <Icon size={12} aria-hidden />
        <span className="ellipsis">{cellText(cell, page)}</span>
      </span>
      <span className="visually-hidden">{`: ${tone === 'open' ? 'not locked' : cell.state}`}</span>
    </td>
  );
}
