import { Columns3 } from 'lucide-react';
import { IconButton } from '../button.tsx';
import { Menu } from '../menu.tsx';
import { columnChoice } from './table-menus.ts';
import type { Column } from './types.ts';
import { useColumnLayout } from './use-column-layout.ts';

/** A button for a toolbar that chooses the columns of the table with the same `layoutName`. */
export function ColumnsButton<Row>({
  layoutName,
  columns,
}: {
  layoutName: string;
  columns: readonly Column<Row>[];
}) {
  const state = useColumnLayout(layoutName, columns);
  return (
    <Menu align="end" entries={columnChoice(columns, state)}>
      <IconButton label="Choose columns" icon={Columns3} />
    </Menu>
  );
}
