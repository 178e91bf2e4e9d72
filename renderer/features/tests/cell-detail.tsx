import { useState } from 'react';
import { Lock, LockOpen, ScanSearch } from 'lucide-react';
import type { JsonValue, TestCell, TestPage, TestRow } from '../../../shared/contract/types.ts';
import { runCommand } from '../../commands/registry.ts';
import { Button } from '../../ui/button.tsx';
import { InspectorPane } from '../../ui/inspector-pane.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { pageName, stateSentence, toneOf } from './cell-words.ts';

/** Rows that are shown; the others are counted. */
const mostRows = 200;

interface DetailProps {
  name: string;
  page: TestPage;
  /** Null: the page neither gives it nor should. */
  cell: TestCell | null;
  rows: readonly TestRow[] | null;
  /** Whether it is of a newer copy, which cannot be locked before it is kept. */
  isCopy: boolean;
  onClose: () => void;
}

/** The cell that a person is on: what is expected against what is there, by row. */
export function CellDetail({ name, page, cell, rows, isCopy, onClose }: DetailProps) {
  const title = (
    <>
      {name} <span className="subtle">on {pageName(page)}</span>
    </>
  );
  return (
    <div className="tests-detail" data-tone={cell === null ? undefined : toneOf(cell)}>
      <InspectorPane
        title={title}
        label="The chosen cell"
        actions={cell !== null && !isCopy && <CellActions cell={cell} />}
        onClose={onClose}
      >
        <p className="tests-detail-state">
          {cell === null ? 'It is not on this page, and nothing is locked for it.' : stateSentence(cell)}
        </p>
        {cell !== null && <Rows cell={cell} known={rows ?? []} />}
      </InspectorPane>
    </div>
  );
}

function CellActions({ cell: { state, locked } }: { cell: TestCell }) {
  return (
    <>
      {state !== 'missing' && !(locked && state === 'same') && (
        <Button size="small" icon={Lock} variant="primary" onClick={() => runCommand('tests.lock')}>
          This is right <KeyHint command="tests.lock" />
        </Button>
      )}
      {locked && (
        <Button size="small" icon={LockOpen} onClick={() => runCommand('tests.unlock')}>
          Unlock
        </Button>
      )}
      <Button size="small" icon={ScanSearch} onClick={() => runCommand('tests.show-on-page')}>
        Show on the page
      </Button>
    </>
  );
}

function Rows({ cell, known }: { cell: TestCell; known: readonly TestRow[] }) {
  const [all, setAll] = useState(false);
  const differing = known.filter(({ state }) => state !== 'same');
  const isShort = cell.locked && differing.length > 0 && differing.length < known.length && !all;
  const shown = (isShort ? differing : known).slice(0, mostRows);
  const left = (isShort ? differing.length : known.length) - shown.length;
  return (
    <>
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
    </>
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
