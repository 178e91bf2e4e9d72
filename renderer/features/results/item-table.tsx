import { useMemo, useRef, useState } from 'react';
import { Download, PanelRight, RefreshCw } from 'lucide-react';
import type { ItemFilter, ItemSource, ResultRow } from '../../../shared/contract/types.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { count, counted } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Table } from '../../ui/table/table.tsx';
import { useColumnLayout } from '../../ui/table/use-column-layout.ts';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { navigate } from '../../navigation/router.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { mostColumns, problemColumnName, tableColumns } from './columns.tsx';
import { NothingFits } from './empty.tsx';
import { openExport } from './exports-store.ts';
import { FieldList } from './field-list.tsx';
import { FilterChips, NewFilterButton } from './filter-bar.tsx';
import { withFilter } from './filter-words.ts';
import { ItemInspector } from './item-inspector.tsx';
import { useItemSource, type SourceNews } from './item-source.ts';
import { headerEntries, rowEntries } from './menus.ts';
import { useResultCommands } from './result-commands.ts';
import {
  changeView,
  isNarrowed,
  noteBegun,
  sourceKey,
  useResultsView,
  viewOf,
  type ResultsView,
} from './results-view.ts';
import { useSettled } from './use-settled.ts';

/** Milliseconds without a key before a search is carried out. */
const searchRestMs = 180;

interface ItemTableProps {
  source: ItemSource;
  described: CallValue<'results.columns'>;
  /** How often fields are filled is being measured. */
  measuring: boolean;
  /** Items of the shown run as they arrive; null: not known. */
  arrived: number | null;
  onRefresh: () => void;
}

