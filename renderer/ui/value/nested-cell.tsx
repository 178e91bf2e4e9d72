import { useState, type ReactNode } from 'react';
import { Popover } from '../popover.tsx';
import './value.css';

/** See `NestedCell`. */
export interface NestedCellProps {
  /** What the whole value is called. */
  label: string;
  /** How much it holds: "3 values". */
  size: string;
  /** Whether Tab reaches it; not in a grid. */
  tabbable: boolean;
  /** The whole value; made only when it is opened. */
  whole: ReactNode;
  /** What the value begins with. */
  children: ReactNode;
}

/** A nested value in a cell: its size is a button that shows it whole. */
export function NestedCell({ label, size, tabbable, whole, children }: NestedCellProps) {
  const [open, setOpen] = useState(false);
  const button = (
    <button
      type="button"
      className="ui-nested-size"
      tabIndex={tabbable ? 0 : -1}
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      {size}
    </button>
  );
  return (
    <span className="ui-nested">
      {open ? (
        <Popover label={label} trigger={button} open onOpenChange={setOpen}>
          {whole}
        </Popover>
      ) : (
        button
      )}
      {children}
    </span>
  );
}
