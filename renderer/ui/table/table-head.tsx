import type { ReactNode } from 'react';
import type { PlacedColumn } from './columns.ts';
import { HeaderCell, type HeaderActions } from './header-cell.tsx';
import type { Cell } from './keyboard.ts';
import { cellId } from './places.ts';
import type { Sort } from './types.ts';

interface TableHeadProps<Row> {
  gridId: string;
  placed: readonly PlacedColumn<Row>[];
  /** Columns that are drawn beside the pinned ones: from `first` up to `end`. */
  first: number;
  end: number;
  width: number;
  sort: Sort | null;
  active: Cell | null;
  /** Where the column that is being dragged would go; null: none is. */
  dropBefore: { readonly before: string | null } | null;
  actions: HeaderActions;
}

/** The row of headers. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { gridId, placed, first, end, width, sort, active, dropBefore, actions } = props;
  const firstScrolling = placed.find((each) => !each.pinned)?.left ?? 0;
  return (
    <div role="row" aria-rowindex={1} className="ui-table-head" style={{ width }}>
      {placed.map((each, index) => {
        if (!each.pinned && (index < first || index >= end)) return null;
        return (
          <HeaderSlot
            gap={index === first && !each.pinned ? each.left - firstScrolling : 0}
            key={each.column.name}
          >
            <HeaderCell
              id={cellId(gridId, { row: -1, column: index })}
              placed={each}
              index={index}
              sort={sort}
              active={active?.row === -1 && active.column === index}
              dropBefore={dropBefore?.before === each.column.name}
              actions={actions}
            />
          </HeaderSlot>
        );
      })}
    </div>
  );
}

/** A header, with room before it for the columns on its left that are not drawn. */
const HeaderSlot = ({ gap, children }: { gap: number; children: ReactNode }) => (
  <>
    {gap > 0 && <div style={{ width: gap }} role="presentation" className="ui-table-spacer" />}
    {children}
  </>
);
