import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';

/** Rows of a table that shows the first of them, and the rest when it is asked for. */
export function Shortened<T>({
  rows,
  first,
  children,
}: {
  rows: readonly T[];
  first: number;
  children: (row: T) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, first);
  return (
    <>
      {shown.map(children)}
      {rows.length > first && (
        <tr>
          <td colSpan={9}>
            <Button size="small" variant="quiet" onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${count(rows.length)}`}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}
