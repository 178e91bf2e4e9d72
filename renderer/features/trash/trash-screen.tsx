import { useMemo, useState } from 'react';
import { RotateCcw, Trash2 } from 'lucide-react';
import type { TrashEntry } from '../../../shared/contract/types.ts';
import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import { useCommands } from '../../commands/registry.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { bytes, counted } from '../../ui/format.ts';
import { isSelected, nothingSelected, type Selection } from '../../ui/table/selection.ts';
import { Table } from '../../ui/table/table.tsx';
import { arraySource } from '../../ui/table/types.ts';
import { OtherNameDialog } from './other-name-dialog.tsx';
import { deleteForGood, restoreEntries } from './trash-actions.ts';
import { trashColumns } from './trash-columns.tsx';
import './trash.css';

/** What was deleted, for thirty days. */
export function TrashScreen() {
  const { value, error, refresh } = useCall('trash.list', {});
  if (error !== null && value === null)
    return <ErrorState page error={error} title="The trash could not be read." onRetry={refresh} />;
  if (value === null) return null;
  if (value.length === 0) {
    return (
      <EmptyState page icon={Trash2} title="The trash is empty">
        <p>
          Projects, spiders, runs and saved pages that are deleted stay here for {daysInTrash} days and can be
          restored exactly as they were.
        </p>
      </EmptyState>
    );
  }
  return <Entries entries={value} />;
}

function Entries({ entries }: { entries: readonly TrashEntry[] }) {
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [current, setCurrent] = useState<TrashEntry | null>(null);
  const source = useMemo(() => arraySource('trash', entries, versionOf(entries)), [entries]);
  const selected = entries.filter((_, index) => isSelected(selection, index));
  const there = current === null ? undefined : entries.find(({ id }) => id === current.id);
  const chosen = selected.length > 0 ? selected : there === undefined ? [] : [there];
  const room = entries.reduce((sum, { contents }) => sum + contents.bytes, 0);
  const many = chosen.length > 1 ? ` ${chosen.length}` : '';
  useCommands([
    {
      id: 'trash.restore',
      title: 'Restore from the trash',
      category: 'Trash',
      keys: ['R R'],
      when: () => chosen.length > 0,
      run: () => void restoreEntries(chosen),
    },
    {
      id: 'trash.delete',
      title: 'Delete for good…',
      category: 'Trash',
      keys: ['Delete'],
      when: () => chosen.length > 0,
      run: () => void deleteForGood(chosen),
    },
    {
      id: 'trash.empty',
      title: 'Empty the trash…',
      category: 'Trash',
      run: () => void deleteForGood(entries),
    },
  ]);
  return (
    <div className="trash">
      <header className="trash-head">
        <h1>Trash</h1>
        <p className="subtle ellipsis">
          {counted(entries.length, 'entry', 'entries')}, about {bytes(room)}. Kept for {daysInTrash} days.
        </p>
        <div className="trash-actions">
          <Button icon={RotateCcw} disabled={chosen.length === 0} onClick={() => void restoreEntries(chosen)}>
            Restore{many}
          </Button>
          <Button icon={Trash2} disabled={chosen.length === 0} onClick={() => void deleteForGood(chosen)}>
            Delete{many} for good…
          </Button>
          <Button variant="danger" onClick={() => void deleteForGood(entries)}>
            Empty the trash…
          </Button>
        </div>
      </header>
      <div className="trash-table">
        <Table
          label="Trash"
          source={source}
          columns={trashColumns}
          layoutName="trash"
          rowId={({ id }) => id}
          onSelect={setCurrent}
          onSelection={setSelection}
          onOpen={(row) => void restoreEntries([row])}
          rowMenu={(row) => {
            const rows = chosen.some(({ id }) => id === row.id) ? chosen : [row];
            return [
              { label: 'Restore', icon: RotateCcw, run: () => void restoreEntries(rows) },
              { label: 'Delete for good…', icon: Trash2, danger: true, run: () => void deleteForGood(rows) },
            ];
          }}
          empty={<EmptyState icon={Trash2} title="The trash is empty" />}
        />
      </div>
      <OtherNameDialog />
    </div>
  );
}

/** A number that is another one when the entries are. */
const versionOf = (entries: readonly TrashEntry[]): number =>
  entries.reduce((sum, { id }) => (sum * 31 + Number(id)) % 1_000_000_007, entries.length);
