import { memo, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Skeleton } from '../progress.tsx';
import type { PlacedColumn } from './columns.ts';

interface BodyRowProps<Row> {
  gridId: string;
  index: number;
  row: Row | undefined;
  placed: readonly PlacedColumn<Row>[];
  /** Columns that are drawn beside the pinned ones: from `first` up to `end`. */
  first: number;
  end: number;
  selected: boolean;
  /** The column of the active cell, where it is in this row. */
  activeColumn: number | null;
  width: number;
}

/** Widths of the bars that stand for text, so that waiting rows do not look ruled. */
const barWidths = ['70%', '45%', '85%', '60%', '35%'];

function BodyRowOf<Row>(props: BodyRowProps<Row>) {
  const { gridId, index, row, placed, first, end, selected, activeColumn, width } = props;
  const pinned = placed.findIndex((each) => !each.pinned);
  const pinnedCount = pinned < 0 ? placed.length : pinned;
  const cell = (at: number): ReactNode => {
    const each = placed[at];
    if (each === undefined) return null;
    return (
      <div
        role="gridcell"
        key={each.column.name}
        id={`${gridId}-r${index}-c${at}`}
        aria-colindex={at + 1}
        data-active={activeColumn === at || undefined}
        data-cell={at}
        className={classes(
          'ui-table-cell',
          each.pinned && 'ui-table-pinned',
          each.column.align === 'right' && 'ui-table-right',
        )}
        style={{ width: each.width, ...(each.pinned ? { left: each.left } : {}) }}
      >
        {row === undefined ? (
          <Skeleton width={barWidths[(index + at) % barWidths.length] ?? '60%'} />
        ) : (
          each.column.cell(row)
        )}
      </div>
    );
  };
  const spacer = (placed[first]?.left ?? 0) - (placed[pinnedCount]?.left ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the grid has the focus
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-busy={row === undefined || undefined}
      data-row={index}
      className="ui-table-row"
      style={{ width }}
    >
      {Array.from({ length: pinnedCount }, (_, at) => cell(at))}
      {spacer > 0 && <div style={{ width: spacer }} role="presentation" className="ui-table-spacer" />}
      {Array.from({ length: Math.max(0, end - first) }, (_, at) => cell(first + at))}
    </div>
  );
}

/** A row of the table, drawn again only when something of it has changed. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo() forgets the type parameter
export const BodyRow = memo(BodyRowOf) as typeof BodyRowOf;
