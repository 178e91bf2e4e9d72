import type { ReactNode } from 'react';
import { RotateCw } from 'lucide-react';
import { Button } from '../button.tsx';
import { ErrorState } from '../empty-state.tsx';
import type { PageCache } from './page-cache.ts';

/** In the place of rows where there are none, or why some could not be read. */
export function TableMessages<Row>({ cache, empty }: { cache: PageCache<Row>; empty: ReactNode }) {
  const { error, count } = cache;
  if (error === null) return count === 0 && <div className="ui-table-empty">{empty}</div>;
  if (count === null) {
    return (
      <div className="ui-table-empty">
        <ErrorState error={error} onRetry={() => cache.retry()} />
      </div>
    );
  }
  return (
    <div className="ui-table-error" role="alert">
      <span className="grow ellipsis">Some rows could not be read: {error.message}</span>
      <Button size="small" icon={RotateCw} onClick={() => cache.retry()}>
        Try again
      </Button>
    </div>
  );
}
