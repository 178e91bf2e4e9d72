import { memo, type CSSProperties, type ReactNode } from 'react';
import type { PlacedColumn } from './columns.ts';
import { cellId } from './places.ts';

interface BodyRowProps<Row> {
  gridId: string;
  index: number;
  /** Pixels from where rows are placed from. */
  top: number;
  row: Row | undefined;
  placed: readonly PlacedColumn<Row>[];
  /** Of the cells of each column; the same between renders. */
  styles: readonly CSSProperties[];
  /** Columns that are drawn beside the pinned ones: from `first` up to `end`. */
  first: number;
  end: number;
  selected: boolean;
  /** The column of the active cell, where it is in this row. */
  activeColumn: number | null;
  width: number;
}

function classOf({ pinned, column }: Pick<PlacedColumn<never>, 'pinned' | 'column'>): string {
  const right = column.align === 'right' ? ' ui-table-right' : '';
  const marked = column.marked === true ? ' ui-table-marked' : '';
  return `ui-table-cell${right}${marked}${pinned ? ' ui-table-pinned' : ''}`;
}

function BodyRowOf<Row>(props: BodyRowProps<Row>) {
  const { gridId, index, top, row, placed, styles, first, end, selected, activeColumn, width } = props;
  const pinned = placed.findIndex((each) => !each.pinned);
  const pinnedCount = pinned < 0 ? placed.length : pinned;
  const cell = (at: number): ReactNode => {
    const each = placed[at];
    if (each === undefined) return null;
    const isActive = activeColumn === at;
    return (
      <div
        role="gridcell"
        key={each.column.name}
        id={isActive ? cellId(gridId, { row: index, column: at }) : undefined}
        aria-colindex={at + 1}
        data-active={isActive || undefined}
        data-cell={at}
        className={classOf(each)}
        style={styles[at]}
      >
        {row === undefined ? null : each.column.cell(row)}
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
      style={{ width, transform: `translateY(${top}px)` }}
    >
      {Array.from({ length: pinnedCount }, (_, at) => cell(at))}
      {spacer > 0 && <div style={{ width: spacer }} role="presentation" className="ui-table-spacer" />}
      {Array.from({ length: Math.max(0, end - first) }, (_, at) => cell(first + at))}
    </div>
  );
}

/** A row of the table; rendered again only when its properties change. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo() forgets the type parameter
export const BodyRow = memo(BodyRowOf) as typeof BodyRowOf;
