import { Info, Lock, LockOpen } from 'lucide-react';
import type { TestCell, TestGrid, TestPage, TestPart } from '../../../shared/contract/types.ts';
import { IconButton } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { pageName } from './cell-words.ts';
import { isPart, type PageGroup } from './grid-groups.ts';

/** Cells that one click locks: those of a page, or those of a part, on all pages or on some. */
export type Lockable = { page: string } | { part: TestPart; pages?: readonly string[] };

type OnLock = ((meant: Lockable) => void) | null;

interface GroupHeadProps {
  group: PageGroup;
  cells: readonly TestCell[];
  /** What is said of whole pages, by page. */
  notes: ReadonlyMap<string, string | null>;
  /** Number of pages of the largest group: the band goes on to there. */
  columns: number;
  onLock: OnLock;
}

/** The callback of a group and its pages. */
export function GroupHead({ group: { callback, pages }, cells, notes, columns, onLock }: GroupHeadProps) {
  const name = callback ?? 'Nothing extracted';
  const size = counted(pages.length, 'page');
  const rest = columns - pages.length;
  return (
    <tr className="tests-group">
      <th scope="col" title={name} aria-label={`${name}, ${size}`}>
        <span className="tests-page">
          <span className="ellipsis">{name}</span>
          <span className="tests-page-facts">{size}</span>
        </span>
      </th>
      {pages.map((page) => (
        <PageHead
          key={page.page}
          page={page}
          note={notes.get(page.page) ?? null}
          onLock={onLock}
          cells={cells.filter((cell) => cell.page === page.page)}
        />
      ))}
      {rest > 0 && <td colSpan={rest} aria-hidden />}
    </tr>
  );
}

interface PageHeadProps {
  page: TestPage;
  note: string | null;
  cells: readonly TestCell[];
  onLock: OnLock;
}

function PageHead({ page, note, cells, onLock }: PageHeadProps) {
  const name = pageName(page);
  const { title, url, rows } = page;
  return (
    <th scope="col" title={[title, url ?? '', note ?? ''].filter((part) => part !== '').join('\n')}>
      <span className="tests-head">
        <span className="tests-page">
          <span className="tests-page-name">{name}</span>
          <span className="tests-page-facts">{rows === null ? title : counted(rows, 'row')}</span>
        </span>
        {onLock !== null && (
          <LockButton what={name} cells={cells} onLock={() => onLock({ page: page.page })} />
        )}
      </span>
      {note !== null && (
        <span className="tests-page-note">
          <Info size={12} aria-hidden />
          <span>{note}</span>
        </span>
      )}
    </th>
  );
}

interface PartHeadProps {
  part: TestPart;
  group: PageGroup;
  grid: TestGrid;
  onLock: OnLock;
}

/** The name of a field, or of the links, in one group. */
export function PartHead({ part, group, grid, onLock }: PartHeadProps) {
  const own = grid.cells.filter(isPart(part));
  const pages = group.pages.map(({ page }) => page);
  const here = own.filter(({ page }) => pages.includes(page));
  const meant: Lockable = here.length === own.length ? { part } : { part, pages };
  return (
    <th scope="row">
      <span className="tests-head">
        <span className="ellipsis" data-kind={part.kind} title={part.name}>
          {part.name}
        </span>
        {onLock !== null && <LockButton what={part.name} cells={here} onLock={() => onLock(meant)} />}
      </span>
    </th>
  );
}

interface LockButtonProps {
  what: string;
  cells: readonly TestCell[];
  onLock: () => void;
}

/** Locks all cells of a head; where they all are, a mark says so. */
function LockButton({ what, cells, onLock }: LockButtonProps) {
  if (cells.length === 0) return null;
  const isLocked = cells.every(({ locked, state }) => locked && state === 'same');
  if (isLocked) {
    const words = `All of ${what} is locked`;
    return (
      <span className="tests-locked" role="img" aria-label={words} title={words}>
        <Lock size={12} />
      </span>
    );
  }
  return (
    <IconButton
      className="tests-lock"
      size="small"
      tabIndex={-1}
      icon={LockOpen}
      label={`${what} is right: lock all of it`}
      onClick={onLock}
    />
  );
}
