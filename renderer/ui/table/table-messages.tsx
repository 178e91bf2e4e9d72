import type { ReactNode } from 'react';
import { RotateCw } from 'lucide-react';
import { Button } from '../button.tsx';
import { ErrorState } from '../empty-state.tsx';
import type { PageCache } from './page-cache.ts';

interface TableMessagesProps {
  count: number | null;
  error: PageCache<never>['error'];
  onRetry: () => void;
  empty: ReactNode;
}

/** In the place of rows where there are none, or why some could not be read. */
export function TableMessages({ count, error, onRetry, empty }: TableMessagesProps) {
  if (error === null) return count === 0 && <div className="ui-table-empty">{empty}</div>;
  if (count === null) {
    return (
      <div className="ui-table-empty">
        <ErrorState error={error} onRetry={onRetry} />
      </div>
    );
  }
  return (
    <div className="ui-table-error" role="alert">
      <span className="grow ellipsis">Some rows could not be loaded: {error.message}</span>
      <Button size="small" icon={RotateCw} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
