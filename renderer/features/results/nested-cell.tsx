import { useState, type ReactNode } from 'react';
import { useCall } from '../../state/query.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Popover } from '../../ui/popover.tsx';
import { ValueView } from '../../ui/value/value-view.tsx';
import { valuesOf } from './item-links.ts';

interface NestedCellProps {
  /** The id of the item. */
  item: string;
  field: string;
  /** How many values it holds: "3 values". */
  size: string;
  tabbable: boolean;
  /** What the value begins with. */
  children: ReactNode;
}

/** A nested value in a table; its size is a button that shows it whole. */
export function NestedCell({ item, field, size, tabbable, children }: NestedCellProps) {
  const [open, setOpen] = useState(false);
  const button = (
    <button
      type="button"
      className="results-nested-size"
      tabIndex={tabbable ? 0 : -1}
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      {size}
    </button>
  );
  return (
    <span className="results-nested">
      {open ? (
        <Popover label={field} trigger={button} open onOpenChange={setOpen}>
          <Whole item={item} field={field} />
        </Popover>
      ) : (
        button
      )}
      {children}
    </span>
  );
}

function Whole({ item, field }: { item: string; field: string }) {
  const { value, error } = useCall('results.item', { item });
  if (value !== null)
    return <ValueView name={field} value={valuesOf(value)[field] ?? null} base={value.url} />;
  return error === null ? null : <ErrorState error={error} title="The item could not be loaded." />;
}