/** The items of a source: the table, the fields beside it, and the chosen item below. */
export function ItemTable({ source, described, measuring, arrived, onRefresh }: ItemTableProps) {
  const key = sourceKey(source);
  const kept = useResultsView(key);
  const { search, filters, sort, generation, inspected, cell, fields, field } = kept;
  const settledSearch = useSettled(search, searchRestMs);
  const [news, setNews] = useState<(SourceNews & { there: number }) | null>(null);
  const [filtering, setFiltering] = useState<{ column: string | null } | null>(null);
  const [choosing, setChoosing] = useState(false);
  const searchField = useRef<HTMLInputElement | null>(null);

  const { run } = described;
  const { project, spider } = source;
  // "Latest" is one run as long as the table is shown: a run that begins meanwhile does not take its place row by row.
  const shown = useMemo(() => ({ project, spider, run: run ?? 'all' }), [project, spider, run]);
  const view = useMemo(
    () => viewOf(shown, { search: search === '' ? '' : settledSearch, filters, sort }),
    [shown, search, settledSearch, filters, sort],
  );
  const columns = useMemo(() => tableColumns(described.columns), [described.columns]);
  const layoutName = `items ${project}/${spider}`;
  const placeName = `items ${key} ${shown.run}`;
  const layout = useColumnLayout(layoutName, columns);
  const names = layout.placed.map(({ column }) => column.name).filter((name) => name !== problemColumnName);
  const there = arrived ?? described.items;
  const rows = useItemSource({
    view,
    columns: names.slice(0, mostColumns),
    generation,
    placeName,
    onNews({ total, newer }) {
      setNews((before) =>
        before?.total === total && before.newer === newer
          ? before
          : { total, newer, there: before?.there ?? there },
      );
      noteBegun(key);
    },
  });
  const newer = news === null ? 0 : Math.max(news.newer, there - news.there);

  const change = (next: Partial<ResultsView>) => changeView(key, next);
  const addFilter = (filter: ItemFilter) => change({ filters: withFilter(filters, filter) });
  const clear = () => change({ search: '', filters: [] });
  const refresh = () => {
    setNews(null);
    change({ generation: generation + 1 });
    onRefresh();
  };
  const exportView = () => openExport({ view, columns: names, all: described.items });
  const menus = {
    filter: addFilter,
    filterBy: (column: string) => setFiltering({ column }),
    showValues: (column: string) => change({ fields: true, field: column }),
  };
  useResultCommands({
    inspected,
    cell,
    narrowed: isNarrowed(kept),
    search: () => searchField.current?.select(),
    filter: () => setFiltering({ column: cell === problemColumnName ? null : cell }),
    clear,
    chooseColumns: () => setChoosing(true),
    toggleFields: () => change({ fields: !fields }),
    refresh,
    exportView,
  });
  return (
    <div className="results">
      <Toolbar label="Items">
        <SearchField
          className="results-search"
          label="Search the items"
          value={search}
          onChange={(text) => change({ search: text })}
          command="results.search"
          ref={searchField}
        />
        <NewFilterButton
          columns={described.columns}
          column={filtering?.column ?? null}
          open={filtering !== null}
          onOpenChange={(open) => setFiltering(open ? { column: null } : null)}
          onAdd={addFilter}
        />
        <ToolbarSpace />
        {newer > 0 && (
          <Button size="small" icon={RefreshCw} onClick={refresh}>
            Show {counted(newer, 'newer item')}
          </Button>
        )}
        <span className="small muted numeric results-count" role="status">
          {news === null ? '' : told(news.total, Math.max(news.total, news.there))}
        </span>
        <ColumnChooser
          columns={described.columns}
          state={layout}
          open={choosing}
          onOpenChange={setChoosing}
        />
        <Button
          size="small"
          variant="quiet"
          icon={PanelRight}
          aria-pressed={fields}
          title="How often fields are filled, and with what"
          onClick={() => change({ fields: !fields })}
        >
          Fields
        </Button>
        <Button size="small" variant="primary" icon={Download} onClick={exportView}>
          Export
        </Button>
      </Toolbar>
      {filters.length > 0 && (
        <div className="results-conditions">
          <FilterChips
            columns={described.columns}
            filters={filters}
            onChange={(next) => change({ filters: next })}
          />
          <Button size="small" variant="quiet" onClick={clear}>
            Show all
          </Button>
        </div>
      )}
      <div className="results-body">
        <SplitPanes name="results" direction="vertical" className="grow">
          <Pane id="table" label="Table of items" size={64} min={140}>
            <div className="results-pane" data-pane="items">
              <Table<ResultRow>
                label={`Items of ${spider}`}
                source={rows}
                columns={columns}
                layoutName={layoutName}
                placeName={placeName}
                rowId={(row) => row.id}
                sort={sort}
                onSort={(next) => change({ sort: next })}
                onSelect={(row) => {
                  if (row !== null && row.id !== inspected) change({ inspected: row.id });
                }}
                onColumn={(column) => column !== null && change({ cell: column })}
                onOpen={(row) => navigate(['item', row.id])}
                rowMenu={(row, _, column) => rowEntries(row, column, menus)}
                headerMenu={(column) => (column === problemColumnName ? [] : headerEntries(column, menus))}
                empty={<NothingFits all={described.items} onClear={clear} />}
              />
            </div>
          </Pane>
          <Pane id="inspector" label="Inspector" min={120} collapsible>
            <div className="results-pane" data-pane="inspector">
              <ItemInspector item={inspected} column={cell} />
            </div>
          </Pane>
        </SplitPanes>
        {fields && (
          <aside className="results-aside" data-pane="fields" aria-label="Fields of the items">
            <FieldList
              columns={described.columns}
              sampled={described.sampled}
              measuring={measuring}
              view={view}
              field={field}
              onField={(next) => change({ field: next })}
              onFilter={addFilter}
              onClose={() => change({ fields: false })}
            />
          </aside>
        )}
      </div>
    </div>
  );
}

const told = (total: number, all: number): string =>
  total === all ? counted(all, 'item') : `${count(total)} of ${counted(all, 'item')}`;
