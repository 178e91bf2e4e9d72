import { Plus } from 'lucide-react';
import type { ProposedField } from '../../../../shared/contract/types.ts';
import { Button } from '../../../ui/button.tsx';
import { counted } from '../../../ui/format.ts';
import { Menu } from '../../../ui/menu.tsx';
import { columnWords } from './proposal-words.ts';

/** All columns that a list offers, each taken or not by one click. Its button says how many are not taken. */
export function ColumnsMenu({
  columns,
  isTaken,
  onToggle,
}: {
  columns: readonly ProposedField[];
  isTaken: (column: ProposedField) => boolean;
  onToggle: (column: ProposedField) => void;
}) {
  const left = columns.filter((column) => !isTaken(column)).length;
  return (
    <Menu
      align="end"
      entries={columns.map((column) => ({
        label: columnWords(column),
        checked: isTaken(column),
        keepOpen: true,
        run: () => onToggle(column),
      }))}
    >
      <Button size="small" variant="quiet" icon={Plus}>
        {left === 0 ? 'Columns' : counted(left, 'more column')}
      </Button>
    </Menu>
  );
}
