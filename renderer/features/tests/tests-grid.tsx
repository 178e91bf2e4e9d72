import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import { Check, CircleDashed, CircleSlash, PencilLine, Plus, type LucideIcon } from 'lucide-react';
import type { TestCell, TestGrid, TestPage } from '../../../shared/contract/types.ts';
import { cellWords, stateSentence, toneOf, type CellTone } from './cell-words.ts';
import { GroupHead, PartHead, type Lockable } from './grid-heads.tsx';
import { cellAt, groupsOf, isPart, pageNote, stepFrom, type PageGroup, type Step } from './grid-groups.ts';
import type { Place } from './tests-store.ts';

interface GridProps {
  label: string;
  grid: TestGrid;
  place: Place | null;
  onPlace: (place: Place) => void;
  /** Enter was pressed on a cell. */
  onOpen: () => void;
  /** Locks all cells of a page or a part; null: nothing can be locked here. */
  onLock: ((meant: Lockable) => void) | null;
}

const icons: Readonly<Record<CellTone, LucideIcon>> = {
  same: Check,
  changed: PencilLine,
  empty: CircleSlash,
  new: Plus,
  open: CircleDashed,
};

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/** The step that a key asks for; null: none. */
function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Step | null {
  if (altKey || metaKey || shiftKey) return null;
  if (ctrlKey && key === 'Home') return 'top';
  if (ctrlKey && key === 'End') return 'bottom';
  return steps[key] ?? null;
}

/** Pages by callback, each group with its fields as rows. Arrow keys go along the cells. */
export function TestsGrid({ label, grid, place, onPlace, onOpen, onLock }: GridProps) {
  const table = useRef<HTMLTableElement | null>(null);
  const groups = groupsOf(grid);
  const current = place ?? stepFrom(groups, null, 'top');
  const press = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    const next = step === null ? null : stepFrom(groups, current, step);
    if (next !== null) onPlace(next);
    else if (event.key === 'Enter' && event.target instanceof HTMLTableCellElement) onOpen();
    else return;
    event.preventDefault();
  };
  const at = place === null ? null : `${place.page} ${place.part.kind} ${place.part.name}`;
  // The focus follows the place while it is in the grid; what is shown does always.
  useEffect(() => {
    const cell = at === null ? null : table.current?.querySelector<HTMLElement>('[data-current]');
    if (cell === null || cell === undefined) return;
    if (table.current?.contains(document.activeElement) === true) cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  const columns = Math.max(1, ...groups.map(({ pages }) => pages.length));
  const style: CSSProperties & Record<'--columns', number> = { '--columns': columns };
  return (
    <div className="tests-grid-box" style={style}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells are reached by arrow keys is a grid */}
      <table className="tests-grid" role="grid" aria-label={label} ref={table} onKeyDown={press}>
        {groups.map((group) => (
          <Group
            key={group.callback ?? ''}
            group={group}
            grid={grid}
            columns={columns}
            current={current}
            isChosen={place !== null}
            onPlace={onPlace}
            onLock={onLock}
          />
        ))}
      </table>
    </div>
  );
}

interface GroupProps extends Pick<GridProps, 'grid' | 'onPlace' | 'onLock'> {
  group: PageGroup;
  /** Number of pages of the largest group. */
  columns: number;
  /** The cell that Tab reaches. */
  current: Place | null;
  /** Whether it was chosen by a person. */
  isChosen: boolean;
}

function Group({ group, grid, columns, current, isChosen, onPlace, onLock }: GroupProps) {
  const { pages, parts } = group;
  const notes = new Map(pages.map((page) => [page.page, pageNote(page, grid.cells)]));
  return (
    <tbody>
      <GroupHead group={group} cells={grid.cells} notes={notes} columns={columns} onLock={onLock} />
      {parts.map((part) => (
        <tr key={`${part.kind} ${part.name}`}>
          <PartHead part={part} group={group} grid={grid} onLock={onLock} />
          {pages.map((page) => {
            const place = { page: page.page, part };
            const isCurrent = current !== null && current.page === page.page && isPart(part)(current.part);
            return (
              <GridCell
                key={page.page}
                page={page}
                note={notes.get(page.page) ?? null}
                cell={cellAt(grid, place)}
                isCurrent={isCurrent}
                isSelected={isCurrent && isChosen}
                onSelect={() => onPlace(place)}
              />
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

interface GridCellProps {
  page: TestPage;
  /** What the head says of the whole page. */
  note: string | null;
  cell: TestCell | null;
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

/** The words of a cell; where its values are gone also why, unless its page says so. */
function cellText(cell: TestCell, page: TestPage, note: string | null): string {
  const words = cellWords(cell, page);
  return cell.state === 'empty' && cell.why !== null && cell.why !== note ? `${words}: ${cell.why}` : words;
}

function GridCell({ page, note, cell, isCurrent, isSelected, onSelect }: GridCellProps) {
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
        <span className="ellipsis">{cellText(cell, page, note)}</span>
      </span>
      <span className="visually-hidden">{`: ${tone === 'open' ? 'not locked' : cell.state}`}</span>
    </td>
  );
}
