import { ArrowRightLeft, CircleCheck, PencilLine, TriangleAlert } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { Button } from '../../ui/button.tsx';
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
        <EditSentence report={report} />
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

function EditSentence({ report: { edit, grid } }: { report: TestReport }) {
  if (edit === null) return null;
  if (edit.sentence === null) {
    return (
      <Strip icon={CircleCheck} tone="success">
        This edit changes nothing on the saved pages.
      </Strip>
    );
  }
  const isBad = grid.cells.some(isFailing);
  return (
    <Strip icon={PencilLine} tone={isBad ? 'warning' : 'info'}>
      {edit.sentence}
    </Strip>
  );
}
