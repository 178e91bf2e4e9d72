import { useState } from 'react';
import { ChevronRight, X } from 'lucide-react';
import type { ItemFilter, ItemView, ResultColumn } from '../../../shared/contract/types.ts';
import { IconButton } from '../../ui/button.tsx';
import { count, counted, percent } from '../../ui/format.ts';
import { ProgressBar, Spinner } from '../../ui/progress.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { isAboutTheCrawl, orderColumns } from './columns.tsx';
import { FieldDistribution } from './distribution.tsx';

interface FieldListProps {
  columns: readonly ResultColumn[];
  /** Fill rates come from a part of the items. */
  sampled: boolean;
  /** They are being measured. */
  measuring: boolean;
  view: ItemView;
  /** The column that is shown in full; null: none. */
  field: string | null;
  onField: (field: string | null) => void;
  onFilter: (filter: ItemFilter) => void;
  onClose: () => void;
}

/** The number of fields from which on the list has a search. */
const searchedFrom = 15;

/** How often each field has a value; the chosen one opens and shows how its values are distributed. */
export function FieldList(props: FieldListProps) {
  const { columns, sampled, measuring, view, field, onField, onFilter, onClose } = props;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const all = orderColumns(columns).filter(({ metadata, filled }) => metadata || filled > 0);
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const row = (column: ResultColumn) => (
    <li key={column.name}>
      <FieldRow column={column} open={column.name === field} onField={onField} />
      {column.name === field && <FieldDistribution view={view} column={field} onFilter={onFilter} />}
    </li>
  );
  const crawl = found.filter(({ name }) => isAboutTheCrawl(name));
  return (
    <section className="results-fields" aria-label="Fields">
      <header className="row results-fields-head">
        <h2 className="grow">Fields</h2>
        {measuring && <Spinner />}
        <IconButton
          label="Hide the fields"
          icon={X}
          size="small"
          command="results.fields"
          onClick={onClose}
        />
      </header>
      {all.length >= searchedFrom && (
        <SearchField
          className="results-fields-search"
          label="Find a field"
          value={search}
          onChange={setSearch}
        />
      )}
      <div className="scroll grow">
        <ul aria-label="Fields of the page" className="results-fields-list">
          {found.filter(({ name }) => !isAboutTheCrawl(name)).map(row)}
        </ul>
        {crawl.length > 0 && (
          <>
            <h3 className="results-fields-group subtle small">About the crawl</h3>
            <ul aria-label="About the crawl" className="results-fields-list">
              {crawl.map(row)}
            </ul>
          </>
        )}
        {found.length === 0 && <p className="results-note muted small">No matching fields.</p>}
        {sampled && (
          <p className="results-note subtle small">Field coverage is measured on a sample of the items.</p>
        )}
      </div>
    </section>
  );
}

interface FieldRowProps {
  column: ResultColumn;
  open: boolean;
  onField: (field: string | null) => void;
}

function FieldRow({ column: { name, type, rate, filled, items }, open, onField }: FieldRowProps) {
  return (
    <button
      type="button"
      className="results-field"
      aria-expanded={open}
      title={`Filled in ${count(filled)} of ${counted(items, 'item')}`}
      onClick={() => onField(open ? null : name)}
    >
      <ChevronRight size={12} aria-hidden className="results-field-chevron" />
      <span className="ellipsis">{name}</span>
      <span className="subtle small">{type}</span>
      <span className="numeric small">{percent(rate)}</span>
      <ProgressBar
        label={`${name} is filled`}
        value={rate}
        tone={rate === 0 ? 'danger' : rate < 0.5 ? 'warning' : 'accent'}
      />
    </button>
  );
}
