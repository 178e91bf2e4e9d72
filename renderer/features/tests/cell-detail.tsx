import { useState } from 'react';
import { ListChecks, Lock, LockOpen, ScanSearch } from 'lucide-react';
import type { JsonValue, TestCell, TestPage, TestRow } from '../../../shared/contract/types.ts';
import { runCommand } from '../../commands/registry.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { pageName, stateSentence, toneOf } from './cell-words.ts';

/** Rows that are shown; the others are counted. */
const mostRows = 200;

interface DetailProps {
  cell: TestCell | null;
  page: TestPage | null;
  rows: readonly TestRow[] | null;
  /** Whether it is of a newer copy, which cannot be locked before it is kept. */
  isCopy: boolean;
}

/** The cell that a person is on: what is expected against what is there, by row. */
export function CellDetail({ cell, page, rows, isCopy }: DetailProps) {
  const [all, setAll] = useState(false);
  if (cell === null || page === null) {
    return (
      <EmptyState icon={ListChecks} title="No cell is chosen">
        Choose a cell to see the expected values beside those that are there.
      </EmptyState>
    );
  }
  const known = rows ?? [];
  const differing = known.filter(({ state }) => state !== 'same');
  const isShort = cell.locked && differing.length > 0 && differing.length < known.length && !all;
  const shown = (isShort ? differing : known).slice(0, mostRows);
  const left = (isShort ? differing.length : known.length) - shown.length;
  return (
    <section className="tests-detail" aria-label="The chosen cell">
      <header className="tests-detail-head" data-tone={toneOf(cell)}>
        <h2 className="ellipsis">
          {cell.name} <span className="subtle">on {pageName(page)}</span>
        </h2>
        <p>{stateSentence(cell)}</p>
        <div className="tests-detail-actions">
          {!isCopy && cell.state !== 'missing' && !(cell.locked && cell.state === 'same') && (
            <Button size="small" icon={Lock} variant="primary" onClick={() => runCommand('tests.lock')}>
              This is right <KeyHint command="tests.lock" />
            </Button>
          )}
          {!isCopy && cell.locked && (
            <Button size="small" icon={LockOpen} onClick={() => runCommand('tests.unlock')}>
              Unlock
            </Button>
          )}
          {!isCopy && (
            <Button size="small" icon={ScanSearch} onClick={() => runCommand('tests.show-on-page')}>
              Show on the page
            </Button>
          )}
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
      <div className="tests-values-box" tabIndex={0} role="region" aria-label="Values by row">
        <table className="tests-values">
          <thead>
            <tr>
              <th scope="col">Row</th>
              {cell.locked && <th scope="col">Expected</th>}
              <th scope="col">{cell.locked ? 'There is' : 'Value'}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Values
                key={known.indexOf(row)}
                row={row}
                number={known.indexOf(row) + 1}
                locked={cell.locked}
              />
            ))}
          </tbody>
        </table>
        {left > 0 && <p className="subtle small">{left} more rows are not shown.</p>}
      </div>
      {(isShort || all) && (
        <Button size="small" variant="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show only what differs' : `Show all ${known.length} rows`}
        </Button>
      )}
    </section>
  );
}

function Values({ row, number, locked }: { row: TestRow; number: number; locked: boolean }) {
  const { state, expected, got } = row;
  return (
    <tr data-state={locked ? state : undefined}>
      <th scope="row">{number}</th>
      {locked && <td>{state === 'added' ? <em>no row</em> : <Value value={expected} />}</td>}
      <td>{state === 'removed' ? <em>no row</em> : <Value value={got} />}</td>
    </tr>
  );
}

function Value({ value }: { value: JsonValue }) {
  if (value === null || value === '') return <em>empty</em>;
  return <span className="tests-value">{typeof value === 'string' ? value : JSON.stringify(value)}</span>;
}
