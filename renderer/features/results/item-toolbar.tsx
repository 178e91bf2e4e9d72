import type { RefObject } from 'react';
import { Bookmark, Download, PanelRight, RefreshCw, TextCursorInput } from 'lucide-react';
import type { CallValue } from '../../../shared/contract/index.ts';
import { datasetRun } from '../../../shared/columns-of-dataset.ts';
import type { ItemFilter, ItemSource, ResultRow } from '../../../shared/contract/types.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { count, counted } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import type { ColumnState } from '../../ui/table/use-column-layout.ts';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { FilterChips, NewFilterButton } from './filter-bar.tsx';
import { FilterText, focusFilterText } from './filter-text.tsx';
import { OverTime } from './over-time.tsx';
import type { ItemNews } from './news.ts';
import { showSaved } from './saved-store.ts';
import type { ResultsView } from './results-view.ts';

interface ItemToolbarProps {
  columns: CallValue<'results.columns'>['columns'];
  /** Whether no item has another one. */
  areAllColumns: boolean;
  source: ItemSource;
  layout: ColumnState<ResultRow>;
  kept: Pick<ResultsView, 'search' | 'filters' | 'fields' | 'asText'>;
  news: Pick<ItemNews, 'counts' | 'newer' | 'searched'>;
  searchField: RefObject<HTMLInputElement | null>;
  /** The filter that is being made, by the column that it begins with; null: none is. */
  filtering: { column: string | null } | null;
  onFiltering: (filtering: { column: string | null } | null) => void;
  /** Whether the columns are being chosen. */
  choosing: boolean;
  onChoosing: (choosing: boolean) => void;
  onChange: (next: Partial<ResultsView>) => void;
  onFilter: (filter: ItemFilter) => void;
  onClear: () => void;
  onCopyCommand: () => void;
  onRefresh: () => void;
  onExport: () => void;
}

/** Above the items: searching, filtering, choosing columns, exporting; below that the filters that hold. */
export function ItemToolbar(props: ItemToolbarProps) {
  const {
    columns,
    areAllColumns,
    source,
    layout,
    kept,
    news,
    searchField,
    filtering,
    onFiltering,
    choosing,
    onChoosing,
  } = props;
  const { onChange, onFilter, onClear, onCopyCommand, onRefresh, onExport } = props;
  const { search, filters, fields, asText } = kept;
  return (
    <>
      <Toolbar label="Items">
        <SearchField
          className="results-search"
          label="Search the items"
          value={search}
          onChange={(text) => onChange({ search: text })}
          command="results.search"
          ref={searchField}
        />
        <NewFilterButton
          columns={columns}
          column={filtering?.column ?? null}
          open={filtering !== null}
          onOpenChange={(open) => onFiltering(open ? { column: null } : null)}
          onAdd={onFilter}
        />
        <IconButton
          size="small"
          icon={TextCursorInput}
          label="Conditions as text"
          command="results.filter-text"
          aria-pressed={asText}
          onClick={() => {
            onChange({ asText: !asText });
            if (!asText) focusFilterText();
          }}
        />
        {source.run === datasetRun && (
          <OverTime onFilter={onFilter} onFilterBy={(column) => onFiltering({ column })} />
        )}
        <ToolbarSpace />
        {news.newer > 0 && (
          <Button size="small" icon={RefreshCw} onClick={onRefresh}>
            Show {counted(news.newer, 'newer item')}
          </Button>
        )}
        <span className="small muted numeric results-count" role="status">
          {news.counts === null ? '' : countWords(news.counts, news.searched)}
        </span>
        <ColumnChooser columns={columns} state={layout} open={choosing} onOpenChange={onChoosing} />
        <Button
          size="small"
          variant="quiet"
          icon={PanelRight}
          aria-pressed={fields}
          title="Field coverage and values"
          onClick={() => onChange({ fields: !fields })}
        >
          Fields
        </Button>
        <IconButton
          size="small"
          icon={Bookmark}
          label="Saved exports"
          command="results.saved-exports"
          onClick={() => showSaved(source)}
        />
        <Button size="small" variant="primary" icon={Download} onClick={onExport}>
          Export
        </Button>
      </Toolbar>
      {asText && (
        <FilterText
          columns={columns}
          areAll={areAllColumns}
          given={{ filters, search }}
          onChange={onChange}
          onCopyCommand={onCopyCommand}
          onClose={() => onChange({ asText: false })}
        />
      )}
      {!asText && filters.length > 0 && (
        <div className="results-conditions">
          <FilterChips columns={columns} filters={filters} onChange={(next) => onChange({ filters: next })} />
          <Button size="small" variant="quiet" onClick={onClear}>
            Show all
          </Button>
        </div>
      )}
    </>
  );
}

/** @param searched about how many were searched so far; null: all */
function countWords({ fitting, all }: { fitting: number; all: number }, searched: number | null): string {
  if (searched !== null)
    return `${count(fitting)} so far, searched about ${count(searched)} of ${counted(all, 'item')}`;
  return fitting === all ? counted(all, 'item') : `${count(fitting)} of ${counted(all, 'item')}`;
}
