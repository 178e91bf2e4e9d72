import { useState } from 'react';
import { Columns3 } from 'lucide-react';
import type { ResultColumn, ResultRow } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { count, percent } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { hideColumn } from '../../ui/table/columns.ts';
import type { ColumnState } from '../../ui/table/use-column-layout.ts';
import { maxColumns, problemColumnName } from './columns.tsx';

/** Entries that are listed at once; the search finds the others. */
const maxListed = 200;

interface ColumnChooserProps {
  columns: readonly ResultColumn[];
  state: ColumnState<ResultRow>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Which columns the table shows: found by name, with how often each has a value. */
export function ColumnChooser({ columns, state, open, onOpenChange }: ColumnChooserProps) {
  return (
    <Popover
      label="Columns"
      align="end"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button size="small" variant="quiet" icon={Columns3}>
          Columns
        </Button>
      }
    >
      <ColumnList columns={columns} state={state} />
    </Popover>
  );
}

function ColumnList({ columns, state }: Pick<ColumnChooserProps, 'columns' | 'state'>) {
  const [search, setSearch] = useState('');
  const { layout, placed, keep, reset } = state;
  const known = new Map(columns.map((column) => [column.name, column]));
  const wanted = search.trim().toLowerCase();
  const titleOf = (name: string) => (name === problemColumnName ? 'Problems' : name);
  const found = layout.filter(({ name }) => titleOf(name).toLowerCase().includes(wanted));
  const shown = found.slice(0, maxListed);
  const showFound = (hidden: boolean) => {
    const names = new Set(found.map(({ name }) => name));
    const next = layout.map((entry) => (names.has(entry.name) ? { ...entry, hidden } : entry));
    // A table without columns cannot be brought back by its header.
    if (next.some((entry) => !entry.hidden)) keep(withinLimit(next));
  };
  return (
    <div className="results-columns">
      <SearchField label="Find a column" value={search} onChange={setSearch} />
      <ul className="results-columns-list scroll" aria-label="Columns">
        {shown.map((entry) => {
          const column = known.get(entry.name);
          return (
            <li key={entry.name} className="row">
              <Checkbox
                label={<span className="results-columns-name ellipsis">{titleOf(entry.name)}</span>}
                checked={!entry.hidden}
                disabled={entry.hidden ? placed.length >= maxColumns : placed.length === 1 && !entry.hidden}
                onChange={(checked) => keep(hideColumn(layout, entry.name, !checked))}
              />
              {column !== undefined && <span className="subtle small numeric">{percent(column.rate)}</span>}
            </li>
          );
        })}
      </ul>
      {shown.length < found.length && (
        <p className="small muted">{count(found.length - shown.length)} more: search for them by name.</p>
      )}
      {found.length === 0 && <p className="small muted">No matching columns.</p>}
      <div className="row results-columns-foot">
        <span className="small muted grow numeric">
          {count(placed.length)} of {count(layout.length)} shown
        </span>
        <Button size="small" variant="quiet" onClick={() => showFound(false)} disabled={found.length === 0}>
          Show
        </Button>
        <Button size="small" variant="quiet" onClick={() => showFound(true)} disabled={found.length === 0}>
          Hide
        </Button>
        <Button size="small" variant="quiet" onClick={reset}>
          Default
        </Button>
      </div>
    </div>
  );
}

function withinLimit<Entry extends { readonly hidden: boolean }>(layout: readonly Entry[]): Entry[] {
  let shown = 0;
  return layout.map((entry) => {
    if (!entry.hidden) shown += 1;
    return shown > maxColumns ? { ...entry, hidden: true } : entry;
  });
}
