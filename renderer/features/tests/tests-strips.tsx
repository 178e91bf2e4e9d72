import { ArrowRightLeft, CircleCheck, Lock, PencilLine, TriangleAlert } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { runCommand } from '../../commands/registry.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Strip } from '../../ui/strip.tsx';
import { moveLocked } from './actions.ts';
import { isFailing } from './cell-words.ts';
import type { TestReport } from './use-tests.ts';

/** What is said above the grid: what the edit does, why it cannot be tested, and fields with a new name. */
export function TestsStrips({
  report,
  error,
  ...key
}: SpiderKey & { report: TestReport; error: CallError | null }) {
  return (
    <>
      {error === null ? (
        <StateStrip report={report} />
      ) : (
        <Strip icon={TriangleAlert} tone="warning">
          This text cannot be tested; below is what the last one gave. {error.message}
        </Strip>
      )}
      {report.grid.renamed.map(({ from, to }) => (
        <Strip
          key={`${from} ${to}`}
          icon={ArrowRightLeft}
          tone="info"
          actions={
            <Button size="small" onClick={() => void moveLocked(key, { from, to })}>
              Move them to {to}
            </Button>
          }
        >
          <strong>{from}</strong> is no longer extracted; <strong>{to}</strong> has the values that were
          locked for it.
        </Strip>
      ))}
    </>
  );
}

/** What the edit does, which tests fail, or how to begin, with the next step; nothing while all is as locked. */
function StateStrip({ report: { edit, grid, locked } }: { report: TestReport }) {
  const failing = grid.cells.filter(isFailing).length;
  const next = failing > 0 && (
    <Button size="small" onClick={() => runCommand('tests.next-failing')}>
      Show the next <KeyHint command="tests.next-failing" />
    </Button>
  );
  if (edit !== null && edit.sentence !== null) {
    return (
      <Strip icon={PencilLine} tone={failing > 0 ? 'warning' : 'info'} actions={next}>
        {edit.sentence}
      </Strip>
    );
  }
  if (failing > 0) {
    return (
      <Strip icon={TriangleAlert} tone="warning" actions={next}>
        {counted(failing, 'test')} {failing === 1 ? 'is' : 'are'} not as locked.
      </Strip>
    );
  }
  if (locked === 0) {
    return (
      <Strip
        icon={Lock}
        tone="info"
        actions={
          <Button size="small" variant="quiet" onClick={() => runCommand('window.shortcuts')}>
            All keys <KeyHint command="window.shortcuts" />
          </Button>
        }
      >
        Go along the values with the arrow keys and lock those that are right <KeyHint command="tests.lock" />
        . The locks at the heads lock a page or a field.
      </Strip>
    );
  }
  return edit === null ? null : (
    <Strip icon={CircleCheck} tone="success">
      This edit changes nothing on the saved pages.
    </Strip>
  );
}
