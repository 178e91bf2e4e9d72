import { Rows3 } from 'lucide-react';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { Button } from '../../../ui/button.tsx';
import { count } from '../../../ui/format.ts';
import { columnWords } from '../proposal/proposal-words.ts';
import { pointAt } from '../tester-store.ts';
import { useRowsOf, type RowsHere } from './rows.ts';

/** Offers rows where two like elements were picked that lie in parts of one kind, and the callback has none yet. */
export function RowsOffer({
  spiderKey: key,
  here,
  rows,
}: {
  spiderKey: SpiderKey;
  here: RowsHere;
  rows: readonly [number, number];
}) {
  const offered = useRowsOf(key, here, rows);
  if (offered === null) return null;
  const { matches, elements, columns, accept } = offered;
  return (
    <section
      className="hand-question"
      aria-label="Rows"
      onPointerEnter={() => pointAt(key, elements)}
      onPointerLeave={() => pointAt(key, null)}
    >
      <p>It is in {count(matches)} parts of one kind. As rows, each of them becomes an item.</p>
      <Button size="small" variant="primary" icon={Rows3} onClick={() => accept([])}>
        Make {count(matches)} rows
      </Button>
      {columns.length > 1 && (
        <Button
          size="small"
          title={columns.map((column) => columnWords(column)).join(' · ')}
          onClick={() => accept(columns)}
        >
          Make {count(matches)} rows with all columns
        </Button>
      )}
    </section>
  );
}
