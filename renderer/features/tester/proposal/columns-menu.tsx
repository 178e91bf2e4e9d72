import { Columns3, Plus } from 'lucide-react';
import type { ProposedField } from '../../../../shared/contract/types.ts';
import { Button } from '../../../ui/button.tsx';
import { counted } from '../../../ui/format.ts';
import { Menu } from '../../../ui/menu.tsx';
import { columnsLeft } from './columns.ts';
import { columnWords } from './proposal-words.ts';

/** So many columns that are not taken stand beside the menu, where there is room. */
const beside = 3;

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
  const left = columnsLeft(columns, isTaken);
  return (
    <div className="proposal-columns">
      {left.slice(0, beside).map((column) => (
        <Button
          key={column.name}
          size="small"
          variant="quiet"
          icon={Plus}
          className="proposal-column"
          aria-label={`Add ${column.name}`}
          title={columnWords(column)}
          onClick={() => onToggle(column)}
        >
          <span className="ellipsis">{column.name}</span>
        </Button>
      ))}
      <Menu
        align="end"
        entries={columns.map((column) => ({
          label: columnWords(column),
          checked: isTaken(column),
          keepOpen: true,
          run: () => onToggle(column),
        }))}
      >
        <Button size="small" variant="quiet" icon={Columns3}>
          {left.length === 0 ? 'Columns' : counted(left.length, 'more column')}
        </Button>
      </Menu>
    </div>
  );
}
