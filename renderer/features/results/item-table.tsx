import { useMemo, useRef, useState } from 'react';
import { datasetRun } from '../../../shared/columns-of-dataset.ts';
import type { ItemFilter, ItemSource, ResultRow } from '../../../shared/contract/types.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Table } from '../../ui/table/table.tsx';
import { useColumnLayout } from '../../ui/table/use-column-layout.ts';
import { navigate } from '../../navigation/router.ts';
import { maxColumns, problemColumnName, tableColumns } from './columns.tsx';
import { NothingFits } from './empty.tsx';
import { copyExportLine } from './export-command.ts';
import { openExport } from './exports-store.ts';
import { showSaved } from './saved-store.ts';
import { FieldList } from './field-list.tsx';
import { focusFilterText } from './filter-text.tsx';
import { withFilter } from './filter-words.ts';
import { ItemInspector } from './item-inspector.tsx';
import { useItemSource } from './item-source.ts';
import { ItemToolbar } from './item-toolbar.tsx';
import { headerEntries, rowEntries } from './menus.ts';
import { useNews } from './news.ts';
import { useResultCommands } from './result-commands.ts';
import {
  changeView,
  isNarrowed,
  sourceKey,
  useResultsView,
  viewOf,
  type ResultsView,
} from './results-view.ts';
import { useSettled } from '../../state/use-settled.ts';

/** The pause in typing before a search starts, in milliseconds. */
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
  const { filters, sort, generation, inspected, cell, fields, field } = kept;
  const [filtering, setFiltering] = useState<{ column: string | null } | null>(null);
  const [choosing, setChoosing] = useState(false);
  const searchField = useRef<HTMLInputElement | null>(null);

  const { spider } = source;
  const view = useView(source, described.run, kept);
  const columns = useMemo(() => tableColumns(described.columns), [described.columns]);
  const layoutName = layoutOf(source);
  const placeName = `items ${key} ${view.source.run}`;
  const layout = useColumnLayout(layoutName, columns);
  const names = layout.placed.map(({ column }) => column.name).filter((name) => name !== problemColumnName);
  const news = useNews(key, arrived ?? described.items);
  const rows = useItemSource({
    view,
    columns: names.slice(0, maxColumns),
    generation,
    placeName,
    onNews: news.note,
  });

  const change = (next: Partial<ResultsView>) => changeView(key, next);
  const addFilter = (filter: ItemFilter) => change({ filters: withFilter(filters, filter) });
  const clear = () => change({ search: '', filters: [] });
  const refresh = () => {
    news.forget();
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
    filterText: () => showFilterText(change),
    copyCommand: () => void copyExportLine({ ...view, source }, names),
    clear,
    chooseColumns: () => setChoosing(true),
    toggleFields: () => change({ fields: !fields }),
    refresh,
    exportView,
    savedExports: () => showSaved(source),
  });
  return (
    <div className="results">
      <ItemToolbar
        columns={described.columns}
        areAllColumns={!described.sampled}
        source={source}
        layout={layout}
        kept={kept}
        news={news}
        searchField={searchField}
        filtering={filtering}
        onFiltering={setFiltering}
        choosing={choosing}
        onChoosing={setChoosing}
        onChange={change}
        onFilter={addFilter}
        onClear={clear}
        onCopyCommand={() => void copyExportLine({ ...view, source }, names)}
        onRefresh={refresh}
        onExport={exportView}
      />
      <div className="results-body">
        <SplitPanes name="results" direction="vertical" foldBelow={340} className="grow">
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
                selectFirst
                onSelect={(row) => row !== null && row.id !== inspected && change({ inspected: row.id })}
                onColumn={(column) => column !== null && change({ cell: column })}
                onOpen={(row) => navigate(['item', row.id])}
                rowMenu={(row, _, column) => rowEntries(row, column, menus)}
                headerMenu={(column) => (column === problemColumnName ? [] : headerEntries(column, menus))}
                empty={<NothingFits searched={news.searched} all={described.items} onClear={clear} />}
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

/** What the layout of the columns is kept by: a dataset has more of them. */
const layoutOf = ({ project, spider, run }: ItemSource): string =>
  `${run === datasetRun ? 'dataset' : 'items'} ${project}/${spider}`;

function showFilterText(change: (next: Partial<ResultsView>) => void): void {
  change({ asText: true });
  focusFilterText();
}

/** What of the source is shown, by the search as it stands when typing rests. */
function useView({ project, spider, run: all }: ItemSource, run: string | null, kept: ResultsView) {
  const { search, filters, sort } = kept;
  const settled = useSettled(search, searchRestMs);
  // "Latest" stays the same run while the table is shown, even if another run starts.
  const id = run ?? (all === datasetRun ? datasetRun : 'all');
  const shown = useMemo(() => ({ project, spider, run: id }), [project, spider, id]);
  return useMemo(
    () => viewOf(shown, { search: search === '' ? '' : settled, filters, sort }),
    [shown, search, settled, filters, sort],
  );
}
