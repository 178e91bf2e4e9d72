import { useEffect, useState } from 'react';
import type { TestRow } from '../../../shared/contract/types.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { getClient } from '../../state/client.ts';
import type { Place } from './tests-store.ts';
import type { TestReport } from './use-tests.ts';

/** The rows of a cell: they are read when it is chosen, and again with every new report. Null: not known yet. */
export function useCellRows(
  { project, spider }: SpiderKey,
  place: Place | null,
  { text, report }: { text: string | undefined; report: TestReport },
): readonly TestRow[] | null {
  const [known, setKnown] = useState<{ id: string; rows: readonly TestRow[] } | null>(null);
  const id = JSON.stringify([project, spider, place]);
  useEffect(() => {
    if (place === null) return undefined;
    const abort = new AbortController();
    void (async () => {
      const args = { project, spider, rows: place, ...(text === undefined ? {} : { text }) };
      const answer = await getClient().call('tests.run', args, { signal: abort.signal });
      if (abort.signal.aborted || !answer.ok) return;
      const rows = answer.value.grid.cells.find((cell) => cell.rows !== null)?.rows ?? [];
      setKnown({ id, rows });
    })();
    return () => abort.abort();
  }, [id, report]);
  return known?.id === id ? known.rows : null;
}
