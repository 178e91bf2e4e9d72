import { PropertyList } from '../../ui/inspector-pane.tsx';
import { ValueView } from '../../ui/value/value-view.tsx';
import { remarkOf } from './row-columns.tsx';
import type { RowAtHand } from './rows-at-hand.ts';
import { isNothing } from './value.tsx';

/** A row in full: its values, why fields of it are empty, and where it leads. */
export function RowDetail({
  row,
  fields,
  base,
  callback,
}: {
  row: RowAtHand;
  /** Those of the callback, then those from the URL of the page. */
  fields: readonly string[];
  /** The address of the page of the row; null: unknown. */
  base: string | null;
  /** The callback that the rows lead to; null: none. */
  callback: string | null;
}) {
  return (
    <div className="tester-row-detail">
      {row.follow !== null && (
        <p className="small">
          {row.follow.url !== null && <span className="mono tester-selector">{row.follow.url}</span>}{' '}
          {row.follow.reason === null ? (
            <span className="muted">{callback} extracts from it and takes the values of this row along.</span>
          ) : (
            <span className="tester-reason">It is not followed: {row.follow.reason}</span>
          )}
        </p>
      )}
      <PropertyList
        entries={fields.map(
          (name) => [name, <CellDetail key={name} row={row} name={name} base={base} />] as const,
        )}
      />
      {row.cut && <p className="small muted">Long values are shortened.</p>}
    </div>
  );
}

function CellDetail({ row, name, base }: { row: RowAtHand; name: string; base: string | null }) {
  const value = row.values[name] ?? null;
  const remark = remarkOf(row, name);
  return (
    <>
      {isNothing(value) ? (
        <span className="subtle">nothing</span>
      ) : (
        <ValueView name={name} value={value} base={base} />
      )}
      {remark !== null && <p className="tester-reason small">{remark}</p>}
    </>
  );
}
