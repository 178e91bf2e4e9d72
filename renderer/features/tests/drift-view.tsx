import { GitCompareArrows } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import type { SpiderKey } from '../../spider-document/document.ts';
import { keepCopy } from './actions.ts';
import { pageName } from './cell-words.ts';
import { cellAt } from './grid-groups.ts';
import { GridWithCell } from './grid-with-cell.tsx';
import { look, useLooking } from './tests-store.ts';
import { useDrift, type DriftReport } from './use-drift.ts';

/** The newer copies of saved pages: what has changed on them and in their values, until one of the two copies is kept. */
export function DriftView(key: SpiderKey) {
  const { report, error, again } = useDrift(key);
  const { place, isOpen } = useLooking(key);
  if (report === null) {
    return error === null ? (
      <div className="grow" />
    ) : (
      <ErrorState error={error} title="The newer copies could not be compared." onRetry={again} />
    );
  }
  const { grid, changes } = report;
  if (changes.length === 0) {
    return (
      <EmptyState
        icon={GitCompareArrows}
        title="No newer copies wait"
        actions={<Button onClick={() => look(key, { view: 'tests' })}>Show the tests</Button>}
      >
        “Fetch pages again” gets the saved pages from their site once more and keeps them beside the earlier
        ones.
      </EmptyState>
    );
  }
  const cell = place === null ? null : cellAt(grid, place);
  return (
    <>
      <Changes report={report} />
      <GridWithCell
        label={`Newer copies of ${key.spider}`}
        grid={grid}
        place={place}
        isOpen={isOpen}
        onLook={(change) => look(key, change)}
        rows={cell?.rows ?? null}
        onLock={null}
      />
    </>
  );
}

function Changes({ report: { grid, changes } }: { report: DriftReport }) {
  const keepAll = async (copy: 'newer' | 'earlier'): Promise<void> => {
    for (const { page } of changes) await keepCopy(page, copy);
  };
  return (
    <div className="tests-changes">
      <ul aria-label="What has changed on the pages">
        {changes.map(({ page, sentence }) => {
          const shown = grid.pages.find((each) => each.page === page);
          const name = shown === undefined ? '' : pageName(shown);
          return (
            <li key={page}>
              <span className="tests-change-page ellipsis">{name}</span>
              <span className="grow">{sentence}</span>
              <Button
                size="small"
                aria-label={`Keep the new page of ${name}`}
                onClick={() => void keepCopy(page, 'newer')}
              >
                Keep the new page
              </Button>
              <Button
                size="small"
                aria-label={`Keep the old page of ${name}`}
                onClick={() => void keepCopy(page, 'earlier')}
              >
                Keep the old
              </Button>
            </li>
          );
        })}
      </ul>
      {changes.length > 1 && (
        <p className="tests-changes-all">
          <Button size="small" variant="primary" onClick={() => void keepAll('newer')}>
            Keep all new pages
          </Button>
          <Button size="small" onClick={() => void keepAll('earlier')}>
            Keep all old pages
          </Button>
        </p>
      )}
    </div>
  );
}
